import { Effect } from "effect"
import type { Damage } from "../../features/diagnostics/feature.ts"
import { type Folded, foldStored, type Unread } from "../../log/fold.ts"
import { keptIn } from "../../log/structure.ts"
import { outboxEvents } from "../../outbox/events.ts"
import type { Base, EventStore, Snapshot, Opened as Stored, StoreError } from "../../ports/eventStore.ts"
import { model } from "../../product/decider.ts"
import { registry } from "../../product/events.ts"
import { STATE_VERSION, type State } from "../../product/state.ts"
import { packedState, unpackedState } from "../../product/stored.ts"

export interface Opened {
  readonly state: State
  readonly cursor: number
  /** Up to where a snapshot is kept; 0 when there is none. */
  readonly snapshotSeq: number
  /** The log holds events of a newer release. */
  readonly outdated: boolean
  readonly found: Found
}

/** What was wrong with the log, to be put right and told. */
export interface Found {
  readonly unread: readonly Unread[]
  readonly missing: number
  readonly odd: number
  /** Whether a snapshot was of no use. */
  readonly snapshot: boolean
}
export const NOTHING_FOUND: Found = { unread: [], missing: 0, odd: 0, snapshot: false }

export const isSound = ({ unread, missing, odd, snapshot }: Found): boolean =>
  unread.length + missing + odd === 0 && !snapshot

/** What the person is told: figures, and whether actions may be among what was lost. */
export const damageOf = ({ unread, missing, odd, snapshot }: Found): Damage => ({
  unread: unread.length,
  actions: unread.filter(({ type }) => type !== null && Object.hasOwn(outboxEvents, type)).length,
  missing,
  odd,
  snapshot,
})

export const snapshotOf = (seq: number, state: State): Snapshot => ({
  seq,
  version: STATE_VERSION,
  state: packedState(state),
})

/** The state of a snapshot or a base, or null when it is not one that this release has written. */
const stateOf = (kept: Snapshot | Base): State | null =>
  kept.version === STATE_VERSION ? unpackedState(kept.state) : null

/** The state at start: the snapshot and the tail after it, or the whole log when the snapshot is of no use. */
export const openLog = (store: EventStore["Service"]): Effect.Effect<Opened, StoreError> =>
  Effect.gen(function* () {
    const stored = yield* store.open(STATE_VERSION)
    const { snapshot, mended } = stored
    if (snapshot === null) return withoutSnapshot(stored, { ...NOTHING_FOUND, ...mended })
    const state = stateOf(snapshot)
    const folded = state && foldStored(model, registry, state, snapshot.seq, stored.tail)
    if (folded?.unread.every(({ problem }) => problem !== "fold"))
      return openedOf(folded, snapshot.seq, { ...NOTHING_FOUND, ...mended, unread: folded.unread })
    const whole = yield* store.open(null)
    return withoutSnapshot(whole, { ...whole.mended, unread: [], snapshot: true })
  })

/** The state of a base: as it was, or what its events say must not be lost of it; null when neither is known. */
export const knownBase = (base: Base): State | null => {
  const state = stateOf(base)
  if (state !== null) return state
  const kept = keptIn(base.state)
  return kept.length === 0 ? null : foldStored(model, registry, model.initialState, 0, kept).state
}

/** A base that cannot be used has lost what was before it. */
const withoutSnapshot = ({ base, tail }: Stored, found: Found): Opened => {
  const known = base === null ? model.initialState : knownBase(base)
  const folded = foldStored(model, registry, known ?? model.initialState, base?.seq ?? 0, tail)
  return openedOf(folded, 0, { ...found, unread: folded.unread })
}

const openedOf = (
  { state, cursor, newer }: Pick<Folded<State, never>, "state" | "cursor" | "newer">,
  snapshotSeq: number,
  found: Found,
): Opened => ({ state, cursor, snapshotSeq, outdated: newer !== null, found })
