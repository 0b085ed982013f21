import * as fc from "fast-check"
import { expect, test } from "vitest"
import { NO_SLOTS, type Slots, slotsOf } from "../../src/app/ui/slots.ts"

/** The reuse of rows of a long list for other items (DEVICE-17). */

const ROWS = 20
const from = (first: number): readonly string[] => Array.from({ length: ROWS }, (_, place) => `d${first + place}`)
const keyOf = ({ ids, keys }: Slots, id: string): number | undefined => keys[ids.indexOf(id)]

test("[DEVICE-17] a jump in a long list makes no new rows, and they stay in their order", () => {
  const before = slotsOf(NO_SLOTS, from(0), null)
  const after = slotsOf(before, from(500), null)
  expect(after.keys).toEqual(before.keys)
  expect(after.ids).toEqual(from(500))
})

test("[DEVICE-17] a step in a long list makes one row, and each of the others stays that of its item", () => {
  const before = slotsOf(NO_SLOTS, from(0), null)
  const after = slotsOf(before, from(1), null)
  expect(from(1).map((id) => keyOf(after, id))).toEqual([...before.keys.slice(1), before.next])
})

test("[DEVICE-17][UX-1] the row that had the focus follows its item, and never becomes that of another", () => {
  const window = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 30 })
  fc.assert(
    fc.property(fc.array(window, { minLength: 2, maxLength: 8 }), fc.integer({ min: 0, max: 60 }), (windows, at) => {
      const held = `d${at}`
      let known = NO_SLOTS
      for (const places of windows) {
        const ids = places.map((place) => `d${place}`)
        const next = slotsOf(known, ids, held)
        expect(new Set(next.keys).size).toBe(ids.length)
        const row = keyOf(known, held)
        if (row !== undefined) expect(next.keys.indexOf(row)).toBe(ids.indexOf(held))
        known = next
      }
    }),
  )
})
