import { Clock, Effect } from "effect"
import { foldStored } from "../../log/fold.ts"
import { isSettled } from "../../outbox/state.ts"
import { EventStore } from "../../ports/eventStore.ts"
import { Ids } from "../../ports/platform.ts"
import { model } from "../../product/decider.ts"
import { registry } from "../../product/events.ts"
import { STATE_VERSION, type State } from "../../product/state.ts"
import { packedState } from "../../product/stored.ts"
import {
  LOG_KEPT_EVENTS,
  LOG_KEPT_MS,
  RETENTION_PERIOD_MS,
  RETENTION_STEP_EVENTS,
  SCAN_CHUNK_EVENTS,
} from "../../values/limits.ts"
import { survivors } from "../accounts/survivors.ts"
import { turns } from "../wakers.ts"
import { Engine } from "./engine.ts"
import { knownBase } from "./opening.ts"

/** How much history a browser keeps; less than `step` events are not worth a new beginning. */
export interface KeptHistory {
  readonly events: number
  readonly ms: number
  readonly step: number
}

const USUAL: KeptHistory = { events: LOG_KEPT_EVENTS, ms: LOG_KEPT_MS, step: RETENTION_STEP_EVENTS }

type Store = EventStore["Service"]

/** The last event that may go: an action that is not settled stays, with all that came after it (EVENT-4). */
const lastExpendable = ({ outbox }: State, last: number): number => {
  let most = last - 1
  for (const action of outbox.actions.values()) if (!isSettled(action)) most = Math.min(most, action.order - 1)
  return most
}

/** The last of the events from the front that are older than a moment. */
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

/** The state after an event, folded from where the log begins; null when a newer release wrote something before it. */
const stateAt = Effect.fnUntraced(function* (store: Store, first: number, seq: number) {
  const base = yield* store.base
  let state: State | null = (base && knownBase(base)) ?? model.initialState
  yield* store.scan(first, seq, (events) =>
    Effect.sync(() => {
      if (state === null) return
      const folded = foldStored(model, registry, state, (events[0]?.seq ?? first) - 1, events)
      state = folded.newer === null ? folded.state : null
    }),
  )
  return state
})

/**
 * Lets go of history that is too old or too much, and begins the log with the state there instead. Beside the packed state,
 * which this release alone can read, the base keeps events that lead to what must not be lost of it. Gives the last
 * event that went, or null.
 */
export const retain = Effect.fnUntraced(function* ({ events, ms, step }: KeptHistory) {
  const engine = yield* Engine
  const store = yield* EventStore
  const { first, last } = yield* store.bounds
  const most = lastExpendable(engine.state(), last)
  const moment = (yield* Clock.currentTimeMillis) - ms
  const cut = Math.min(most, Math.max(last - events, yield* lastOlder(store, first, most, moment)))
  if (cut - first + 1 < step) return null
  const state = yield* stateAt(store, first, cut)
  if (state === null) return null
  yield* store.prune({ seq: cut, version: STATE_VERSION, state: { ...packedState(state), kept: survivors(state) } })
  return cut
})

/** The leader looks now and then; what fails is tried again at the next time. */
export const keepWithinBounds = Effect.gen(function* () {
  const engine = yield* Engine
  const { tab } = yield* Ids
  yield* Effect.sleep(RETENTION_PERIOD_MS)
  const turn = Effect.suspend(() =>
    engine.works() && engine.state().outbox.leader === tab ? Effect.ignore(retain(USUAL)) : Effect.void,
  )
  yield* turns([], Effect.as(turn, RETENTION_PERIOD_MS))
})
