import { describe, expect, test } from "vitest"
import { Leak } from "../../emulator/simulator/guard.ts"
import { run } from "../../emulator/simulator/run.ts"
import { sweep } from "../../emulator/simulator/sweep/sweep.ts"

const SEEDS = 24
const STEPS = 300
/** Long enough for a busy machine. */
const PATIENCE_MS = 300_000

describe("the production client against the mock cloud", () => {
  test("[SIM-1] the same seed gives the same log to the byte, another seed another log", {
    timeout: PATIENCE_MS,
  }, () => {
    for (const seed of [1, 42]) {
      const options = { seed, steps: STEPS, devices: 3 }
      const [one, other] = [run(options), run(options)]
      expect(one.violation).toBeUndefined()
      expect(one.log()).not.toBe("")
      expect(other.log()).toBe(one.log())
      expect([other.steps, other.virtualMs]).toEqual([one.steps, one.virtualMs])
      expect(other.counts.sorted()).toEqual(one.counts.sorted())
      expect(run({ ...options, seed: seed + 1 }).log()).not.toBe(one.log())
    }
  })

  test("[SIM-1] watching a run changes nothing in it", () => {
    const options = { seed: 11, steps: STEPS, devices: 0 }
    const traced = run({ ...options, traced: true })
    expect(traced.log()).toBe(run(options).log())
    expect(traced.trace.length).toBeGreaterThan(0)
  })

  test("[SIM-1][OFFLINE-4][OFFLINE-5][OFFLINE-6][OFFLINE-7][OFFLINE-8] tens of seeds keep every invariant", {
    timeout: PATIENCE_MS,
  }, () => {
    const { failed, counts } = sweep({ first: 1_060, seeds: SEEDS, steps: STEPS, devices: 0 })
    expect(failed?.violation).toBeUndefined()
    expect(failed?.seed).toBeUndefined()
    // A run without these events has tested nothing.
    for (const name of ["mishap kill", "mishap crash", "event ActionUnconfirmed"])
      expect(counts.get(name)).toBeGreaterThan(0)
    expect(counts.get("reboots and wakes whose reply was lost")).toBeGreaterThan(0)
    expect(counts.get("actions claimed more than once")).toBeGreaterThan(0)
  })

  test("[SIM-1] after a run the real clock, timers and randomness are back", () => {
    run({ seed: 3, steps: 100, devices: 0 })
    expect(() => [Date.now(), new Date(), Math.random(), performance.now(), crypto.randomUUID()]).not.toThrow(Leak)
  })
})
