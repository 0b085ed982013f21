import { ASKED_AFTER_MS, LATE_MS, UNANSWERED_MS } from "../../domain/wire/rfb/limits.ts"

/**
 * Finds a screen that answers no more (SCREEN-3). One on which nothing changes sends nothing, and so is asked for a dot of its picture after a
 * while. Time is counted in looks, as by `StallWatch`.
 */
export class AnswerWatch {
  readonly #everyMs: number
  /** Looks in a row at which nothing had come. */
  #quiet = 0
  #received = 0

  constructor(everyMs: number) {
    this.#everyMs = everyMs
  }

  /** Looks once, at the bytes received so far, while nothing that has begun is due: what is to be done about the screen. */
  look(received: number): "nothing" | "ask" | "wait" | "late" | "giveUp" {
    this.#quiet = received === this.#received ? this.#quiet + 1 : 0
    this.#received = received
    const quietMs = this.#quiet * this.#everyMs
    if (quietMs < ASKED_AFTER_MS) return "nothing"
    if (quietMs - this.#everyMs < ASKED_AFTER_MS) return "ask"
    const unansweredMs = quietMs - ASKED_AFTER_MS
    return unansweredMs < LATE_MS ? "wait" : unansweredMs < UNANSWERED_MS ? "late" : "giveUp"
  }

  /** What has begun is due, and watched as such. */
  pass(): void {
    this.#quiet = 0
  }
}
