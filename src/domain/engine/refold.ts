import type { StoredEvent } from "../event/event.ts"
import { standInId } from "../log/damage.ts"
import { type Folded, foldStored } from "../log/fold.ts"
import { hasEnvelope } from "../log/upcasting.ts"
import type { Aside, Base, Snapshot } from "../ports/eventStore.ts"
import type { AnyEvent, FoldModel } from "./model.ts"
import { knownBase, snapshotOf } from "./opening.ts"

/** Result of folding a log from its beginning. */
export interface Refolded {
  /** The state up to the end of the sound part; null when not even the first chunk is sound. */
  readonly snapshot: Snapshot | null
  /** Events that an earlier release could not read and this one can. */
  readonly readable: readonly StoredEvent[]
}

/**
 * Folds the whole log, chunk by chunk, for a release that has no snapshot of it, and tries again the events that were
 * set aside. It stops before the chunk with the first unreadable event: opening the log folds from there and reports
 * the damage.
 */
export class Refold<State, Event extends AnyEvent> {
  readonly #model: FoldModel<State, Event>
  readonly #aside: ReadonlyMap<number, StoredEvent>
  readonly #first: number
  readonly #readable: StoredEvent[] = []
  #state: State
  #cursor: number
  #isEnded = false

  constructor(model: FoldModel<State, Event>, base: Base | null, aside: readonly Aside[]) {
    this.#model = model
    this.#aside = new Map(aside.flatMap(({ seq, row }) => (isEventAt(seq, row) ? [[row.seq, row] as const] : [])))
    this.#cursor = base?.seq ?? 0
    this.#first = this.#cursor
    this.#state = (base === null ? null : knownBase(model, base)) ?? model.initialState
  }

  /** Takes the next events. Returns false when an event was not sound; no more are needed then. */
  add(events: readonly StoredEvent[]): boolean {
    this.#isEnded ||= !this.#take(events)
    return !this.#isEnded
  }

  #take(events: readonly StoredEvent[]): boolean {
    const tried = new Map(events.flatMap((event) => this.#original(event)))
    for (;;) {
      const folded = this.#fold(events.map((event) => tried.get(event.seq) ?? event))
      if (folded.unread.length === 0 && folded.newer === null) {
        this.#state = folded.state
        this.#cursor = folded.cursor
        this.#readable.push(...tried.values())
        return true
      }
      if (!without(tried, folded)) return false
    }
  }

  end(): Refolded {
    const isBegun = this.#cursor > this.#first
    return { snapshot: isBegun ? snapshotOf(this.#model, this.#cursor, this.#state) : null, readable: this.#readable }
  }

  #fold(events: readonly StoredEvent[]) {
    return foldStored(this.#model, this.#model.registry, this.#state, this.#cursor, events)
  }

  /** The set-aside event that a stand-in replaced, if it was kept. */
  #original({ seq, id }: StoredEvent): readonly (readonly [number, StoredEvent])[] {
    const kept = id === standInId(seq) ? this.#aside.get(seq) : undefined
    return kept === undefined ? [] : [[seq, kept]]
  }
}

const isEventAt = (seq: number | null, row: unknown): row is StoredEvent => hasEnvelope(row) && row.seq === seq

/** Removes the events that still cannot be read from those to try. Returns false when none of them was among those. */
const without = (
  tried: Map<number, StoredEvent>,
  { unread, newer }: Pick<Folded<unknown, never>, "unread" | "newer">,
): boolean => {
  const wrong = [...unread, ...(newer === null ? [] : [newer])].filter(({ seq }) => tried.delete(seq))
  return wrong.length > 0
}
