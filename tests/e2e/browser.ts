import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright"
import { chromiumArguments, findChromium } from "../../emulator/bench/chromium.ts"
import { md5 } from "../emulator/actors.ts"
import { PASSWORD } from "./screen.ts"
import type { TestStack } from "./stack.ts"

/** A browser with saved data of a person, for tests and screenshots. */

/** Longest wait for anything on a screen. On shared and slow machines it only ends a hang, and measures nothing. */
const PATIENCE_MS = 60_000

/** Pages of tests live for seconds, so optimizing compilers would hardly pay off. */
const SHORT_LIVED = ["--no-opt", "--no-maglev"]

export const launchBrowser = (extra: readonly string[] = [], forV8: readonly string[] = []): Promise<Browser> => {
  const executablePath = process.env.CHROMIUM_PATH ?? findChromium()
  return chromium.launch({
    args: [...chromiumArguments(), `--js-flags=${[...SHORT_LIVED, ...forV8].join(" ")}`, ...extra],
    ...(executablePath === undefined ? {} : { executablePath }),
  })
}

/** A browser of one user, whose tabs share storage and service worker. Other contexts share nothing with it. */
export const newContext = async (
  browser: Browser,
  stack: TestStack,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> => {
  const context = await browser.newContext({
    baseURL: stack.app,
    locale: "en-US",
    reducedMotion: "reduce",
    viewport: { width: 1440, height: 1000 },
    ...options,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  return context
}

/** The app's local storage as a storage state. */
export const storageOf = (stack: TestStack, local: Readonly<Record<string, string>>) => ({
  cookies: [],
  origins: [{ origin: stack.app, localStorage: Object.entries(local).map(([name, value]) => ({ name, value })) }],
})

/** Runs in the page, before the app. */
const remember = (local: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(local)) localStorage.setItem(name, value)
}

/**
 * Opens the first page of a browser whose local storage already has these values. A storage state would do the same,
 * but Playwright writes it in a separate page and process.
 */
export const openRemembering = async (
  page: Page,
  local: Readonly<Record<string, string>>,
  path: string,
): Promise<void> => {
  const remembering = await page.addInitScript(remember, local)
  await page.goto(path)
  await remembering.dispose()
}

/** The value that a sign-in leaves in local storage. The app adopts it at its start (AUTH-10). */
export const savedUser = async (stack: TestStack, email: string): Promise<string> => {
  const { uid, token, name } = await stack.post("signin", { email: md5(email), password: md5(PASSWORD) })
  const now = Date.now()
  const about = { id: uid, uid, token, name, email, type: "main", status: "active" }
  return JSON.stringify({ ...about, createdAt: now, loginAt: now, server: stack.cloud, sessionId: crypto.randomUUID() })
}
