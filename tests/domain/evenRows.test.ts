import * as fc from "fast-check"
import { expect, test } from "vitest"
import { evenPart, revealed } from "../../src/app/ui/evenRows.ts"

/** The rows of a long list that are rendered into the page (EVENT-6). */

const PITCH = 36
const HEAD = 40
/** The greatest height that every browser lays out, px. */
const BROWSERS_LAY_OUT = 17_000_000

const heights = fc.integer({ min: 100, max: 2_000 })
const counts = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 300_000, max: 2_000_000 }))

/** The largest scroll position of a list in its frame, px. */
const end = (count: number, height: number): number => {
  const { first, last, before, after } = evenPart(count, PITCH, { scrolled: 0, height })
  return Math.max(0, before + (last - first) * PITCH + after - height)
}

test("[EVENT-6] wherever a list of any length is, its frame is full of rows, and no browser gets more than it lays out", () => {
  fc.assert(
    fc.property(counts, heights, fc.double({ min: 0, max: 1, noNaN: true }), (count, height, share) => {
      const scrolled = end(count, height) * share
      const { first, last, before, after } = evenPart(count, PITCH, { scrolled, height })
      const bottom = before + (last - first) * PITCH
      expect([first >= 0, last <= count, before >= 0, after >= 0]).toEqual([true, true, true, true])
      expect(before).toBeLessThanOrEqual(scrolled)
      expect(bottom).toBeGreaterThanOrEqual(Math.min(scrolled + height, count * PITCH) - 1)
      expect(bottom + after).toBeLessThan(BROWSERS_LAY_OUT)
    }),
  )
})

test("[EVENT-6] at its ends a list shows the first and the last row, of a million too", () => {
  fc.assert(
    fc.property(counts, heights, (count, height) => {
      expect(evenPart(count, PITCH, { scrolled: 0, height }).first).toBe(0)
      const { last, before, first } = evenPart(count, PITCH, { scrolled: end(count, height), height })
      expect(last).toBe(count)
      expect(before + (last - first) * PITCH).toBeCloseTo(end(count, height) + Math.min(height, count * PITCH), 3)
    }),
  )
})

test("[EVENT-6] a row that is revealed is whole in the frame, below what covers its head, and stays where it is", () => {
  fc.assert(
    fc.property(
      counts,
      heights,
      fc.nat(),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (count, height, number, share) => {
        const row = number % count
        const before = { scrolled: end(count, height) * share, height }
        const scrolled = revealed(row, count, PITCH, HEAD, before) ?? before.scrolled
        const shown = evenPart(count, PITCH, { scrolled, height })
        expect(row).toBeGreaterThanOrEqual(shown.first)
        expect(row).toBeLessThan(shown.last)
        expect(revealed(row, count, PITCH, 0, { scrolled, height })).toBeNull()
      },
    ),
  )
})
