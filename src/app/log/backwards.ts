import type { StoredEvent } from "../../domain/event/event.ts"
import { type LogSource, READ_EVENTS } from "../client/logSource.ts"

/**
 * Reads a log from its end, chunk by chunk. When a caller needs events of the next chunk early, all of that chunk is
 * kept for its turn.
 */
export class Backwards {
  readonly #read: LogSource["read"]
  readonly #first: number
  #to: number
  #ahead: Promise<readonly StoredEvent[]> | null = null

  constructor(read: LogSource["read"], first: number, last: number) {
    this.#read = read
    this.#first = first
    this.#to = last
  }

  get hasMore(): boolean {
    return this.#to >= this.#first
  }

  next(): Promise<readonly StoredEvent[]> {
    const chunk = this.#ahead ?? this.#chunk()
    this.#ahead = null
    this.#to -= READ_EVENTS
    return chunk
  }

  /** Reads any events of the log. */
  readonly some: LogSource["read"] = async (from, to) => {
    if (from < this.#from || to > this.#to) return this.#read(from, to)
    this.#ahead ??= this.#chunk()
    const events = await this.#ahead
    return events.filter(({ seq }) => seq >= from && seq <= to)
  }

  get #from(): number {
    return Math.max(this.#first, this.#to - READ_EVENTS + 1)
  }

  #chunk(): Promise<readonly StoredEvent[]> {
    return this.#read(this.#from, this.#to)
  }
}
