import { chromium, type Page } from "playwright"
import { chromiumArguments, ensureChromium } from "./chromium.ts"
import { atMost, type BenchFigure, type BenchOptions } from "./figures.ts"
import type { BenchStack } from "./stack.ts"
import { taskOf } from "./watched.ts"

/** A large network that changes all the time, on the devices screen. The bench plays the native side of the page. */

/** Each device changes once a second, for this many seconds. */
const FULL = { devices: 1_000, seconds: 10 }
const SHORT: typeof FULL = { devices: 100, seconds: 1 }
/** Devices in one message, as from a native side that reads a full socket. */
const PART = 10
const PATIENCE_MS = 60_000
const TASK_AIM_MS = 50

interface Played {
  readonly devices: number
  readonly part: number
  readonly seconds: number
}

/** Runs before the page: plays the program whose window shows it. */
const playNativeSide = (): void => {
  const listeners = new Set<(event: { readonly data: unknown }) => void>()
  const webview = {
    postMessage: () => undefined,
    addEventListener: (_type: string, listener: (event: { readonly data: unknown }) => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: (event: { readonly data: unknown }) => void) =>
      listeners.delete(listener),
  }
  Reflect.set(window, "chrome", { webview })
  Reflect.set(window, "tell", (data: unknown) => {
    for (const listener of listeners) listener({ data })
  })
}

/** Runs in the page: reports all devices again and again, each time changed. */
const change = async ({ devices, part, seconds }: Played): Promise<void> => {
  const tell: unknown = Reflect.get(window, "tell")
  if (typeof tell !== "function") throw new Error("no native side is played")
  const item = (index: number, round: number) => ({
    id: `n${index}`,
    did: `did-${index}`,
    name: `Device ${index}`,
    model: 1,
    cloud_type: 0,
    timestamp: Date.now(),
    is_usb: false,
    is_hid: (index + round) % 2 === 0,
    flags: 0,
    addr: `10.0.${index >> 8}.${index & 255}`,
    build: 241_204_091_500 + round,
  })
  const parts = devices / part
  const begun = performance.now()
  for (let sent = 0; sent < parts * seconds; sent += 1) {
    const late = begun + (sent * 1_000) / parts - performance.now()
    if (late > 0) await new Promise((resolve) => setTimeout(resolve, late))
    const from = (sent % parts) * part
    const round = Math.floor(sent / parts)
    const changed = Array.from({ length: part }, (_, index) => item(from + index, round))
    tell({ type: "devices_discovered", devices: changed })
  }
}

const atDevices = async (page: Page, settleMs: number): Promise<void> => {
  await page.addInitScript(playNativeSide)
  await page.goto("/signin")
  await page.getByRole("button", { name: "Skip sign-in" }).click()
  await page.getByRole("region", { name: "On this network" }).waitFor()
  await page.waitForTimeout(settleMs)
}

/** The longest task of the page's thread while the bridge discovers a network that changes. */
export const discovered = async (
  stack: BenchStack,
  { runs, isShort, settleMs, say }: BenchOptions,
): Promise<BenchFigure> => {
  const { devices, seconds } = isShort ? SHORT : FULL
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...chromiumArguments()] })
  try {
    const tasks: number[] = []
    for (let run = 0; run < runs; run += 1) {
      const context = await browser.newContext({
        baseURL: stack.app,
        serviceWorkers: "block",
        viewport: { width: 1440, height: 900 },
      })
      context.setDefaultTimeout(PATIENCE_MS)
      const page = await context.newPage()
      await atDevices(page, settleMs)
      const task = await taskOf(browser, page, async () => {
        await page.evaluate(change, { devices, part: PART, seconds })
        await page.waitForTimeout(settleMs)
      })
      const shown = page.getByRole("region", { name: "On this network" }).getByText(devices.toLocaleString("en"))
      await shown.waitFor()
      tasks.push(task)
      say(`discovery ${run + 1} of ${runs}: ${Math.round(task)} ms`)
      await context.close()
    }
    return atMost(
      `longest task, ${devices.toLocaleString("en")} changed devices a second`,
      Math.max(...tasks),
      TASK_AIM_MS,
      "ms",
    )
  } finally {
    await browser.close()
  }
}
