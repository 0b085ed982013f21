import { afterEach, expect, test } from "vitest"
import type { GuardedRfb } from "../../src/adapters/viewer/guardedRfb.ts"
import { opened, PlayedDevice } from "./playedScreen.ts"
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

/** All of them touch, one after the other, move by so much each, and go. */
const touch = (rfb: GuardedRfb, from: readonly Point[], by: readonly Point[]) => {
  const begun = fingersAt(rfb, from)
  for (const [at, finger] of begun.entries()) say(rfb, "touchstart", begun.slice(0, at + 1), [finger])
  const moved = fingersAt(
    rfb,
    from.map(([x, y], at) => [x + (by[at]?.[0] ?? 0), y + (by[at]?.[1] ?? 0)]),
  )
  say(rfb, "touchmove", moved, moved)
  for (const [at, finger] of moved.entries()) say(rfb, "touchend", moved.slice(at + 1), [finger])
}

const TWO: readonly Point[] = [
  [100, 50],
  [160, 50],
]
const THREE: readonly Point[] = [...TWO, [130, 90]]

/** Buttons of the pointer messages that the device got: the second byte of six. */
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
  // A tap counts for itself, whatever the one before it was.
  touch(rfb, TWO, [])
  await until(() => pressed(device).length > buttons.length)
  expect(pressed(device)).toEqual([...buttons, 4])
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
