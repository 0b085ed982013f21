import { PICTURES_IN_FLIGHT_MAX, PICTURES_PER_SECOND } from "../../../src/domain/wire/device/limits.ts"
import type { Picture } from "../../../src/domain/wire/device/message.ts"

/** What one session sees: at most so many pictures a second, and never more than two that are not acknowledged. */

const PICTURE_MS = 1_000 / PICTURES_PER_SECOND
/** The clock in the picture shows seconds. */
const CLOCK_MS = 1_000

/** A picture before it belongs to a session. */
export type Scene = Omit<Picture, "number" | "echo">

export class Viewing {
  /** Settings of the stream; null while there is none. */
  settings: { readonly audio: boolean; readonly input: boolean } | null = null
  /** The latest `seq` of input that has been taken in. */
  #echo: number | null = null
  #number = 0
  #acknowledged = 0
  #sentAt = Number.NEGATIVE_INFINITY
  #stale = true

  start(audio: boolean, input: boolean): void {
    this.settings = { audio, input }
    this.#stale = true
  }

  stop(): void {
    this.settings = null
    this.#acknowledged = this.#number
  }

  heard(seq: number): void {
    this.#echo = seq
    this.#stale = true
  }

  touch(): void {
    this.#stale = true
  }

  acknowledge(number: number): void {
    if (number <= this.#number) this.#acknowledged = Math.max(this.#acknowledged, number)
  }

  /** When the next picture may go out, ms since 1970; null while none may. */
  due(now: number): number | null {
    if (this.settings === null || this.#number - this.#acknowledged >= PICTURES_IN_FLIGHT_MAX) return null
    const tick = (Math.floor(Math.max(now, this.#sentAt) / CLOCK_MS) + 1) * CLOCK_MS
    return this.#stale || this.#clockMoved(now) ? Math.max(now, this.#sentAt + PICTURE_MS) : tick
  }

  #clockMoved(now: number): boolean {
    return Math.floor(now / CLOCK_MS) !== Math.floor(this.#sentAt / CLOCK_MS)
  }

  /** The picture to send now; undefined when there is nothing new, or too much on its way. */
  next(scene: Scene, now: number): Picture | undefined {
    const due = this.due(now)
    if (this.settings === null || due === null || due > now) return undefined
    this.#number += 1
    this.#sentAt = now
    this.#stale = false
    const sound = this.settings.audio ? scene.sound : null
    return { ...scene, sound, number: this.#number, echo: this.#echo }
  }
}
