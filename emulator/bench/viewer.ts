import { type Browser, chromium, type Page } from "playwright"
import {
  BRIDGE_PROTOCOL,
  type BridgeMessage,
  parseBridgeCallback,
  TOKEN_PROTOCOL_PREFIX,
} from "../../src/domain/wire/bridge.ts"
import { type BareViewer, startBareViewer } from "./bareViewer.ts"
import { chromiumArguments, ensureChromium } from "./chromium.ts"
import { atLeast, atMost, type BenchFigure, type BenchOptions, type BenchResult, lineOf, median } from "./figures.ts"
import { type BenchStack, startStack } from "./stack.ts"
import { delaysOf, flowOf, heapOf, screenIn, type ViewerFlow, watchPage } from "./watchedViewer.ts"

/**
 * The viewer of an emulated device, from a key to the pixels, beside an unchanged noVNC on a bare relay with the same
 * screen. One browser measures both by turns.
 */

const KEY_RATIO_MAX = 1.3
const FRAMES_RATIO_MIN = 0.9
const BYTES_RATIO_MAX = 1.05
const HANDSHAKE_MAX_MS = 50
/** Growth of the page's heap that an hour of screen may leave, MB. */
const HEAP_MAX_MB = 4
const MB = 1024 * 1024

/** `rounds` of a run. The two viewers take short turns, so that both meet the same disturbances. */
const FULL = { rounds: 4, keys: 20, flowMs: 1_500, longMs: 60_000, handshakes: 15 }
const SHORT: typeof FULL = { rounds: 1, keys: 5, flowMs: 300, longMs: 300, handshakes: 2 }

/** Two demo devices: one without a passcode, and one with it. */
const OPEN_DEVICE = "Stage left"
const LOCKED_DEVICE = "Rack 3"
const PASSCODE = "2468"
const SUBNET = "127.0.1.*"
const VIEWPORT = { width: 1_440, height: 900 }

const openOurs = async (browser: Browser, { app }: BenchStack): Promise<Page> => {
  const page = await browser.newPage({ viewport: VIEWPORT, locale: "en-US" })
  await page.addInitScript(watchPage, "/viewer/")
  await page.goto(`${app}/signin`)
  await page.getByRole("button", { name: "Skip sign-in" }).click()
  const network = page.getByRole("region", { name: "On this network" })
  // The button is there while the pointer is on the card.
  await network.getByRole("button", { name: OPEN_DEVICE, exact: true }).hover()
  await network.getByRole("button", { name: `Connect to ${OPEN_DEVICE}` }).click()
  await screenIn(page)
  return page
}

const openBare = async (browser: Browser, { url }: BareViewer): Promise<Page> => {
  const page = await browser.newPage({ viewport: VIEWPORT })
  await page.addInitScript(watchPage, "/")
  await page.goto(url)
  await screenIn(page)
  return page
}

/** Time from the person's passcode to the open session: connection, seal, pin and proof, ms. */
const handshakes = ({ bridge, token }: BenchStack, times: number): Promise<readonly number[]> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(bridge, [BRIDGE_PROTOCOL, `${TOKEN_PROTOCOL_PREFIX}${token}`])
    const say = (message: BridgeMessage): void => socket.send(JSON.stringify(message))
    const spans: number[] = []
    let id: string | undefined
    let begun = 0
    const ask = (): void => {
      if (id !== undefined) say({ type: "connect_device", id, is_usb: false, cloud_type: 0 })
    }
    const give = (): void => {
      begun = performance.now()
      say({ type: "auth_device", password: PASSCODE })
    }
    const end = (): void => {
      socket.close()
      resolve(spans)
    }
    socket.addEventListener("error", () => reject(new Error("the bridge does not answer")))
    socket.addEventListener("open", () => say({ type: "scan_network", targets: [SUBNET] }))
    socket.addEventListener("message", ({ data }) => {
      const read = parseBridgeCallback(String(data))
      if (!read.ok) return
      const message = read.value
      if (message.type === "devices_discovered" && id === undefined) {
        id = message.devices.find(({ name }) => name === LOCKED_DEVICE)?.id
        ask()
      } else if (message.type === "auth_device") give()
      else if (message.type === "connected" && begun === 0 && id !== undefined) say({ type: "disconnect_device", id })
      else if (message.type === "connected" && id !== undefined) {
        spans.push(performance.now() - begun)
        say({ type: "disconnect_device", id })
      } else if (message.type === "disconnected") {
        if (spans.length < times) ask()
        else end()
      } else if (message.type === "error") reject(new Error(`the bridge says ${message.reason}`))
    })
  })

