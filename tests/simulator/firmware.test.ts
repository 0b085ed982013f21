import { expect, test } from "vitest"
import { runFirmwareSeed } from "../../emulator/simulator/firmware/run.ts"

/**
 * The seeds of every run, about half a second each. In the last three a device returns to its old build just after it
 * announced the new one, which no page can know.
 */
const SEEDS = [1, 2, 3, 4, 5, 6, 93, 124, 139] as const
const PATIENCE_MS = 60_000

test.each(SEEDS)(
  "[FW-3][FW-7][FW-8][SIM-2] seed %i: power cuts, lost words, two tabs and a bad provider break no rule of an update",
  { timeout: PATIENCE_MS },
  (seed) => {
    const { violation, counts } = runFirmwareSeed(seed)
    expect(violation).toBeUndefined()
    expect(counts.get("FirmwareUpdateStarted")).toBeGreaterThan(0)
  },
)

test("[SIM-1] the same seed of updates gives the same log", { timeout: PATIENCE_MS }, () => {
  expect(runFirmwareSeed(2).log).toBe(runFirmwareSeed(2).log)
})
