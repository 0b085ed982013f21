import fc from "fast-check"
import { expect, test } from "vitest"
import { createPace, PACE_BYTES, PACE_TICKS } from "../../src/domain/values/downloadPace.ts"

/** A download may be slow, but not for ever. */

const ticksUntilSlow = (perTick: number, ticks: number): number | null => {
  const pace = createPace(0)
  for (let tick = 1; tick <= ticks; tick += 1) if (pace.isTooSlow(Math.floor(tick * perTick))) return tick
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

test("[FW-7] bytes that come again are not new, and a wait that the server asked for does not count", () => {
  const pace = createPace(0)
  const gone = (ticks: number, at: number) => Array.from({ length: ticks }, () => pace.isTooSlow(at)).some(Boolean)
  expect(gone(PACE_TICKS, PACE_BYTES)).toBe(false)
  expect(gone(PACE_TICKS / 2, 0)).toBe(false)
  expect(gone(PACE_TICKS / 2, PACE_BYTES)).toBe(true)
  expect(gone(PACE_TICKS - 1, PACE_BYTES)).toBe(false)
  pace.restart(PACE_BYTES)
  expect(gone(PACE_TICKS - 1, PACE_BYTES)).toBe(false)
})
