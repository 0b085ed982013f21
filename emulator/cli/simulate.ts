import { plants } from "../simulator/plants/all.ts"
import { plant } from "../simulator/plants/plant.ts"
import { BadUse, type Flags, runCommand } from "./flags.ts"

/**
 * `npm run simulate`: the client against the mock cloud on virtual time, one seed after the other on all cores (SIM-1).
 * Exit code 1 with the first violated invariant, the story before it, and the command that repeats it.
 * `--shard` runs one of several parts on a separate machine, and `--merge` combines their findings. `--planted` plants
 * bugs into the client one at a time and reports the finder of each. `--firmware` updates devices, alone and in
 * campaigns, under power cuts and lost messages. `--browser` runs random steps in the built app in a real browser. With
 * `--hours` the app stays open for that long on a fast clock, and the command measures what it keeps.
 */

const USAGE = [
  "npm run simulate -- [--seeds N] [--seed S] [--steps N] [--devices N] [--keep DECISIONS] [--plant NAME] [--json]",
  "npm run simulate -- --shard I/N [--seeds N] [--seed S] [--steps N] [--devices N] [--plant NAME]",
  "npm run simulate -- --merge FILE… [--issues FOLDER]",
  "npm run simulate -- --planted [--only NAME,…] [--seeds N] [--json]",
  "npm run simulate -- --firmware [--seeds N] [--seed S] [--plant NAME] [--json]",
  "npm run simulate -- --browser [--seeds N] [--seed S] [--steps N] [--no-build] [--json]",
  "npm run simulate -- --browser --hours H [--seed S] [--no-build] [--json]",
].join("\n")

const SEEDS_MAX = 10_000_000
const STEPS_MAX = 10_000_000
const DEVICES_MAX = 10_000
const DEFAULT_SEEDS = 100
const DEFAULT_STEPS = 300
/** Seeds within which a planted bug must show. */
const PLANTED_SEEDS = 1_000

/** Seeds of updates, at about half a second each. */
const UPDATE_SEEDS = 20

/** Seeds in a real browser, where a step takes about a second. */
const BROWSER_SEEDS = 5
const BROWSER_STEPS = 60
const HOURS_MAX = 1_000

const words = (text: string): readonly string[] => (text === "none" ? [] : text.split(","))

const plantNamed = (name: string) => {
  const found = plants.find((one) => one.name === name)
  if (found === undefined) throw new BadUse(`there is no plant ${name}`)
  return found
}

const sizes = (flags: Flags) => ({
  seeds: flags.integer("seeds", { min: 1, max: SEEDS_MAX }),
  steps: flags.integer("steps", { min: 1, max: STEPS_MAX }) ?? DEFAULT_STEPS,
  devices: flags.integer("devices", { min: 0, max: DEVICES_MAX }) ?? 0,
  json: flags.toggle("json"),
})

const simulatePlanted = async (flags: Flags): Promise<void> => {
  const { seeds = PLANTED_SEEDS, ...rest } = sizes(flags)
  const only = flags.text("only")
  flags.end()
  const chosen = only === undefined ? plants : words(only).map(plantNamed)
  const { reportPlanted } = await import("./planted.ts")
  await reportPlanted({ ...rest, seeds, chosen })
}

const simulateSeeds = async (flags: Flags): Promise<void> => {
  const { seeds, ...rest } = sizes(flags)
  const seed = flags.integer("seed", { min: 0, max: Number.MAX_SAFE_INTEGER - SEEDS_MAX })
  const keep = flags.text("keep")
  const name = flags.text("plant")
  flags.end()
  const bug = name === undefined ? undefined : plantNamed(name)
  // Must come before any module of the client is loaded.
  if (bug !== undefined) plant(bug)
  const { reportSeeds } = await import("./seeds.ts")
  await reportSeeds({
    ...rest,
    first: seed ?? 1,
    seeds: seeds ?? (seed === undefined ? DEFAULT_SEEDS : 1),
    kept: keep === undefined ? undefined : words(keep),
    plant: bug,
  })
}

