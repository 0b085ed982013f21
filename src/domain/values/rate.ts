/**
 * Token bucket: at most `burst` at once, then one more every `refillMs`. It has no clock: the caller passes the time,
 * ms.
 */
export class Rate {
  readonly #burst: number
  readonly #refillMs: number
  #left: number
  #countedAt = Number.NEGATIVE_INFINITY

  constructor(burst: number, refillMs: number) {
    this.#burst = burst
    this.#refillMs = refillMs
    this.#left = burst
  }

  /** The time until a token is available, ms; 0 if one is. */
  wait(now: number): number {
    this.#left = Math.min(this.#burst, this.#left + Math.max(0, now - this.#countedAt) / this.#refillMs)
    this.#countedAt = now
    return this.#left >= 1 ? 0 : (1 - this.#left) * this.#refillMs
  }

  /** Takes one token, if one is available. */
  take(now: number): boolean {
    if (this.wait(now) > 0) return false
    this.#left -= 1
    return true
  }

  /** Takes one token in any case, even below zero. The refill pays that back first. */
  owe(now: number): void {
    this.wait(now)
    this.#left -= 1
  }
}
