import { expect, test } from "vitest"
import { EXPECTED_UPDATE_MS, timeOfUpdates, usualUpdateMs } from "../../src/domain/views/updateTime.ts"

const MINUTE = 60_000
const over = (minutes: number) => ({ stage: "completed", startedAt: 1_000, endedAt: 1_000 + minutes * MINUTE }) as const

test("[FW-8] an update is expected to take as long as those before it, and failures say nothing of that", () => {
  expect(usualUpdateMs([])).toBe(EXPECTED_UPDATE_MS)
  expect(usualUpdateMs([over(9), over(1), over(3)])).toBe(3 * MINUTE)
  const failed = { ...over(90), stage: "error" } as const
  const running = { ...over(90), stage: "updating", endedAt: null } as const
  const backwards = { ...over(0), endedAt: 0 }
  expect(usualUpdateMs([failed, running, backwards])).toBe(EXPECTED_UPDATE_MS)
})

test.each([
  [5, 1, 10],
  [5, 2, 6],
  [1, 4, 2],
])("[FW-8] %i updates, %i side by side, take %i minutes of two each", (count, atOnce, minutes) => {
  expect(timeOfUpdates(count, atOnce, 2 * MINUTE)).toBe(minutes * MINUTE)
  // The shortest estimate is one minute.
  expect(timeOfUpdates(count, atOnce, 1)).toBe(MINUTE)
})
