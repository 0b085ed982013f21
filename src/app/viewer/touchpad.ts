import type { PicturePoint } from "./zoom.ts"

/** Fingers on a touchpad, and their meaning for the pointer of the device, without I/O (SCREEN-6). */

/** Buttons of RFB, as bits of those that are held. */
export const padButtons = { left: 1, right: 4, wheelUp: 8, wheelDown: 16 } as const

export interface PadActs {
  /** Moves the pointer by this many pixels of the pad. */
  readonly move: (dx: number, dy: number) => void
  readonly press: (button: number) => void
  readonly release: (button: number) => void
}

/** The distance up to which a finger counts as unmoved, CSS pixels. */
const SLOP = 8
/** The longest touch that is a tap, ms. */
const TAP_MS = 250
/** A finger that rests for this time holds the item under the pointer, ms. */
export const HOLD_MS = 400
/** The distance of two fingers that equals one notch of a wheel, pixels. */
const NOTCH = 24

const { left, right, wheelUp, wheelDown } = padButtons

/**
 * One finger moves the pointer, and taps for the left button. Two fingers scroll, and tap for the right button. A
 * finger that rests first drags. Each event carries its time, ms, all of one clock.
 */
export class Touchpad {
  readonly #acts: PadActs
  readonly #fingers = new Map<number, PicturePoint>()
  #begunAt = 0
  /** Where each finger of this touch began. */
  readonly #begun = new Map<number, PicturePoint>()
  #most = 0
  #hasMoved = false
  #holds = false
  #scrolled = 0

  constructor(acts: PadActs) {
    this.#acts = acts
  }

  down(finger: number, at: PicturePoint, time: number): void {
    this.#fingers.set(finger, at)
    this.#most = Math.max(this.#most, this.#fingers.size)
    if (this.#fingers.size === 1) this.#begun.clear()
    this.#begun.set(finger, at)
    if (this.#fingers.size > 1) return
    this.#most = 1
    this.#begunAt = time
    this.#hasMoved = false
    this.#scrolled = 0
  }

  /** Call this when a finger has rested for `HOLD_MS`. */
  rested(): void {
    if (this.#fingers.size !== 1 || this.#most > 1 || this.#hasMoved || this.#holds) return
    this.#holds = true
    this.#acts.press(left)
  }

  move(finger: number, at: PicturePoint): void {
    const before = this.#fingers.get(finger)
    if (before === undefined) return
    const { x, y } = this.#begun.get(finger) ?? at
    const isFar = Math.hypot(at.x - x, at.y - y) > SLOP
    if (this.#most === 1 && !this.#hasMoved && !isFar) return
    this.#hasMoved ||= isFar
    this.#fingers.set(finger, at)
    if (this.#most === 1) this.#acts.move(at.x - before.x, at.y - before.y)
    else if (this.#fingers.size === 2) this.#scroll((at.y - before.y) / 2)
  }

  up(finger: number, time: number): void {
    if (!this.#fingers.delete(finger) || this.#fingers.size > 0) return
    if (this.#holds) {
      this.#holds = false
      this.#acts.release(left)
    } else if (!this.#hasMoved && time - this.#begunAt <= TAP_MS) this.#click(this.#most > 1 ? right : left)
  }

  /** The system cancelled the touch. Releases the held button. */
  cancel(): void {
    this.#fingers.clear()
    if (this.#holds) this.#acts.release(left)
    this.#holds = false
  }

  #click(button: number): void {
    this.#acts.press(button)
    this.#acts.release(button)
  }

  /** Scrolls so that the picture follows the fingers, as on a phone. */
  #scroll(distance: number): void {
    this.#scrolled += distance
    while (Math.abs(this.#scrolled) >= NOTCH) {
      this.#hasMoved = true
      this.#click(this.#scrolled > 0 ? wheelUp : wheelDown)
      this.#scrolled -= Math.sign(this.#scrolled) * NOTCH
    }
  }
}
