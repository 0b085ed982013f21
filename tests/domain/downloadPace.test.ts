import fc from "fast-check"
import { expect, test } from "vitest"
import { createPace, PACE_BYTES, PACE_TICKS } from "../../src/domain/values/downloadPace.ts"

/** A download may be slow, but the client ends it when it stays below the least pace. */

const ticksUntilSlow = (perTick: number, ticks: number): number | null => {
  const pace = createPace()
  for (let tick = 1; tick <= ticks; tick += 1) {
    pace.came(perTick)
    if (pace.isTooSlow()) return tick
  }
  return null
}

test("[FW-7] what brings too little in a span is given up at its end, and what brings enough never", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 2, noNaN: true }), (share) => {
      const least = PACE_BYTES / PACE_TICKS
      const isSlow = share < 0.99
      if (isSlow) expect(ticksUntilSlow(least * share, 4 * PACE_TICKS)).toBe(PACE_TICKS)
      else if (share > 1.01) expect(ticksUntilSlow(least * share, 4 * PACE_TICKS)).toBe(null)
    }),
  )
})

test("[FW-7] each span is judged alone, and a wait that the server asked for does not count", () => {
  const pace = createPace()
  const isGivenUp = (ticks: number) => Array.from({ length: ticks }, () => pace.isTooSlow()).some(Boolean)
  pace.came(PACE_BYTES)
  expect(isGivenUp(PACE_TICKS)).toBe(false)
  expect(isGivenUp(PACE_TICKS - 1)).toBe(false)
  pace.restart()
  expect(isGivenUp(PACE_TICKS - 1)).toBe(false)
  pace.came(PACE_BYTES - 1)
  expect(isGivenUp(1)).toBe(true)
})
