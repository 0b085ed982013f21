import { STALLED_MS, STALLED_UNDER_BYTES } from "../../domain/wire/rfb/limits.ts"

/** The state of a stream at a moment. */
export interface Progress {
  /** True when the device has sent pixels. */
  readonly hasPixels: boolean
  /** The missing part: `bytes` of an incomplete message, or `drawing` of a received picture. */
  readonly awaits: "nothing" | "bytes" | "drawing"
  /** Complete messages so far. */
  readonly messages: number
  /** Bytes so far. */
  readonly received: number
}

/**
 * Finds a stream whose due picture does not come (SCREEN-3): the first one, or the rest of an incomplete one. A screen
 * without changes sends nothing, and is not stalled. Time is counted in checks, not read off a clock: while the
 * computer or the tab sleeps, nothing is due.
 */
export class StallWatch {
  readonly #looks: number
  #quiet = 0
  #messages = 0
  #received = 0

  /** `everyMs`: the time between checks. */
  constructor(everyMs: number) {
    this.#looks = STALLED_MS / everyMs
  }

  /** Checks once. Returns true when a due picture has not come for too long. */
  isStalled({ hasPixels, awaits, messages, received }: Progress): boolean {
    // Before the first picture, only bytes count as progress.
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
