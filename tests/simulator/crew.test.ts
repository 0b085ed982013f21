import { describe, expect, test } from "vitest"
import type { Plant } from "../../emulator/simulator/plants/plant.ts"
import { Counts } from "../../emulator/simulator/sweep/counts.ts"
import { sweepOnAllCores } from "../../emulator/simulator/sweep/crew.ts"
import { sweep } from "../../emulator/simulator/sweep/sweep.ts"

const task = { first: 380, seeds: 10, steps: 60, devices: 0 }
/** Number of seeds that a process takes at a time; the last part is shorter. */
const aPart = 4
/** Most parts fail, so that processes race for the first failure. */
const bug: Plant = {
  name: "tested",
  file: "src/domain/outbox/schedule.ts",
  find: 'if (status.state === "queued") return true',
  replace: 'if (status.state === "queued") return false',
  why: "nothing is ever sent",
}

/** Long enough for a busy machine. */
const PATIENCE_MS = 120_000

describe("seeds on all cores", () => {
  test("[SIM-1] any number of processes gives the report of one", { timeout: PATIENCE_MS }, async () => {
    const alone = sweep(task)
    const counts = new Counts()
    counts.addAll(alone.counts.sorted())
    for (const processes of [1, 2]) {
      const totals = await sweepOnAllCores({ ...task, processes, aPart })
      expect(totals.failed).toBeUndefined()
      expect([totals.virtualMs, totals.counts.sorted()]).toEqual([alone.virtualMs, counts.sorted()])
    }
  })

  test("[SIM-1] the lowest failing seed is reported, whichever process was first", {
    timeout: PATIENCE_MS,
  }, async () => {
    const [one, three] = await Promise.all(
      [1, 3].map((processes) => sweepOnAllCores({ ...task, processes, aPart, plant: bug })),
    )
    expect(one?.failed?.seed).toBeGreaterThanOrEqual(task.first)
    expect(three).toEqual(one)
    // Only those processes had the planted bug.
    expect(sweep({ ...task, first: one?.failed?.seed ?? 0, seeds: 1 }).failed).toBeUndefined()
  })
})
