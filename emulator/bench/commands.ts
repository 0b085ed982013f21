import type { Browser } from "playwright"
import { inBarePage } from "./bare.ts"

/** Many commands at once, compared with one bulk write of the same rows. */

/** The first runs warm the browser up and do not count. */
const WARM_UP = 2
const NAME = "benchEngine"

export const benchCommands = (browser: Browser, count: number, runs: number) =>
  inBarePage(browser, { file: "engine.page.ts", name: NAME }, async (page) => {
    const times = await page.evaluate(
      ({ name, many, times: wanted }) => Reflect.get(globalThis, name).measure(many, wanted),
      { name: NAME, many: count, times: runs + WARM_UP },
    )
    return { commands: times.commands.slice(WARM_UP), bulk: times.bulk.slice(WARM_UP) }
  })
