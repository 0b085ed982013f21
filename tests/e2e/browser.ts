import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright"
import { chromiumArguments, findChromium } from "../../emulator/bench/chromium.ts"
import { md5 } from "../emulator/actors.ts"
import { PASSWORD } from "./screen.ts"
import type { TestStack } from "./stack.ts"

/** A browser, and what it remembers of a person, for tests and pictures alike. */

/** Longest wait for anything a screen should show; shared and slow machines, so it ends a hang and measures nothing. */
const PATIENCE_MS = 60_000

/** A page of a test lives for seconds: what the optimizing compilers would make of its code is hardly ever run. */
const SHORT_LIVED = ["--no-opt", "--no-maglev"]

export const launchBrowser = (extra: readonly string[] = [], forV8: readonly string[] = []): Promise<Browser> => {
  const executablePath = process.env.CHROMIUM_PATH ?? findChromium()
  return chromium.launch({
    args: [...chromiumArguments(), `--js-flags=${[...SHORT_LIVED, ...forV8].join(" ")}`, ...extra],
    ...(executablePath === undefined ? {} : { executablePath }),
  })
}

/** A browser of one user: storage, service worker and tabs are shared within, and with no other. */
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

/** Local storage of the app as a browser remembers it. */
export const storageOf = (stack: TestStack, local: Readonly<Record<string, string>>) => ({
  cookies: [],
  origins: [{ origin: stack.app, localStorage: Object.entries(local).map(([name, value]) => ({ name, value })) }],
})

/** Runs in the page, before the app. */
const remember = (local: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(local)) localStorage.setItem(name, value)
}

/**
 * Opens the first page of a browser whose local storage holds this already. A storage state says the same, but Playwright
 * opens a page of its own to write it, in a process of its own.
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

/** What a sign-in leaves in local storage; the app adopts it at its start (AUTH-10). */
export const savedUser = async (stack: TestStack, email: string): Promise<string> => {
  const { uid, token, name } = await stack.post("signin", { email: md5(email), password: md5(PASSWORD) })
  const now = Date.now()
  const about = { id: uid, uid, token, name, email, type: "main", status: "active" }
  return JSON.stringify({ ...about, createdAt: now, loginAt: now, server: stack.cloud, sessionId: crypto.randomUUID() })
}