interface Round {
  readonly delay: number
  readonly flow: ViewerFlow
}

const roundOf = async (page: Page, { keys, flowMs }: typeof FULL): Promise<Round> => {
  await page.bringToFront()
  const delay = median(await delaysOf(page, keys))
  return { delay, flow: await flowOf(page, flowMs) }
}

/**
 * The ratio of the best rounds of both, because other work on the machine only makes rounds worse. NaN where one of the
 * two has no samples.
 */
const over = (
  best: (...values: number[]) => number,
  ours: readonly Round[],
  bare: readonly Round[],
  figure: (round: Round) => number,
): number => {
  const bestOf = (all: readonly Round[]): number => {
    const sampled = all.map(figure).filter(Number.isFinite)
    return sampled.length > 0 ? best(...sampled) : Number.NaN
  }
  const ratio = bestOf(ours) / bestOf(bare)
  return Number.isFinite(ratio) ? ratio : Number.NaN
}

const measured = async (
  browser: Browser,
  stack: BenchStack,
  bare: BareViewer,
  options: BenchOptions,
): Promise<BenchFigure[]> => {
  const sizes = options.isShort ? SHORT : FULL
  const pages = { ours: await openOurs(browser, stack), bare: await openBare(browser, bare) }
  const ours: Round[] = []
  const floor: Round[] = []
  // At its first picture the product still reads its log and scans the network, so the first round does not count.
  for (const page of [pages.ours, pages.bare]) await roundOf(page, sizes)
  for (let round = 0; round < options.runs * sizes.rounds; round += 1)
    for (const [page, all] of [
      [pages.ours, ours],
      [pages.bare, floor],
    ] as const)
      all.push(await roundOf(page, sizes))
  const list = (all: readonly Round[], figure: (round: Round) => number) =>
    all.map((each) => (Number.isFinite(figure(each)) ? Math.round(figure(each)) : "–"))
  options.say(`key to pixel, ms: ours ${list(ours, ({ delay }) => delay)}; bare ${list(floor, ({ delay }) => delay)}`)
  const frames = ({ flow }: Round): number => flow.framesPerSecond
  options.say(`frames a second: ours ${list(ours, frames)}; bare ${list(floor, frames)}`)
  await pages.ours.bringToFront()
  const before = await heapOf(pages.ours)
  await flowOf(pages.ours, sizes.longMs)
  const left = ((await heapOf(pages.ours)) - before) / MB
  return [
    atMost(
      "key to pixel ÷ noVNC on a bare relay",
      over(Math.min, ours, floor, ({ delay }) => delay),
      KEY_RATIO_MAX,
      "",
    ),
    atLeast(
      "frames a second ÷ bare",
      over(Math.max, ours, floor, ({ flow }) => flow.framesPerSecond),
      FRAMES_RATIO_MIN,
    ),
    atMost(
      "bytes a key ÷ bare",
      over(Math.min, ours, floor, ({ flow }) => flow.bytesPerKey),
      BYTES_RATIO_MAX,
      "",
    ),
    atMost(
      "long tasks while keys are held down",
      Math.min(...ours.map(({ flow }) => flow.longTasks)),
      LONG_TASKS_MAX,
      "",
    ),
    atMost("heap left by a minute of pictures", Math.max(0, left), HEAP_MAX_MB, "MB"),
    atMost(
      "handshake with pin and passcode",
      Math.min(...(await handshakes(stack, sizes.handshakes))),
      HANDSHAKE_MAX_MS,
      "ms",
    ),
  ]
}

/** No long tasks; half of one, because a ratio needs a number above 0. */
const LONG_TASKS_MAX = 0.5

export const benchViewer = async (options: BenchOptions): Promise<BenchResult> => {
  const stack = await startStack(options.isBuilt)
  const bare = await startBareViewer(OPEN_DEVICE)
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...chromiumArguments()] })
  try {
    const figures = await measured(browser, stack, bare, options)
    return { ok: figures.every(({ ratio }) => ratio <= 1), figures, lines: figures.map(lineOf) }
  } finally {
    await browser.close()
    bare.stop()
    await stack.stop()
  }
}
