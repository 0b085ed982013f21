import { Effect, Result } from "effect"
import { knownBase } from "../../engine/opening.ts"
import type { StoredEvent } from "../../event/event.ts"
import { standIn, standIns } from "../../log/damage.ts"
import { foldStored } from "../../log/fold.ts"
import { type Base, EventStore } from "../../ports/eventStore.ts"
import { SCAN_CHUNK_EVENTS } from "../../values/limits.ts"
import { survivors } from "../accounts/keptAfterReset.ts"
import { logModel } from "./model.ts"

/** The readable rest of a log: each event after the base, or its stand-in. */
export interface Rest {
  readonly base: Base | null
  readonly events: readonly StoredEvent[]
}

type Store = EventStore["Service"]

/** With these failures the log is intact, or another tab works on it. */
const keepsOthers: ReadonlySet<string> = new Set(["newer", "blocked", "unanswered", "quota"])

/** Each failed read takes a moment. After this many, the search no longer looks at single events. */
const FAILURES_MAX = 5_000

/** Reads a damaged log piece by piece: halves an unreadable part, down to the damaged event. */
const readPiecewise = Effect.fnUntraced(function* (store: Store, first: number, last: number) {
  let failures = 0
  const events: StoredEvent[] = []
  const read = (from: number, to: number): Effect.Effect<void> =>
    Effect.gen(function* () {
      const found = new Map<number, StoredEvent>()
      const scanned = yield* Effect.result(
        store.scan(from, to, (chunk) =>
          Effect.sync(() => {
            for (const event of chunk) found.set(event.seq, event)
          }),
        ),
      )
      if (Result.isFailure(scanned)) {
        failures += 1
        if (from < to && failures < FAILURES_MAX) {
          const middle = Math.floor((from + to) / 2)
          yield* read(from, middle)
          yield* read(middle + 1, to)
          return
        }
      }
      for (const gap of standIns(from, to)) events.push(found.get(gap.seq) ?? gap)
    })
  for (let at = first; at <= last; at += SCAN_CHUNK_EVENTS) yield* read(at, Math.min(last, at + SCAN_CHUNK_EVENTS - 1))
  return events
})

const stored = Effect.gen(function* () {
  const store = yield* EventStore
  const opened = yield* Effect.result(store.open(null))
  if (Result.isSuccess(opened)) return { base: opened.success.base, events: opened.success.tail }
  if (keepsOthers.has(opened.failure.reason)) return yield* Effect.fail(opened.failure)
  const bounds = yield* Effect.result(store.bounds)
  if (Result.isFailure(bounds)) return null
  const { first, last } = bounds.success
  const known = yield* Effect.orElseSucceed(store.base, () => null)
  // A log whose base is unreadable still begins at its place.
  const base = known ?? (first > 1 ? { seq: first - 1, version: 0, state: null } : null)
  return { base, events: yield* readPiecewise(store, first, last) }
})

const foldedRest = ({ base, events }: Rest) => {
  const known = base === null ? null : (logModel.unpack(base.state) ?? knownBase(logModel, base))
  return foldStored(logModel, logModel.registry, known ?? logModel.initialState, base?.seq ?? 0, events)
}

/**
 * The readable rest of the log; null when there is none. Events that cannot be folded are replaced by stand-ins too.
 */
export const readRest = Effect.gen(function* () {
  const rest = yield* stored
  if (rest === null || (rest.base === null && rest.events.length === 0)) return null
  const bad = new Map(foldedRest(rest).unread.map(({ seq, type, problem }) => [seq, standIn(seq, type, problem)]))
  return { base: rest.base, events: rest.events.map((event) => bad.get(event.seq) ?? event) } satisfies Rest
})

/**
 * Begins a new log with the parts of the old one that must not be lost: waiting actions, the session, tags. Needs no
 * engine. When the old log holds events of a newer release, it stays, because this release cannot read them.
 */
export const beginAgain = Effect.fnUntraced(function* (rest: Rest | null) {
  const { state, newer } = foldedRest(rest ?? { base: null, events: [] })
  if (newer !== null) return false
  const store = yield* EventStore
  yield* store.renew(survivors(state))
  return true
})
