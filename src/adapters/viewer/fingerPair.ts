/** Two fingers on the picture, without I/O (SCREEN-6). */

/** Where a finger is, CSS pixels of the window. */
export interface Finger {
  readonly clientX: number
  readonly clientY: number
}

/** What two fingers do with the picture, in CSS pixels of the window: larger by a factor about a point, and moved. */
export interface TwoFingers {
  readonly factor: number
  readonly x: number
  readonly y: number
  readonly dx: number
  readonly dy: number
}

/** Fingers that have moved no farther than this have stayed, CSS pixels. */
export const TAP_SLOP = 10

const spread = (one: Finger, other: Finger) => ({
  apart: Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)),
  x: (one.clientX + other.clientX) / 2,
  y: (one.clientY + other.clientY) / 2,
})

/** Their first pixels say whether they pinch or drag, and they keep to it until one of them goes. */
export class FingerPair {
  readonly #begun: ReturnType<typeof spread>
  #before: ReturnType<typeof spread>
  #does: "pinch" | "drag" | undefined

  constructor(one: Finger, other: Finger) {
    this.#begun = spread(one, other)
    this.#before = this.#begun
  }

  /** Undefined while the fingers tremble. */
  move(one: Finger, other: Finger): { readonly does: "pinch" | "drag"; readonly move: TwoFingers } | undefined {
    const now = spread(one, other)
    const before = this.#before
    this.#before = now
    if (this.#does === undefined) {
      // A finger that moves alone counts for half in both; so a thumb that rests makes a pinch.
      const parted = Math.abs(now.apart - this.#begun.apart) / 2
      const dragged = Math.hypot(now.x - this.#begun.x, now.y - this.#begun.y)
      if (Math.max(parted, dragged) > TAP_SLOP) this.#does = parted >= dragged ? "pinch" : "drag"
      return undefined
    }
    const { x, y } = now
    const factor = this.#does === "pinch" ? now.apart / before.apart : 1
    return { does: this.#does, move: { factor, x, y, dx: x - before.x, dy: y - before.y } }
  }
}
