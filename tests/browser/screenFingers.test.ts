import { afterEach, expect, test } from "vitest"
import type { GuardedRfb } from "../../src/adapters/viewer/guardedRfb.ts"
import { opened, PlayedDevice, takesAll } from "./playedScreen.ts"
import { until } from "./screenDesk.tsx"

/** Fingers on the picture, as a browser reports them. */

afterEach(() => document.body.replaceChildren())

type Point = readonly [x: number, y: number]

const fingersAt = (rfb: GuardedRfb, points: readonly Point[]) =>
  points.map(([clientX, clientY], identifier) => new Touch({ identifier, target: rfb._canvas, clientX, clientY }))

const say = (rfb: GuardedRfb, type: string, touches: readonly Touch[], changed: readonly Touch[]) =>
  rfb._canvas.dispatchEvent(
    new TouchEvent(type, { touches: [...touches], changedTouches: [...changed], cancelable: true, bubbles: true }),
  )

/** All fingers touch one after the other, move by these distances step by step, and lift. */
const touch = (rfb: GuardedRfb, from: readonly Point[], ...steps: readonly (readonly Point[])[]) => {
  const begun = fingersAt(rfb, from)
  for (const [at, finger] of begun.entries()) say(rfb, "touchstart", begun.slice(0, at + 1), [finger])
  let moved = begun
  for (const by of steps) {
    moved = fingersAt(
      rfb,
      from.map(([x, y], at) => [x + (by[at]?.[0] ?? 0), y + (by[at]?.[1] ?? 0)]),
    )
    say(rfb, "touchmove", moved, moved)
  }
  for (const [at, finger] of moved.entries()) say(rfb, "touchend", moved.slice(at + 1), [finger])
}

const TWO: readonly Point[] = [
  [100, 50],
  [160, 50],
]
const THREE: readonly Point[] = [...TWO, [130, 90]]

/** The pressed buttons in the pointer messages to the device: the second byte of six. */
const pressed = (device: PlayedDevice): readonly number[] =>
  device.got.filter(([type]) => type === 5).flatMap(([, buttons = 0]) => (buttons === 0 ? [] : [buttons]))

test.each<readonly [string, readonly Point[], readonly Point[], readonly number[]]>([
  ["two that stay are the right button", TWO, [], [4]],
  ["three that stay are the middle one", THREE, [], [2]],
  [
    "two that tremble are the right button",
    TWO,
    [
      [3, -4],
      [2, 2],
    ],
    [4],
  ],
  [
    "two that scroll a little",
    TWO,
    [
      [0, 30],
      [0, 30],
    ],
    [],
  ],
  [
    "two that pinch a little",
    TWO,
    [
      [-15, 0],
      [15, 0],
    ],
    [],
  ],
  [
    "two of which one moves",
    TWO,
    [
      [0, 0],
      [0, 20],
    ],
    [],
  ],
  [
    "three that move",
    THREE,
    [
      [0, 20],
      [0, 20],
      [0, 20],
    ],
    [],
  ],
])("[SCREEN-6] fingers tap only where they stay: %s", async (_name, from, by, buttons) => {
  const device = new PlayedDevice()
  const { rfb } = await opened(device)
  touch(rfb, from, by)
  // The next tap is independent of the gesture before it.
  touch(rfb, TWO, [])
  await until(() => pressed(device).length > buttons.length)
  expect(pressed(device)).toEqual([...buttons, 4])
})

const both = (x: number, y: number): readonly Point[] => [
  [x, y],
  [x, y],
]
const apart = (by: number): readonly Point[] => [
  [-by, 0],
  [by, 0],
]

test("[SCREEN-6] two fingers zoom the picture from their first pixels on, and move it as they go", async () => {
  const device = new PlayedDevice()
  const { rfb, moves } = await opened(device)
  touch(rfb, TWO, apart(12), apart(14), [
    [-14, 6],
    [14, 6],
  ])
  expect(moves).toEqual([
    { factor: 88 / 84, x: 130, y: 50, dx: 0, dy: 0 },
    { factor: 1, x: 130, y: 56, dx: 0, dy: 6 },
  ])
  expect(device.got).toEqual([])
})

test("[SCREEN-6] two fingers move a picture that is larger than its room", async () => {
  const device = new PlayedDevice()
  const { rfb, moves } = await opened(device)
  rfb.take({ ...takesAll, pans: true })
  touch(rfb, TWO, both(0, 12), both(5, 14))
  expect(moves).toEqual([{ factor: 1, x: 135, y: 64, dx: 5, dy: 2 }])
  expect(device.got).toEqual([])
})

test("[SCREEN-6] two fingers scroll at the device a notch for each 24 pixels, there and back and sideways", async () => {
  const device = new PlayedDevice()
  const { rfb, moves } = await opened(device)
  touch(rfb, TWO, both(0, 12), both(0, 37), both(0, 50), both(0, 10), both(25, 10), both(-5, 10))
  await until(() => device.buttons().length >= 8)
  expect(device.buttons().filter((mask) => mask > 0)).toEqual([8, 16, 32, 64])
  expect(moves).toEqual([])
})

test("[SCREEN-6] a second finger on a picture that one drags pinches nothing", async () => {
  const device = new PlayedDevice()
  const { rfb, moves } = await opened(device)
  const [first] = fingersAt(rfb, [[100, 50]])
  const [far, second] = fingersAt(rfb, [
    [160, 50],
    [220, 50],
  ])
  const [still, gone] = fingersAt(rfb, [
    [160, 50],
    [280, 50],
  ])
  if (!(first && far && second && still && gone)) throw new Error("No fingers.")
  say(rfb, "touchstart", [first], [first])
  say(rfb, "touchmove", [far], [far])
  say(rfb, "touchstart", [far, second], [second])
  say(rfb, "touchmove", [still, gone], [gone])
  say(rfb, "touchmove", [still, second], [second])
  expect(moves).toEqual([])
})

test("[SCREEN-5] fingers on the picture leave the text field of a phone open; without one they give the picture the focus", async () => {
  const { rfb } = await opened(new PlayedDevice())
  const finger = (identifier: number) =>
    new Touch({ identifier, target: rfb._canvas, clientX: 40 * identifier, clientY: 20 })
  const touch = (...touches: readonly Touch[]) => {
    const changedTouches = touches.slice(-1)
    rfb._canvas.dispatchEvent(new TouchEvent("touchstart", { touches: [...touches], changedTouches, cancelable: true }))
  }
  const field = document.createElement("textarea")
  document.body.append(field)
  field.focus()
  touch(finger(1))
  touch(finger(1), finger(2))
  expect(document.activeElement).toBe(field)
  field.blur()
  touch(finger(1))
  expect(document.activeElement).toBe(rfb._canvas)
})
