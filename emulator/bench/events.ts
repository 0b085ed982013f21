import { type Browser, chromium } from "playwright"
import { chromiumArguments, ensureChromium } from "./chromium.ts"
import { benchCommands } from "./commands.ts"
import { drain, scriptPerEvent } from "./crowded.ts"
import { atMost, type BenchFigure, type BenchOptions, type BenchResult, lineOf, median } from "./figures.ts"
import { grownInADay } from "./growth.ts"
import { startStack } from "./stack.ts"

/**
 * The cost of an event with a large state (10,000 devices and 10,000 open actions), and the bytes that an idle day
 * writes.
 */

const FULL = { devices: 10_000, actions: 10_000, events: 60, sent: 300, commands: 1_000, living: 1_000, screens: 2 }
const SHORT: typeof FULL = { devices: 20, actions: 20, events: 4, sent: 20, commands: 20, living: 20, screens: 1 }
const EVENT_AIM_MS = 2
/** One frame at 60 a second: the aim for an event with the whole list, and for all events of one sent action. */
const FRAME_MS = 16
const COMMANDS_AIM = 1.5
const GROWTH_AIM_MB = 3
const MEGABYTE = 1024 * 1024

const screens = ["/devices", "/account"] as const

const eventFigures = async (
  browser: Browser,
  { isBuilt, isShort, settleMs, say }: BenchOptions,
): Promise<readonly BenchFigure[]> => {
  const { devices, actions, events, sent, screens: count } = isShort ? SHORT : FULL
  const stack = await startStack(isBuilt, devices)
  try {
    const figures: BenchFigure[] = []
    for (const screen of screens.slice(0, count)) {
      say(`script an event on ${screen}: ${devices} devices, ${actions} open actions`)
      for (const { kind, isWholeList, ms } of await scriptPerEvent(browser, stack, {
        screen,
        actions,
        events,
        settleMs,
      }))
        figures.push(atMost(`${screen}, ${kind}`, ms, isWholeList ? FRAME_MS : EVENT_AIM_MS, "ms"))
    }
    say(`sending ${sent} of ${actions} actions`)
    const script = await drain(browser, stack, { actions, settleMs }, sent)
    figures.push(atMost("script an action that is sent", script, FRAME_MS, "ms"))
    return figures
  } finally {
    await stack.stop()
  }
}

export const benchEvents = async (options: BenchOptions): Promise<BenchResult> => {
  const { runs, isShort, say } = options
  const { commands: count, living } = isShort ? SHORT : FULL
  say(`log of an idle day with ${living} living devices, simulated`)
  const growth = atMost("log of an idle day", grownInADay(living) / MEGABYTE, GROWTH_AIM_MB, "MB")
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...chromiumArguments()] })
  try {
    say(`${count} commands at once beside one bulk write`)
    const { commands, bulk } = await benchCommands(browser, count, runs)
    const atOnce = atMost("commands at once ÷ bulk write", median(commands) / median(bulk), COMMANDS_AIM, "")
    const figures = [growth, atOnce, ...(await eventFigures(browser, options))]
    const times = `commands ${median(commands).toFixed(1)} ms, bulk write ${median(bulk).toFixed(1)} ms`
    return { ok: figures.every(({ ratio }) => ratio <= 1), figures, lines: [...figures.map(lineOf), times] }
  } finally {
    await browser.close()
  }
}
