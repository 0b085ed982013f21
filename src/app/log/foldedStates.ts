import { foldStored } from "../../domain/log/fold.ts"
import { model } from "../../domain/product/decider.ts"
import { registry } from "../../domain/product/events.ts"
import type { State } from "../../domain/product/state.ts"
import { salvagedState } from "../../domain/product/stored.ts"
import { type LogSource, READ_EVENTS } from "../client/logSource.ts"

/** The most kept states. They save folding from the beginning, and share the parts that did not change between them. */
const KEPT_MAX = 400

/**
 * The states of a log, folded as the app folds it (EVENT-2). A state is folded from the nearest kept one before it. At
 * first one state in every `READ_EVENTS` events is kept. Each time a log outgrows the limit, every second kept state is
 * dropped.
 */
export class FoldedStates {
  readonly #source: LogSource
  readonly #kept = new Map<number, State>()
  #every = READ_EVENTS
  #begin: Promise<number> | undefined

  constructor(source: LogSource) {
    this.#source = source
  }

  /** The state after the event `seq`; null when a person asks for another one meanwhile, or it cannot be read. */
  async stateAt(seq: number, isOver: () => boolean): Promise<State | null> {
    this.#begin ??= this.#first()
    const first = await this.#begin
    let cursor = [...this.#kept.keys()].reduce((best, at) => (at <= seq && at > best ? at : best), first)
    let state = this.#kept.get(cursor) ?? model.initialState
    while (cursor < seq) {
      if (isOver()) return null
      const to = Math.min(seq, (Math.floor(cursor / READ_EVENTS) + 1) * READ_EVENTS)
      const events = await this.#source.read(cursor + 1, to)
      if (events.length === 0) return null
      const folded = foldStored(model, registry, state, cursor, events)
      if (folded.newer !== null) return null
      state = folded.state
      cursor = to
      if (cursor % this.#every === 0) this.#keep(cursor, state, first)
    }
    return isOver() ? null : state
  }

  async #first(): Promise<number> {
    const base = await this.#source.base()
    const from = base?.seq ?? 0
    this.#kept.set(from, (base === null ? null : salvagedState(base.state)) ?? model.initialState)
    return from
  }

  #keep(seq: number, state: State, first: number): void {
    this.#kept.set(seq, state)
    if (this.#kept.size <= KEPT_MAX) return
    this.#every *= 2
    for (const at of this.#kept.keys()) if (at !== first && at % this.#every !== 0) this.#kept.delete(at)
  }
}
