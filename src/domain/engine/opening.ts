import { Effect } from "effect"
import { keptIn, type LogDamage, NO_DAMAGE } from "../log/damage.ts"
import { type Folded, foldStored } from "../log/fold.ts"
import type { Base, EventStore, Snapshot, OpenedStore as Stored, StoreError } from "../ports/eventStore.ts"
import type { AnyEvent, FoldModel } from "./model.ts"

export interface OpenedState<State> {
  readonly state: State
  readonly cursor: number
  /** The sequence number of the kept snapshot; 0 when there is none. */
  readonly snapshotSeq: number
  /** The log holds events of a newer release. */
  readonly outdated: boolean
  readonly found: LogDamage
}

export const snapshotOf = <State>(
  { version, pack }: Pick<FoldModel<State, AnyEvent>, "version" | "pack">,
  seq: number,
  state: State,
): Snapshot => ({ seq, version, state: pack(state) })

/** The state of a snapshot or a base; null when this release did not write it. */
const stateOf = <State, Event extends AnyEvent>(model: FoldModel<State, Event>, kept: Snapshot | Base): State | null =>
  kept.version === model.version ? model.unpack(kept.state) : null

/** The state at start: the snapshot and the events after it, or the whole log when the snapshot is useless. */
export const openLog = <State, Event extends AnyEvent>(
  model: FoldModel<State, Event>,
  store: EventStore["Service"],
): Effect.Effect<OpenedState<State>, StoreError> =>
  Effect.gen(function* () {
    const stored = yield* store.open(model.version)
    const { snapshot, mended } = stored
    if (snapshot === null) return withoutSnapshot(model, stored, { ...NO_DAMAGE, ...mended })
    const state = stateOf(model, snapshot)
    const folded = state && foldStored(model, model.registry, state, snapshot.seq, stored.tail)
    if (folded?.unread.every(({ problem }) => problem !== "fold"))
      return openedOf(folded, snapshot.seq, { ...NO_DAMAGE, ...mended, unread: folded.unread })
    const whole = yield* store.open(null)
    return withoutSnapshot(model, whole, { ...whole.mended, unread: [], snapshot: true })
  })

/**
 * The state of a base. When it cannot be used, the fold of the events that the base keeps beside it; null when there
 * are none.
 */
export const knownBase = <State, Event extends AnyEvent>(model: FoldModel<State, Event>, base: Base): State | null => {
  const state = stateOf(model, base)
  if (state !== null) return state
  const kept = keptIn(base.state)
  return kept.length === 0 ? null : foldStored(model, model.registry, model.initialState, 0, kept).state
}

/** When a base cannot be used, everything before it is lost. */
const withoutSnapshot = <State, Event extends AnyEvent>(
  model: FoldModel<State, Event>,
  { base, tail }: Stored,
  found: LogDamage,
): OpenedState<State> => {
  const known = (base && knownBase(model, base)) ?? model.initialState
  const folded = foldStored(model, model.registry, known, base?.seq ?? 0, tail)
  return openedOf(folded, 0, { ...found, unread: folded.unread })
}

const openedOf = <State>(
  { state, cursor, newer }: Pick<Folded<State, never>, "state" | "cursor" | "newer">,
  snapshotSeq: number,
  found: LogDamage,
): OpenedState<State> => ({ state, cursor, snapshotSeq, outdated: newer !== null, found })
