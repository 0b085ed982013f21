import { plants } from "../simulator/plants/all.ts"
import { plant } from "../simulator/plants/plant.ts"
import { BadUse, type Flags, runCommand } from "./flags.ts"

/**
 * `npm run simulate`: the client against the mock cloud on virtual time, one seed after the other on all cores (SIM-1).
 * Exit code 1 with the first violated invariant, what led to it, and the command that repeats it. With `--planted` bugs
 * are planted into the client one at a time, and the report says who finds each.
 */

const USAGE = [
  "npm run simulate -- [--seeds N] [--seed S] [--steps N] [--devices N] [--keep DECISIONS] [--plant NAME] [--json]",
  "npm run simulate -- --planted [--only NAME,…] [--seeds N] [--json]",
].join("\n")

const SEEDS_MAX = 10_000_000
const STEPS_MAX = 10_000_000
const DEVICES_MAX = 10_000
const DEFAULT_SEEDS = 100
const DEFAULT_STEPS = 1_000
/** Seeds in which a planted bug must show. */
const PLANTED_SEEDS = 1_000

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
  // Before anything of the client is loaded.
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

await runCommand("simulate", USAGE, (flags) =>
  flags.toggle("planted") ? simulatePlanted(flags) : simulateSeeds(flags),
)
