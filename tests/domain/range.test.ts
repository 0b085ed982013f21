import * as fc from "fast-check"
import { expect, test } from "vitest"
import { alone, extended, nothingChosen, type Ranged, reached, toggled } from "../../src/app/devices/range.ts"

/** Choosing devices in a list, with the rules of file managers. */

const ids = [..."abcdefgh"]
const after = (...steps: readonly ((before: Ranged) => Ranged)[]): string =>
  [...steps.reduce((made, step) => step(made), nothingChosen).chosen].sort().join("")

test("[DEVICE-18] a range shrinks and turns round with Shift, and takes nothing else away", () => {
  const to = (id: string) => extended(id, ids)
  expect(after(toggled("b"), to("g"))).toBe("bcdefg")
  expect(after(toggled("b"), to("g"), to("c"))).toBe("bc")
  expect(after(toggled("d"), to("g"), to("b"))).toBe("bcd")
  expect(after(toggled("h"), toggled("b"), to("e"), to("c"))).toBe("bch")
  // The item at which the range began is no longer in the list, so a new range begins.
  expect(after(toggled("b"), extended("g", ["f", "g"]))).toBe("bg")
})

test("[DEVICE-18] a range by keys goes on where it ended, and begins again after a step without Shift", () => {
  const step = (from: string, to: string) => reached(from, to, ids)
  expect(after(step("b", "c"), step("c", "d"), step("d", "c"))).toBe("bc")
  expect(after(step("b", "c"), step("c", "b"), step("b", "a"))).toBe("ab")
  expect(after(toggled("a"), step("e", "f"))).toBe("aef")
  expect(after(() => alone(ids.slice(0, 3)), step("f", "e"))).toBe("abcef")
})

test("[DEVICE-18] whatever came before, a range holds all from its begin to its end, and what was chosen beside it", () => {
  const place = fc.nat(ids.length - 1)
  fc.assert(
    fc.property(
      fc.array(place, { maxLength: 4 }),
      place,
      fc.array(place, { maxLength: 4 }),
      place,
      (by, from, via, to) => {
        const id = (at: number) => ids[at] ?? ""
        const before = [...by, from].reduce((made, at) => toggled(id(at))(made), nothingChosen)
        const then = [...via, to].reduce((made, at) => extended(id(at), ids)(made), before)
        const range = ids.slice(Math.min(from, to), Math.max(from, to) + 1)
        expect(then.chosen).toEqual(new Set([...before.chosen, ...range]))
      },
    ),
  )
})
