import { createHash } from "node:crypto"
import { type Browser, type BrowserContext, chromium, type Page } from "playwright"
import { DEMO_OWNER, DEMO_PASSWORD } from "../model/scenario/demo.ts"
import { chromiumArguments, ensureChromium } from "./chromium.ts"
import { lengthenLog } from "./longLog.ts"
import type { BenchStack } from "./stack.ts"

/** The installed app reopened without a network: time from the start of the page to its first card. */

/** Longest wait for any step: the first fold of a long log takes seconds. */
const PATIENCE_MS = 120_000
const FIRST_CARD = "firstCard"

const md5 = (text: string): string => createHash("md5").update(text).digest("hex")

/** The value that a sign-in leaves in local storage (AUTH-10). */
export const savedUser = async ({ cloud }: BenchStack): Promise<string> => {
  const body = JSON.stringify({ email: md5(DEMO_OWNER), password: md5(DEMO_PASSWORD) })
  const response = await fetch(`${cloud}/api/v2/signin`, { method: "POST", body })
  const { uid, token, name } = await response.json()
  const now = Date.now()
  const about = { id: uid, uid, token, name, email: DEMO_OWNER, type: "main", status: "active" }
  return JSON.stringify({ ...about, createdAt: now, loginAt: now, server: cloud, sessionId: crypto.randomUUID() })
}

/** Records the time at which the first card is in the page, ms since its start. */
const watchForCard = (mark: string): void => {
  const look = (): void => {
    if (
      document.querySelector("[aria-haspopup=true][aria-label^='Actions for '], [aria-label^='Actions for ']") === null
    )
      return
    performance.mark(mark)
    watch.disconnect()
  }
  const watch = new MutationObserver(look)
  watch.observe(document, { childList: true, subtree: true })
}

const firstCard = async (page: Page): Promise<number> => {
  await page
    .getByRole("button", { name: /^Actions for / })
    .first()
    .waitFor()
  return page.evaluate((mark) => performance.getEntriesByName(mark)[0]?.startTime ?? Number.NaN, FIRST_CARD)
}

/** Visits once with a network, until the app is stored. */
const firstVisit = async (browser: Browser, stack: BenchStack): Promise<BrowserContext> => {
  const user = await savedUser(stack)
  const origins = [{ origin: stack.app, localStorage: [{ name: "user", value: user }] }]
  const context = await browser.newContext({ baseURL: stack.app, storageState: { cookies: [], origins } })
  context.setDefaultTimeout(PATIENCE_MS)
  await context.addInitScript(watchForCard, FIRST_CARD)
  const page = await context.newPage()
  await page.goto("/devices")
  await firstCard(page)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.close()
  return context
}

const visitOffline = async (context: BrowserContext): Promise<number> => {
  const page = await context.newPage()
  await page.goto("/devices")
  const took = await firstCard(page)
  await page.close()
  return took
}

/** Measures both by turns, so that other work on the machine disturbs them alike. */
export const secondVisits = async (stack: BenchStack, events: number, runs: number) => {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...chromiumArguments()] })
  try {
    const [short, long] = [await firstVisit(browser, stack), await firstVisit(browser, stack)]
    await lengthenLog(long, events)
    const took = { short: [] as number[], long: [] as number[] }
    await Promise.all([short.setOffline(true), long.setOffline(true)])
    // The first visits compile the app. A single run compares nothing.
    if (runs > 1) for (const context of [short, long]) await visitOffline(context)
    for (let run = 0; run < runs; run += 1) {
      took.short.push(await visitOffline(short))
      took.long.push(await visitOffline(long))
    }
    return took
  } finally {
    await browser.close()
  }
}
