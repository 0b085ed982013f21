import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from "playwright"
import { chromiumArguments, ensureChromium } from "./chromium.ts"
import { atMost, type BenchOptions, type BenchResult, lineOf, median } from "./figures.ts"
import { savedUser } from "./secondVisit.ts"
import { type BenchStack, startStack } from "./stack.ts"

/** The devices screen with 10,000 devices: reopened, searched, navigated by keys, scrolled, and changed in one row. */

const FULL = { devices: 10_000, arrows: 40, scrolls: 80 }
const SHORT: typeof FULL = { devices: 200, arrows: 2, scrolls: 2 }
const PATIENCE_MS = 120_000
/** Time until a key has had all its effects, ms. */
const KEY_MS = 250

const FIRST_CARD_AIM_MS = 1_500
const KEY_AIM_MS = 12
const TASK_AIM_MS = 50
const ROWS_AIM = 1

const SEARCHED = "device 99"
const SCROLL_PX = 700
const SCROLL_PAUSE_MS = 30

const opened = async (context: BrowserContext, settleMs: number): Promise<Page> => {
  const page = await context.newPage()
  await page.goto("/devices?view=table")
  await rowsOf(page)
  await page.waitForTimeout(settleMs)
  return page
}

const rowsOf = (page: Page): Promise<void> =>
  page
    .getByRole("button", { name: /^Actions for / })
    .first()
    .waitFor()

/** From the start of the page to its first row, ms. */
const reloaded = async (page: Page, settleMs: number): Promise<number> => {
  await page.reload()
  await rowsOf(page)
  const took = await page.evaluate(() => performance.now())
  await page.waitForTimeout(settleMs)
  return took
}

/** Time that the page's thread has spent in scripts, ms. Other work on the machine does not count. */
const scriptOf = async (session: CDPSession): Promise<number> => {
  const { metrics } = await session.send("Performance.getMetrics")
  return 1_000 * (metrics.find(({ name }) => name === "ScriptDuration")?.value ?? Number.NaN)
}

/** Script time of each key, ms. */
const keys = async (page: Page, session: CDPSession, pressed: readonly string[]): Promise<readonly number[]> => {
  const costs: number[] = []
  for (const key of pressed) {
    const before = await scriptOf(session)
    await page.keyboard.press(key)
    await page.waitForTimeout(KEY_MS)
    costs.push((await scriptOf(session)) - before)
  }
  return costs
}

/**
 * The longest task of a page's thread during `act`, in ms of its own time. Other work on the machine does not count.
 */
const longestTask = async (session: CDPSession, act: () => Promise<void>): Promise<number> => {
  const events: TraceEvent[] = []
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value))
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["disabled-by-default-devtools.timeline"] },
  })
  await act()
  const complete = new Promise<void>((resolve) => session.once("Tracing.tracingComplete", () => resolve()))
  await session.send("Tracing.end")
  await complete
  const threads = new Set(
    events.filter(({ name, args }) => name === "thread_name" && args?.name === MAIN_THREAD).map(threadOf),
  )
  const tasks = events.filter((event) => event.name === "RunTask" && threads.has(threadOf(event)))
  if (tasks.length === 0) throw new Error("no task of the page was traced")
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000
}

/** A trace event of Chromium; `tdur` is the time of the thread, µs. */
interface TraceEvent {
  readonly name?: string
  readonly pid?: number
  readonly tid?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

const MAIN_THREAD = "CrRendererMain"
const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`

const scroll = async (page: Page, scrolls: number, settleMs: number): Promise<void> => {
  await page.getByRole("grid").hover({ position: { x: 200, y: 200 } })
  for (let step = 0; step < scrolls; step += 1) {
    await page.mouse.wheel(0, SCROLL_PX)
    await page.waitForTimeout(SCROLL_PAUSE_MS)
  }
  await page.waitForTimeout(settleMs)
}

/** The number of rows that change when one device is renamed without a connection. */
const changed = async (context: BrowserContext, page: Page, settleMs: number): Promise<number> => {
  await context.setOffline(true)
  await page.waitForTimeout(settleMs)
  const name = page.getByLabel("Name", { exact: true })
  /* While the list still draws the end of the search, a row that goes takes the focus with it. */
  while (!(await name.isVisible())) {
    await page.locator("tbody .hit").nth(2).focus()
    await page.keyboard.press("F2")
    await page.waitForTimeout(KEY_MS)
  }
  await name.fill("Changed alone")
  await page.evaluate(() => {
    const rows = new Set<Element>()
    Reflect.set(window, "rows", rows)
    const note = (records: readonly MutationRecord[]) => {
      for (const { target } of records) {
        const row = (target instanceof Element ? target : target.parentElement)?.closest("[data-did]")
        if (row !== null && row !== undefined) rows.add(row)
      }
    }
    const table = document.querySelector("tbody [data-did]")?.closest("tbody") ?? null
    if (table !== null)
      new MutationObserver(note).observe(table, { subtree: true, childList: true, characterData: true })
  })
  await page.keyboard.press("Enter")
  await page.locator("tbody").getByText("Changed alone").first().waitFor()
  return page.evaluate(() => {
    const rows: unknown = Reflect.get(window, "rows")
    return rows instanceof Set ? rows.size : Number.NaN
  })
}

const measured = async (browser: Browser, stack: BenchStack, { runs, isShort, settleMs, say }: BenchOptions) => {
  const { arrows: pressed, scrolls } = isShort ? SHORT : FULL
  const origins = [{ origin: stack.app, localStorage: [{ name: "user", value: await savedUser(stack) }] }]
  const context = await browser.newContext({
    baseURL: stack.app,
    storageState: { cookies: [], origins },
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
  })
  context.setDefaultTimeout(PATIENCE_MS)
  try {
    const page = await opened(context, settleMs)
    const first: number[] = []
    for (let run = 0; run < runs; run += 1) {
      first.push(await reloaded(page, settleMs))
      say(`reload ${run + 1} of ${runs}`)
    }
    const session = await context.newCDPSession(page)
    await session.send("Performance.enable", { timeDomain: "threadTicks" })
    await page.locator("tbody .hit").first().focus()
    const arrows = await keys(
      page,
      session,
      Array.from({ length: pressed }, () => "ArrowDown"),
    )
    say("scrolling")
    const task = await longestTask(session, () => scroll(page, scrolls, settleMs))
    say("searching")
    await page.getByRole("searchbox", { name: "Search devices" }).focus()
    const search = await keys(page, session, [...SEARCHED])
    await page.getByRole("searchbox", { name: "Search devices" }).fill("")
    return [
      atMost("first row after a reload", median(first), FIRST_CARD_AIM_MS, "ms"),
      atMost("script of an arrow key", median(arrows), KEY_AIM_MS, "ms"),
      atMost("longest task while scrolling", task, TASK_AIM_MS, "ms"),
      atMost("script of a key while searching", median(search), KEY_AIM_MS, "ms"),
      atMost("script of the worst key while searching", Math.max(...search), TASK_AIM_MS, "ms"),
      atMost("rows that change with one device", await changed(context, page, settleMs), ROWS_AIM, ""),
    ]
  } finally {
    await context.close()
  }
}

export const benchDevices = async (options: BenchOptions): Promise<BenchResult> => {
  const stack = await startStack(options.isBuilt, (options.isShort ? SHORT : FULL).devices)
  try {
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...chromiumArguments()] })
    try {
      const figures = await measured(browser, stack, options)
      return { ok: figures.every(({ ratio }) => ratio <= 1), figures, lines: figures.map(lineOf) }
    } finally {
      await browser.close()
    }
  } finally {
    await stack.stop()
  }
}
