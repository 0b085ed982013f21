import { Draft } from "../decider/draft.ts"
import type { StoredEvent } from "../decider/event.ts"
import { model } from "../model/decider.ts"
import { registry } from "../model/events.ts"
import { STATE_VERSION, type State } from "../model/state.ts"
import type { Snapshot } from "../ports/eventStore.ts"

export interface Opened {
  readonly state: State
  readonly cursor: number
  /** Up to where a snapshot is kept; 0 when there is none. */
  readonly snapshotSeq: number
  /** The log holds events of a newer release. */
  readonly outdated: boolean
}

/** The store keeps snapshots by version, and one of this version was written by this very shape. */
const isState = (snapshot: Snapshot): snapshot is Snapshot & { readonly state: State } =>
  snapshot.version === STATE_VERSION && typeof snapshot.state === "object" && snapshot.state !== null

/** The state at start: the snapshot and the tail after it, or the whole log. */
export const stateFrom = (snapshot: Snapshot | null, tail: readonly StoredEvent[]): Opened => {
  const usable = snapshot !== null && isState(snapshot) ? snapshot : null
  const draft = new Draft()
  let state = usable?.state ?? model.initialState
  const snapshotSeq = usable?.seq ?? 0
  let cursor = snapshotSeq
  for (const stored of tail) {
    const read = registry.read(stored)
    if (!read.ok) return { state, cursor, snapshotSeq, outdated: true }
    state = model.evolve(state, read.value, draft)
    cursor = stored.seq
  }
  return { state, cursor, snapshotSeq, outdated: false }
}
