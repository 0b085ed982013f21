import { describe, expect, test } from "vitest"
import { sweepOnAllCores } from "../../emulator/simulator/sweep/crew.ts"
import { commandOf, failureOf } from "../../emulator/simulator/sweep/failure.ts"
import { type Case, outcomeOf } from "../../emulator/simulator/sweep/shrink.ts"
import { freshBase } from "./freshSeeds.ts"
import keptSeeds from "./kept-seeds.json" with { type: "json" }

const FRESH_SEEDS = 40
const STEPS = 300
/** Time for seeds with some long runs on a busy machine, and for shrinking a failure. */
const FRESH_MS = 300_000
const DAY_MS = 86_400_000

const kept: readonly (Case & { readonly reason: string })[] = keptSeeds

describe("seeds", () => {
  test.each(kept)("[SIM-3] seed $seed, kept because once it failed, is clean: $reason", (known) => {
    const { violation } = outcomeOf(known)
    expect(violation?.message, commandOf(known)).toBeUndefined()
  })

  const first = freshBase()
  console.log(`fresh seeds ${first} to ${first + FRESH_SEEDS - 1}; the same again: SIMULATOR_BASE=${first} npm test`)

  test("[SIM-2] fresh seeds are clean", { timeout: FRESH_MS }, async () => {
    const { failed } = await sweepOnAllCores({ first, seeds: FRESH_SEEDS, steps: STEPS, devices: 0 })
    const failure = failed && failureOf({ seed: failed.seed, steps: STEPS, devices: 0 })
    expect(failure, [...(failure?.story ?? []), failure?.repeat].join("\n")).toBeUndefined()
  })

  test("[SIM-3] fresh seeds differ by day and by run of a build server, and are the same when they are named", () => {
    const day = 20_000 * DAY_MS
    expect(freshBase({}, day)).toBe(freshBase({}, day + DAY_MS - 1))
    expect(freshBase({}, day + DAY_MS) - freshBase({}, day)).toBeGreaterThanOrEqual(FRESH_SEEDS)
    expect(freshBase({ GITHUB_RUN_ID: "7" }, day)).not.toBe(freshBase({ GITHUB_RUN_ID: "8" }, day))
    expect(freshBase({ SIMULATOR_BASE: "123", GITHUB_RUN_ID: "7" }, day)).toBe(123)
    expect(Number.isSafeInteger(freshBase({ GITHUB_RUN_ID: "99999999999999" }, day) + FRESH_SEEDS)).toBe(true)
  })
})
