/** The browser is looked at this many times before it counts as not answering. */
const LOOKS = 8

/**
 * Calls back once the browser has had `ms` to answer. The time is counted in slices, each begun when the one before has
 * ended: a page that was busy, frozen or asleep has given the browser no time, and must not blame it.
 */
export class Patience {
  readonly #slice: number
  readonly #onEnd: () => void
  #left = LOOKS
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(ms: number, onEnd: () => void) {
    this.#slice = ms / LOOKS
    this.#onEnd = onEnd
    this.begin()
  }

  /** Counts from now on. */
  begin(): void {
    this.stop()
    this.#left = LOOKS
    this.#look()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #look(): void {
    this.#timer = setTimeout(() => {
      this.#left -= 1
      if (this.#left === 0) this.#onEnd()
      else this.#look()
    }, this.#slice)
  }
}

/** What the promise gives, unless that takes the browser longer than `ms`: then `late` is the failure. */
export const within = async <A>(ms: number, promise: Promise<A>, late: () => Error): Promise<A> => {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const patience = new Patience(ms, () => reject(late()))
  try {
    return await Promise.race([promise, ended])
  } finally {
    patience.stop()
  }
}
