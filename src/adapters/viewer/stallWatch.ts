import { STALLED_MS, STALLED_UNDER_BYTES } from "../../domain/wire/rfb/limits.ts"

/** What is known of a stream at a moment. */
export interface Progress {
  /** Whether the device has sent any pixels yet. */
  readonly hasPixels: boolean
  /** `bytes`: of a message that has begun. `drawing`: of a picture that is here. */
  readonly awaits: "nothing" | "bytes" | "drawing"
  /** Whole messages so far. */
  readonly messages: number
  /** Bytes so far. */
  readonly received: number
}

/**
 * Finds a stream from which a picture is due and does not come (SCREEN-3): the first one, or the rest of what has begun. A screen on which
 * nothing changes sends nothing, and is none of these. Time is counted in looks, not read off a clock: while the computer or the tab sleeps,
 * nothing is due.
 */
export class StallWatch {
  readonly #looks: number
  #quiet = 0
  #messages = 0
  #received = 0

  /** How often it looks, ms. */
  constructor(everyMs: number) {
    this.#looks = STALLED_MS / everyMs
  }

  /** Looks once: whether what is due has not come for too long. */
  isStalled({ hasPixels, awaits, messages, received }: Progress): boolean {
    // Before the first picture no message is news but what it consists of.
    const goesOn = hasPixels && (awaits === "nothing" || messages !== this.#messages)
    const comes = awaits === "bytes" && received - this.#received >= STALLED_UNDER_BYTES
    if (goesOn || comes) {
      this.#quiet = 0
      this.#messages = messages
      this.#received = received
      return false
    }
    this.#quiet += 1
    return this.#quiet >= this.#looks
  }
}
