import { ASKED_AFTER_MS, ASKED_RARELY_MS, DOT_MAX_BYTES, LATE_MS, UNANSWERED_MS } from "../../domain/wire/rfb/limits.ts"

/**
 * Finds a screen that no longer answers (SCREEN-3). A screen without changes sends nothing, so after a while it is
 * asked for a dot of its picture. A screen that answers with far more than a dot is asked rarely. Time is counted in
 * checks, as by `StallWatch`.
 */
export class AnswerWatch {
  readonly #everyMs: number
  /** Checks in a row without new bytes. */
  #quiet = 0
  #received = 0
  #isAsked = false
  #askedAfterMs = ASKED_AFTER_MS

  constructor(everyMs: number) {
    this.#everyMs = everyMs
  }

  /**
   * Checks once, with the bytes received so far, while no message is incomplete. Returns what to do about the screen.
   */
  look(received: number): "nothing" | "ask" | "wait" | "late" | "giveUp" {
    const came = received - this.#received
    this.#received = received
    if (came > 0) {
      if (this.#isAsked) this.#askedAfterMs = came > DOT_MAX_BYTES ? ASKED_RARELY_MS : ASKED_AFTER_MS
      this.pass()
      return "nothing"
    }
    this.#quiet += 1
    const unansweredMs = this.#quiet * this.#everyMs - this.#askedAfterMs
    if (unansweredMs < 0) return "nothing"
    if (!this.#isAsked) {
      this.#isAsked = true
      return "ask"
    }
    return unansweredMs < LATE_MS ? "wait" : unansweredMs < UNANSWERED_MS ? "late" : "giveUp"
  }

  /** A message is incomplete, so `StallWatch` watches the stream. */
  pass(): void {
    this.#quiet = 0
    this.#isAsked = false
  }
}
