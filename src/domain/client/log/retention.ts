import { Clock, Effect } from "effect"
import { knownBase } from "../../engine/opening.ts"
import { foldStored } from "../../log/fold.ts"
import { isSettled } from "../../outbox/state.ts"
import { type Base, EventStore, type StoreError } from "../../ports/eventStore.ts"
import { Ids } from "../../ports/platform.ts"
import type { State } from "../../product/state.ts"
import { packedState } from "../../product/stored.ts"
import {
  LOG_KEPT_EVENTS,
  LOG_KEPT_MS,
  LOG_KEPT_WHEN_FULL_EVENTS,
  LOG_KEPT_WHEN_FULL_MS,
  RETENTION_PERIOD_MS,
  RETENTION_STEP_EVENTS,
  RETRY_CAP_MS,
  ROOM_AGAIN_MS,
  SCAN_CHUNK_EVENTS,
} from "../../values/limits.ts"
import { survivors } from "../accounts/keptAfterReset.ts"
import { onStatus, runOnTrigger } from "../triggers.ts"
import { Engine } from "./engine.ts"
import { logModel } from "./model.ts"

/** The history that a browser keeps. Fewer than `step` events are not worth a new base. */
export interface KeptHistory {
  readonly events: number
  readonly ms: number
  readonly step: number
}

const USUAL: KeptHistory = { events: LOG_KEPT_EVENTS, ms: LOG_KEPT_MS, step: RETENTION_STEP_EVENTS }
const WHEN_FULL: KeptHistory = {
  events: LOG_KEPT_WHEN_FULL_EVENTS,
  ms: LOG_KEPT_WHEN_FULL_MS,
  step: RETENTION_STEP_EVENTS,
}

type Store = EventStore["Service"]

/**
 * The last event that may be deleted. An action that is not settled stays, with all events after it (EVENT-4). So do
 * events that this tab has not read, because they may hold such actions.
 */
const lastExpendable = ({ outbox }: State, seen: number, last: number): number => {
  let most = Math.min(seen, last - 1)
  for (const action of outbox.actions.values()) if (!isSettled(action)) most = Math.min(most, action.order - 1)
  return most
}

/** The last of the first events that are older than `moment`. */
const lastOlder = Effect.fnUntraced(function* (store: Store, first: number, most: number, moment: number) {
  let older = first - 1
  let isOver = false
  while (!isOver && older < most) {
    yield* store.scan(older + 1, Math.min(most, older + SCAN_CHUNK_EVENTS), (events) =>
      Effect.sync(() => {
        const young = events.findIndex(({ at }) => at >= moment)
        isOver = young >= 0 || events.length === 0
        older = (young < 0 ? events.at(-1) : events[young - 1])?.seq ?? older
      }),
    )
  }
  return older
})

/**
 * The state after an event, folded from the beginning of the log. Null when an event of a newer release comes before
 * it, or another tab has pruned the beginning meanwhile.
 */
const stateAt = Effect.fnUntraced(function* (store: Store, first: number, seq: number) {
  const base = yield* store.base
  let state: State | null = (base && knownBase(logModel, base)) ?? logModel.initialState
  let cursor = base?.seq ?? 0
  if (cursor !== first - 1) return null
  yield* store.scan(first, seq, (events) =>
    Effect.sync(() => {
      if (state === null) return
      const folded =
        events[0]?.seq === cursor + 1 ? foldStored(logModel, logModel.registry, state, cursor, events) : null
      state = folded?.newer === null ? folded.state : null
      cursor = folded?.cursor ?? cursor
    }),
  )
  return cursor === seq ? state : null
})

/** When the new base does not fit, deletes the snapshots, which are only a cache. */
const begunWith = (store: Store, base: Base): Effect.Effect<void, StoreError> =>
  Effect.catchTag(store.prune(base), "StoreError", (error) =>
    error.reason === "quota"
      ? Effect.andThen(store.setAside({ events: [], snapshots: true }), store.prune(base))
      : Effect.fail(error),
  )

/**
 * Prunes history that is too old or too long, and begins the log with the state at that point. Only this release can
 * read the packed state, so the base also keeps events that rebuild the data that must not be lost. Returns the last
 * pruned event, or null.
 */
export const retain = Effect.fnUntraced(function* ({ events, ms, step }: KeptHistory) {
  const engine = yield* Engine
  const store = yield* EventStore
  const { first, last } = yield* store.bounds
  const most = lastExpendable(engine.state(), engine.cursor(), last)
  const moment = (yield* Clock.currentTimeMillis) - ms
  const cut = Math.min(most, Math.max(last - events, yield* lastOlder(store, first, most, moment)))
  if (cut - first + 1 < step) return null
  const state = yield* stateAt(store, first, cut)
  if (state === null) return null
  const kept = { ...packedState(state), kept: survivors(state) }
  yield* begunWith(store, { seq: cut, version: logModel.version, state: kept })
  return cut
})

/** The leader prunes periodically. After a failure it tries again at the next time. */
export const keepWithinBounds = Effect.gen(function* () {
  const engine = yield* Engine
  const { tab } = yield* Ids
  yield* Effect.sleep(RETENTION_PERIOD_MS)
  const turn = Effect.suspend(() =>
    engine.works() && engine.state().outbox.leader === tab ? Effect.ignore(retain(USUAL)) : Effect.void,
  )
  yield* runOnTrigger([], Effect.as(turn, RETENTION_PERIOD_MS))
})

/**
 * Makes room when storage is full, even if little history is left then (EVENT-4). Any tab that cannot write may do it:
 * when no tab can write, none can begin to lead. The pruning is recorded with the first event that can be written
 * again.
 */
export const makeRoom = Effect.fnUntraced(function* (bounds: KeptHistory = WHEN_FULL) {
  const engine = yield* Engine
  const store = yield* EventStore
  let tried = Number.NEGATIVE_INFINITY
  let untold = 0
  const letGo = Effect.gen(function* () {
    const { first } = yield* store.bounds
    const cut = yield* retain(bounds)
    if (cut !== null) untold += cut - first + 1
  })
  const turn = Effect.gen(function* () {
    const { storage, outdated } = engine.status()
    const now = yield* Clock.currentTimeMillis
    const isDue = now < tried || now - tried >= ROOM_AGAIN_MS
    // A log shorter than `step` events is not even examined.
    if (storage === "quota" && !outdated && isDue && engine.cursor() > bounds.step) {
      tried = now
      yield* Effect.ignore(letGo)
    }
    if (untold === 0) return storage === "quota" ? ROOM_AGAIN_MS : RETENTION_PERIOD_MS
    const recorded = engine.dispatch({ type: "TryStorage", reason: "quota", forgotten: untold })
    const isRecorded = yield* Effect.match(recorded, { onSuccess: () => true, onFailure: () => false })
    if (isRecorded) untold = 0
    return isRecorded ? ROOM_AGAIN_MS : RETRY_CAP_MS
  })
  yield* runOnTrigger([onStatus(engine)], turn)
})