/** Runs one of several parts, for many machines. */
const simulateShard = async (flags: Flags, text: string): Promise<void> => {
  const { json: _json, seeds = DEFAULT_SEEDS, ...rest } = sizes(flags)
  const first = flags.integer("seed", { min: 0, max: Number.MAX_SAFE_INTEGER - SEEDS_MAX }) ?? 1
  const name = flags.text("plant")
  flags.end()
  const bug = name === undefined ? undefined : plantNamed(name)
  // Must come before any module of the client is loaded.
  if (bug !== undefined) plant(bug)
  const { readShard, reportShard } = await import("./shards.ts")
  await reportShard({ ...rest, ...readShard(text), first, seeds, plant: bug })
}

const mergeShards = async (flags: Flags): Promise<void> => {
  const issues = flags.text("issues")
  const files: string[] = [...flags.positionals("a file of a shard")]
  for (let word = flags.word(); word !== undefined; word = flags.word()) files.push(word)
  flags.end()
  const { reportMerged } = await import("./merge.ts")
  reportMerged({ files, issues })
}

const simulateUpdates = async (flags: Flags): Promise<void> => {
  const seed = flags.integer("seed", { min: 0, max: Number.MAX_SAFE_INTEGER - SEEDS_MAX })
  const seeds = flags.integer("seeds", { min: 1, max: SEEDS_MAX }) ?? (seed === undefined ? UPDATE_SEEDS : 1)
  const name = flags.text("plant")
  const json = flags.toggle("json")
  flags.end()
  const bug = name === undefined ? undefined : plantNamed(name)
  // Must come before any module of the client is loaded.
  if (bug !== undefined) plant(bug)
  const { reportUpdates } = await import("./updates.ts")
  reportUpdates({ first: seed ?? 1, seeds, plant: bug, json })
}

/** Hours of the page's clock; fractions are allowed. */
const hoursOf = (text: string): number => {
  const hours = /^[0-9]{1,4}(\.[0-9]{1,3})?$/.test(text) ? Number(text) : Number.NaN
  if (!(hours > 0 && hours <= HOURS_MAX))
    throw new BadUse(`--hours takes a number above 0 and up to ${HOURS_MAX}, not "${text}"`)
  return hours
}

const simulateHours = async (flags: Flags, hours: number): Promise<void> => {
  const seed = flags.integer("seed", { min: 0, max: Number.MAX_SAFE_INTEGER - SEEDS_MAX }) ?? 1
  const isBuilt = flags.toggle("no-build")
  const json = flags.toggle("json")
  flags.end()
  const { reportSoak } = await import("./soak.ts")
  await reportSoak({ seed, hours, isBuilt, json })
}

const simulateBrowser = async (flags: Flags): Promise<void> => {
  const hours = flags.text("hours")
  if (hours !== undefined) return simulateHours(flags, hoursOf(hours))
  const seed = flags.integer("seed", { min: 0, max: Number.MAX_SAFE_INTEGER - SEEDS_MAX })
  const seeds = flags.integer("seeds", { min: 1, max: SEEDS_MAX }) ?? (seed === undefined ? BROWSER_SEEDS : 1)
  const steps = flags.integer("steps", { min: 1, max: STEPS_MAX }) ?? BROWSER_STEPS
  const isBuilt = flags.toggle("no-build")
  const json = flags.toggle("json")
  flags.end()
  const { reportRuns } = await import("./browser.ts")
  await reportRuns({ first: seed ?? 1, seeds, steps, isBuilt, json })
}

await runCommand("simulate", USAGE, (flags) => {
  if (flags.toggle("browser")) return simulateBrowser(flags)
  if (flags.toggle("firmware")) return simulateUpdates(flags)
  if (flags.toggle("merge")) return mergeShards(flags)
  const shard = flags.text("shard")
  if (shard !== undefined) return simulateShard(flags, shard)
  return flags.toggle("planted") ? simulatePlanted(flags) : simulateSeeds(flags)
})
