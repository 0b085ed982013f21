import type { BenchOptions, BenchResult } from "../bench/figures.ts"
import { asLine, BadUse, CommandFailed, EXIT_FAILED, runCommand } from "./flags.ts"

/**
 * `npm run bench -- NAME`: measures one thing in a real browser and prints ratios to its aims. Without a name it runs
 * all, one after the other. Exit code 1 when an aim is missed, 2 for bad use.
 */

const benches = {
  devices: async (options: BenchOptions): Promise<BenchResult> =>
    (await import("../bench/devices.ts")).benchDevices(options),
  events: async (options: BenchOptions): Promise<BenchResult> =>
    (await import("../bench/events.ts")).benchEvents(options),
  firmware: async (options: BenchOptions): Promise<BenchResult> =>
    (await import("../bench/firmware.ts")).benchFirmware(options),
  log: async (options: BenchOptions): Promise<BenchResult> => (await import("../bench/log.ts")).benchLog(options),
  load: async (options: BenchOptions): Promise<BenchResult> => (await import("../bench/load.ts")).benchLoad(options),
  network: async (options: BenchOptions): Promise<BenchResult> =>
    (await import("../bench/network.ts")).benchNetwork(options),
  viewer: async (options: BenchOptions): Promise<BenchResult> =>
    (await import("../bench/viewer.ts")).benchViewer(options),
}

const NAMES = Object.keys(benches).join(" or ")
const USAGE = [
  `npm run bench -- [${Object.keys(benches).join("|")}] [--runs 3] [--short] [--no-build] [--json]`,
  "  without a name all are run, one after the other: an hour or more",
  "  --runs      how often each page is measured; the median counts",
  "  --short     the smallest sizes, once: shows that a bench works, and misses no aim",
  "  --no-build  measures dist/ as it was built last",
].join("\n")

const RUNS = 3
const RUNS_MAX = 99
const SETTLE_MS = 3_000
/** Settling time of a short run, which compares nothing. */
const SHORT_SETTLE_MS = 300

const isBench = (name: string): name is keyof typeof benches => Object.hasOwn(benches, name)

await runCommand("bench", USAGE, async (flags) => {
  const json = flags.toggle("json")
  const isBuilt = flags.toggle("no-build")
  const isShort = flags.toggle("short")
  const runs = flags.integer("runs", { min: 1, max: RUNS_MAX }) ?? (isShort ? 1 : RUNS)
  const name = flags.word()
  flags.end()
  if (name !== undefined && !isBench(name)) throw new BadUse(`there is no bench "${name}" yet: ${NAMES}`)
  try {
    const results: Record<string, BenchResult> = {}
    for (const each of name === undefined ? Object.keys(benches).filter(isBench) : [name]) {
      const isBuiltByNow = isBuilt || Object.keys(results).length > 0
      const result = await benches[each]({
        runs,
        isBuilt: isBuiltByNow,
        isShort,
        settleMs: isShort ? SHORT_SETTLE_MS : SETTLE_MS,
        say: (line) => console.error(line),
      })
      results[each] = result
      if (!json) for (const line of result.lines) console.log(line)
      if (!result.ok && !isShort) process.exitCode = EXIT_FAILED
    }
    if (json) console.log(JSON.stringify(name === undefined ? results : results[name]))
  } catch (error) {
    throw new CommandFailed(asLine(error))
  }
})
