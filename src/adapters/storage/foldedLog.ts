import type { StoredEvent } from "../../domain/event/event.ts"
import { StoreError } from "../../domain/ports/eventStore.ts"
import { deletedElsewhere, erasedElsewhere } from "../../domain/ports/storeRules.ts"
import { isFirst, type LogTables } from "./database.ts"
import { lastSeq, readAfter } from "./history.ts"
import { generationOf } from "./opening.ts"

/** The log that this tab has folded, to check that the database still holds it. */
export class FoldedLog {
  #generation: string | undefined
  /** Nothing is left of the log. Only a reload opens it again. */
  #isGone = false
  #reached = 0
  readonly #wasLost: () => boolean

  /** `wasLost` returns true when the browser itself has closed the database. */
  constructor(wasLost: () => boolean) {
    this.#wasLost = wasLost
  }

  /** The last sequence number that this tab has read of a log whose end is lost. */
  get reached(): number {
    return this.#reached
  }

  refuseGone(): void {
    if (this.#isGone) throw deletedElsewhere()
  }

  /** From now on this tab follows the log of this generation. */
  follow(generation: string): void {
    this.#generation = generation
    this.#isGone = false
    this.#reached = 0
  }

  /** Fails when the events this tab has folded are no longer those of the log. */
  async check({ marks }: LogTables): Promise<void> {
    this.refuseGone()
    const generation = await generationOf(marks)
    this.#generation ??= generation
    if (this.#generation === generation) return
    // A browser may report the deletion as a broken connection. This tab had a log, and a tab that replaces a log never
    // leaves a first one.
    this.#isGone = isFirst(generation) || this.#wasLost()
    throw this.#isGone ? deletedElsewhere() : erasedElsewhere()
  }

  /**
   * Reads both at once. If both fail, the generation is reported, because a new generation explains a tail that does
   * not fit the cursor.
   */
  async tailAfter(tables: LogTables, cursor: number): Promise<readonly StoredEvent[]> {
    const [read, checked] = await Promise.allSettled([readAfter(tables, cursor), this.check(tables)])
    if (isErased(checked) || isErased(read)) await this.#checkLength(tables, cursor)
    if (checked.status === "rejected") throw checked.reason
    if (read.status === "rejected") throw read.reason
    return read.value
  }

  /**
   * A log of the same generation never gets shorter. If it did, another program has emptied it, or rows at its end are
   * lost.
   */
  async #checkLength(tables: LogTables, cursor: number): Promise<void> {
    const generation = await generationOf(tables.marks)
    if (cursor === 0 || (generation !== this.#generation && generation !== "")) return
    const last = await lastSeq(tables)
    this.#isGone ||= last === 0 && (await tables.segments.count()) === 0
    this.refuseGone()
    if (last < cursor) this.#reached = cursor
  }
}

const isErased = (result: PromiseSettledResult<unknown>): boolean =>
  result.status === "rejected" && result.reason instanceof StoreError && result.reason.reason === "erased"
