import { type Browser, chromium } from "playwright"
import { chromiumArguments, ensureChromium } from "./chromium.ts"
import { benchCommands } from "./commands.ts"
import { drain, scriptPerEvent } from "./crowded.ts"
import { atMost, type BenchOptions, type BenchResult, type Figure, lineOf, median } from "./figures.ts"
import { grownInADay } from "./growth.ts"
import { startStack } from "./stack.ts"

/** What an event costs where there is much: 10,000 devices and 10,000 open actions; and how much an idle day writes. */

const DEVICES = 10_000
const ACTIONS = 10_000
const EVENT_AIM_MS = 2
const DRAIN_AIM_MS = 5_000
const COMMANDS = 1_000
const COMMANDS_AIM = 1.5
const LIVING = 1_000
const GROWTH_AIM_MB = 3
const MEGABYTE = 1024 * 1024

const screens = ["/devices", "/account"] as const

const eventFigures = async (browser: Browser, { isBuilt, say }: BenchOptions): Promise<readonly Figure[]> => {
  const stack = await startStack(isBuilt, DEVICES)
  try {
    const figures: Figure[] = []
    for (const screen of screens) {
      say(`script an event on ${screen}: ${DEVICES} devices, ${ACTIONS} open actions`)
      for (const { kind, ms } of await scriptPerEvent(browser, stack, { screen, actions: ACTIONS }))
        figures.push(atMost(`${screen}, ${kind}`, ms, EVENT_AIM_MS, "ms"))
    }
    say(`draining ${ACTIONS} actions`)
    figures.push(atMost("script of a drain", await drain(browser, stack, ACTIONS), DRAIN_AIM_MS, "ms"))
    return figures
  } finally {
    await stack.stop()
  }
}

export const benchEvents = async (options: BenchOptions): Promise<BenchResult> => {
  const { runs, say } = options
  say(`log of an idle day with ${LIVING} living devices, simulated`)
  const growth = atMost("log of an idle day", grownInADay(LIVING) / MEGABYTE, GROWTH_AIM_MB, "MB")
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...chromiumArguments()] })
  try {
    say(`${COMMANDS} commands at once beside one bulk write`)
    const { commands, bulk } = await benchCommands(browser, COMMANDS, runs)
    const atOnce = atMost("commands at once ÷ bulk write", median(commands) / median(bulk), COMMANDS_AIM, "")
    const figures = [growth, atOnce, ...(await eventFigures(browser, options))]
    const times = `commands ${median(commands).toFixed(1)} ms, bulk write ${median(bulk).toFixed(1)} ms`
    return { ok: figures.every(({ ratio }) => ratio <= 1), figures, lines: [...figures.map(lineOf), times] }
  } finally {
    await browser.close()
  }
}
