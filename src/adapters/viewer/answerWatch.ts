import { ASKED_AFTER_MS, ASKED_RARELY_MS, DOT_MAX_BYTES, LATE_MS, UNANSWERED_MS } from "../../domain/wire/rfb/limits.ts"

/**
 * Finds a screen that answers no more (SCREEN-3). One on which nothing changes sends nothing, and so is asked for a dot of its picture after a
 * while; one that answers with far more than a dot is asked rarely. Time is counted in looks, as by `StallWatch`.
 */
export class AnswerWatch {
  readonly #everyMs: number
  /** Looks in a row at which nothing had come. */
  #quiet = 0
  #received = 0
  #isAsked = false
  #askedAfterMs = ASKED_AFTER_MS

  constructor(everyMs: number) {
    this.#everyMs = everyMs
  }

  /** Looks once, at the bytes received so far, while nothing that has begun is due: what is to be done about the screen. */
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

  /** What has begun is due, and watched as such. */
  pass(): void {
    this.#quiet = 0
    this.#isAsked = false
  }
}
