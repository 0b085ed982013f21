import { availableParallelism } from "node:os"
import type { Plant } from "../simulator/plants/plant.ts"
import { type Find, hunt, uniformWithout } from "../simulator/sweep/hunt.ts"
import { EXIT_FAILED } from "./flags.ts"
import { findByTests } from "./plantedTests.ts"

/** `npm run simulate -- --planted`: plants bugs into the client, one at a time, and reports the finder of each. */

export interface AskedPlanted {
  readonly chosen: readonly Plant[]
  readonly seeds: number
  readonly steps: number
  readonly devices: number
  readonly json: boolean
}

interface Verdict {
  readonly plant: Plant
  readonly simulator: Find | undefined
  /** The Node test that found what the simulator missed. */
  readonly test: string | undefined
}

/** Seeds of updates: each takes as long as ten of the client. */
const UPDATE_SEEDS = 60

const lineOf = ({ plant: { name, why }, simulator, test }: Verdict): string => {
  const label = name.padEnd(30)
  if (simulator !== undefined) {
    const { seeds, kind, invariant = "none", what } = simulator
    const of = kind === "client" ? "" : ` of ${kind}`
    return `${label} simulator, ${seeds} seeds${of}, invariant ${invariant}: ${what.split("\n", 1)[0]}`
  }
  return test === undefined ? `${label} SURVIVED: ${why}` : `${label} Node test ${test}`
}

/**
 * Judges every plant by the simulator, as many at a time as there are cores. The Node tests get the plants that it
 * misses.
 */
const judgeAll = async ({ chosen, seeds, steps, devices }: AskedPlanted): Promise<readonly Verdict[]> => {
  const verdicts: Verdict[] = []
  const client = { first: 1, seeds, steps, devices }
  const updates = { ...client, seeds: Math.min(seeds, UPDATE_SEEDS) }
  const known = await uniformWithout(client)
  const knownOfUpdates = await uniformWithout(updates, "updates")
  const waiting = chosen.entries()
  const work = async (): Promise<void> => {
    for (const [index, plant] of waiting) {
      const simulator =
        (await hunt(plant, client, "client", known)) ?? (await hunt(plant, updates, "updates", knownOfUpdates))
      verdicts[index] = { plant, simulator, test: undefined }
      console.error(
        simulator === undefined
          ? `${plant.name} is not found by the simulator`
          : lineOf({ plant, simulator, test: undefined }),
      )
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  for (const [index, { plant, simulator }] of verdicts.entries()) {
    if (simulator === undefined) verdicts[index] = { plant, simulator, test: await findByTests(plant) }
  }
  return verdicts
}

const jsonOf = ({ plant: { name, file, why }, simulator, test }: Verdict) => ({
  name,
  file,
  why,
  foundBy: simulator !== undefined ? "simulator" : test !== undefined ? "test" : null,
  simulator,
  test,
})

export const reportPlanted = async (asked: AskedPlanted): Promise<void> => {
  const verdicts = await judgeAll(asked)
  const bySimulator = verdicts.filter(({ simulator }) => simulator !== undefined).length
  const byTests = verdicts.filter(({ test }) => test !== undefined).length
  const survived = verdicts.length - bySimulator - byTests
  if (asked.json)
    console.log(
      JSON.stringify({
        ok: survived === 0,
        planted: verdicts.length,
        bySimulator,
        byTests,
        survived,
        plants: verdicts.map(jsonOf),
      }),
    )
  else {
    for (const verdict of verdicts) console.log(lineOf(verdict))
    const share = Math.round((100 * bySimulator) / verdicts.length)
    console.log(
      `${verdicts.length} planted: the simulator found ${bySimulator} (${share} %) within ${asked.seeds} seeds, Node tests ${byTests}, ${survived} survived`,
    )
  }
  if (survived > 0) process.exitCode = EXIT_FAILED
}
