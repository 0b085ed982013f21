import * as fc from "fast-check"
import { expect, test } from "vitest"
import { padButtons, Touchpad } from "../../src/app/viewer/touchpad.ts"

const { left, right, wheelUp, wheelDown } = padButtons

/** A pad and a record of its output: moves as pairs, pressed buttons as bits, released ones as negative bits. */
const newPad = () => {
  const done: (number | readonly [number, number])[] = []
  const pad = new Touchpad({
    move: (dx, dy) => done.push([dx, dy]),
    press: (button) => done.push(button),
    release: (button) => done.push(-button),
  })
  return { pad, done }
}

test("[SCREEN-6] one finger on the touchpad moves the pointer, and taps for the left button unless it stayed or strayed", () => {
  const { pad, done } = newPad()
  pad.down(1, { x: 100, y: 100 }, 0)
  pad.move(1, { x: 103, y: 102 })
  pad.up(1, 200)
  expect(done.splice(0)).toEqual([left, -left])
  pad.down(1, { x: 100, y: 100 }, 0)
  pad.move(1, { x: 120, y: 90 })
  pad.move(1, { x: 121, y: 90 })
  pad.up(1, 100)
  expect(done.splice(0)).toEqual([
    [20, -10],
    [1, 0],
  ])
  pad.down(1, { x: 100, y: 100 }, 0)
  pad.up(1, 2_000)
  expect(done).toEqual([])
})

test("[SCREEN-6] a finger that rests first drags what is under the pointer, until it goes or is taken away", () => {
  const { pad, done } = newPad()
  for (const end of [() => pad.up(1, 900), () => pad.cancel()]) {
    pad.down(1, { x: 0, y: 0 }, 0)
    pad.rested()
    pad.move(1, { x: 30, y: 0 })
    end()
    expect(done.splice(0)).toEqual([left, [30, 0], -left])
  }
  // Neither a finger that has moved nor two fingers hold a button.
  pad.down(1, { x: 0, y: 0 }, 0)
  pad.down(2, { x: 50, y: 0 }, 10)
  pad.rested()
  expect(done).toEqual([])
})

test("[SCREEN-6] two fingers tap for the right button, and scroll the way they move", () => {
  const { pad, done } = newPad()
  const both = (dy: number, end: number) => {
    pad.down(1, { x: 0, y: 100 }, 0)
    pad.down(2, { x: 60, y: 100 }, 20)
    for (let at = 1; at <= 4; at++)
      for (const finger of [1, 2]) pad.move(finger, { x: 60 * (finger - 1), y: 100 + (dy * at) / 4 })
    pad.up(2, end)
    pad.up(1, end + 20)
  }
  both(0, 100)
  expect(done.splice(0)).toEqual([right, -right])
  // The move is shorter than a notch of the wheel, and too long for a tap.
  both(12, 100)
  expect(done.splice(0)).toEqual([])
  both(72, 150)
  expect(done.splice(0)).toEqual([wheelUp, -wheelUp, wheelUp, -wheelUp, wheelUp, -wheelUp])
  both(-24, 150)
  expect(done).toEqual([wheelDown, -wheelDown])
})

test("[SCREEN-4][SCREEN-6] whatever fingers do, no button stays held once they are gone", () => {
  const finger = fc.integer({ min: 1, max: 3 })
  const at = fc.record({ x: fc.integer({ min: 0, max: 300 }), y: fc.integer({ min: 0, max: 300 }) })
  const step = fc.oneof(
    fc.tuple(fc.constant("down"), finger, at),
    fc.tuple(fc.constant("move"), finger, at),
    fc.tuple(fc.constantFrom("up", "rested", "cancel"), finger, at),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { pad, done } = newPad()
      for (const [index, [kind, who, where]] of steps.entries()) {
        if (kind === "down") pad.down(who, where, index * 100)
        else if (kind === "move") pad.move(who, where)
        else if (kind === "up") pad.up(who, index * 100)
        else if (kind === "rested") pad.rested()
        else pad.cancel()
      }
      for (const who of [1, 2, 3]) pad.up(who, 10_000)
      const buttons = done.filter((each) => typeof each === "number")
      expect(buttons.reduce((sum, each) => sum + each, 0)).toBe(0)
    }),
  )
})
