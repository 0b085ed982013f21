/** The number of time slices before the browser counts as not answering. */
const LOOKS = 8

/**
 * Calls back once the browser has had `ms` to answer. The time is counted in slices, each begun when the one before has
 * ended: while a page is busy, frozen or asleep, the browser had no time to answer.
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

  /** Starts counting. */
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

/** The value of the promise. If it takes the browser longer than `ms`, fails with `late`. */
export const within = async <A>(ms: number, promise: Promise<A>, late: () => Error): Promise<A> => {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const patience = new Patience(ms, () => reject(late()))
  try {
    return await Promise.race([promise, ended])
  } finally {
    patience.stop()
  }
}
