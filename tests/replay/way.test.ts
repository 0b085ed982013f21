import fc from "fast-check"
import { expect, test } from "vitest"
import { ledOn, noWay, placeOn, seenOn } from "../../src/app/log/useStep.ts"

test("[EVENT-6] no step is lost however late the pictures come, and however many of them are left out", () => {
  const move = fc.oneof(fc.constantFrom(1, -1, 10, -10), fc.constant("picture" as const))
  fc.assert(
    fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
      let [way, shown, wanted] = [noWay, 100, 100]
      for (const one of moves) {
        if (one === "picture") {
          shown = wanted
          way = seenOn(way, shown)
          continue
        }
        wanted += one
        const to = placeOn(way, shown) + one
        way = ledOn(way, shown, to)
        expect(to).toBe(wanted)
      }
    }),
  )
})

test("[EVENT-6] a picture of one of the steps before leaves the next step where the last one led", () => {
  let way = noWay
  for (let to = 9; to >= 5; to -= 1) way = ledOn(way, 10, to)
  way = seenOn(way, 7)
  expect(placeOn(way, 7)).toBe(5)
})

test("[EVENT-6] a place that was chosen elsewhere counts at once, whether the steps before had arrived or not", () => {
  const led = ledOn(noWay, 10, 9)
  expect(placeOn(seenOn(led, 40), 40)).toBe(40)
  const arrived = seenOn(led, 9)
  expect(placeOn(seenOn(arrived, 10), 10)).toBe(10)
})
