import fc from "fast-check"
import { expect, test } from "vitest"
import {
  actual,
  type Extent,
  fitScale,
  fitted,
  lookingAt,
  panned,
  placed,
  SCALE_MAX,
  scaledTo,
  visible,
  wheelFactor,
  type Zoom,
  zoomed,
} from "../../src/app/viewer/zoom.ts"

/** The scale of a device's picture, and the visible part of it. */

const side = (least: number, most: number) => fc.integer({ min: least, max: most })
const extent = (least: number, most: number) => fc.record({ width: side(least, most), height: side(least, most) })
const pictures = extent(16, 7_680)
const stages = extent(120, 3_840)
const share = fc.double({ min: 0, max: 1, noNaN: true })
const moves = fc.double({ min: -5_000, max: 5_000, noNaN: true })

type Step = (zoom: Zoom, picture: Extent, stage: Extent) => Zoom
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.constant<Step>(() => fitted),
  fc.constant<Step>(() => actual),
  fc.tuple(fc.double({ min: 0.05, max: 20, noNaN: true }), share, share).map(
    ([factor, x, y]): Step =>
      (zoom, picture, stage) => {
        return zoomed(zoom, picture, stage, factor, { x: x * stage.width, y: y * stage.height })
      },
  ),
  fc.tuple(moves, moves).map(
    ([x, y]): Step =>
      (zoom, picture, stage) =>
        panned(zoom, picture, stage, { x, y }),
  ),
  fc.tuple(share, share).map(
    ([x, y]): Step =>
      (zoom) =>
        lookingAt(zoom, { x, y }),
  ),
)

const NEAR = 6

test("[SCREEN-6] whatever is zoomed and moved, a picture larger than the stage leaves no gap, a smaller one lies in the middle", () => {
  fc.assert(
    fc.property(pictures, stages, fc.array(steps, { maxLength: 12 }), (picture, stage, done) => {
      let zoom: Zoom = fitted
      for (const step of done) zoom = step(zoom, picture, stage)
      const { left, top, width, height, scale } = placed(zoom, picture, stage)
      expect(scale).toBeLessThanOrEqual(Math.max(SCALE_MAX, fitScale(picture, stage)) + 1e-9)
      expect(width / height).toBeCloseTo(picture.width / picture.height, NEAR)
      for (const [start, length, room] of [
        [left, width, stage.width],
        [top, height, stage.height],
      ] as const) {
        if (length <= room) expect(start).toBeCloseTo((room - length) / 2, NEAR)
        else {
          expect(start).toBeLessThanOrEqual(1e-6)
          expect(start + length).toBeGreaterThanOrEqual(room - 1e-6)
        }
      }
      const part = visible(zoom, picture, stage)
      expect(part.x + part.width).toBeLessThanOrEqual(1 + 1e-6)
      expect(part.y + part.height).toBeLessThanOrEqual(1 + 1e-6)
    }),
  )
})

test("[SCREEN-6] what lies under the pointer stays there while it is made larger", () => {
  fc.assert(
    fc.property(
      pictures,
      stages,
      fc.double({ min: 1, max: 3, noNaN: true }),
      share,
      share,
      (picture, stage, factor, x, y) => {
        const zoom: Zoom = { scale: Math.max(1, fitScale(picture, stage)), centre: { x: 0.5, y: 0.5 } }
        const before = placed(zoom, picture, stage)
        fc.pre(before.width > stage.width && before.height > stage.height)
        const point = { x: x * stage.width, y: y * stage.height }
        const after = placed(zoomed(zoom, picture, stage, factor, point), picture, stage)
        expect((point.x - after.left) / after.width).toBeCloseTo((point.x - before.left) / before.width, NEAR)
        expect((point.y - after.top) / after.height).toBeCloseTo((point.y - before.top) / before.height, NEAR)
      },
    ),
  )
})

test("[SCREEN-6] made smaller than it fits, the picture fits, and grows and shrinks with the stage from then on", () => {
  const picture = { width: 1_920, height: 1_080 }
  const stage = { width: 960, height: 700 }
  const larger = zoomed(fitted, picture, stage, 3, { x: 0, y: 0 })
  expect(placed(larger, picture, stage).scale).toBeCloseTo(1.5, NEAR)
  expect(zoomed(larger, picture, stage, 0.01, { x: 0, y: 0 })).toEqual(fitted)
  expect(placed(fitted, picture, { width: 1_920, height: 1_200 }).scale).toBe(1)
  expect(scaledTo(larger, picture, stage, 1)).toEqual({ scale: 1, centre: larger.centre })
  expect(scaledTo(larger, picture, stage, 0.25)).toEqual(fitted)
})

const [PIXEL_MODE, LINE_MODE, PAGE_MODE] = [0, 1, 2]
const wheel = (deltaY: number, deltaMode = PIXEL_MODE) => wheelFactor({ deltaY, deltaMode })

test("[SCREEN-6] a notch of the wheel zooms by a fifth, whatever the browser counts in", () => {
  for (const delta of [53, 100, 120, 125, 150, 200, 240, 1_000]) {
    expect(wheel(-delta)).toBeCloseTo(1.2, NEAR)
    expect(wheel(delta)).toBeCloseTo(1 / 1.2, NEAR)
  }
  for (const [delta, mode] of [
    [1, LINE_MODE],
    [3, LINE_MODE],
    [1, PAGE_MODE],
  ] as const) {
    expect(wheel(-delta, mode)).toBeCloseTo(1.2, NEAR)
    expect(wheel(delta, mode)).toBeCloseTo(1 / 1.2, NEAR)
  }
})

test("[SCREEN-6] a pinch zooms smoothly: twice as far, twice as much, and back to where it began", () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 15, noNaN: true }), (delta) => {
      expect(wheel(-delta)).toBeGreaterThan(1)
      expect(wheel(-delta) ** 2).toBeCloseTo(wheel(-2 * delta), NEAR)
      expect(wheel(-delta) * wheel(delta)).toBeCloseTo(1, NEAR)
    }),
  )
  for (const mode of [PIXEL_MODE, LINE_MODE, PAGE_MODE]) expect(wheel(0, mode)).toBe(1)
})
