import { Effect, Result } from "effect"
import { knownBase } from "../../engine/opening.ts"
import type { StoredEvent } from "../../event/event.ts"
import { standIn, standIns } from "../../log/damage.ts"
import { foldStored } from "../../log/fold.ts"
import { type Base, EventStore } from "../../ports/eventStore.ts"
import { SCAN_CHUNK_EVENTS } from "../../values/limits.ts"
import { survivors } from "../accounts/keptAfterReset.ts"
import { logModel } from "./model.ts"

/** What can still be read of a log: each event after the base, or its stand-in. */
export interface Rest {
  readonly base: Base | null
  readonly events: readonly StoredEvent[]
}

type Store = EventStore["Service"]

/** The log is whole, and another tab works on it. */
const keepsOthers: ReadonlySet<string> = new Set(["newer", "blocked", "unanswered", "quota"])

/** Each reading that fails takes a moment: after so many, what fails is no longer looked through event by event. */
const FAILURES_MAX = 5_000

/** Reads what one reading of all does not give: a part that cannot be read is halved, down to the event that is to blame. */
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
  // A beginning that cannot be read has its place all the same.
  const base = known ?? (first > 1 ? { seq: first - 1, version: 0, state: null } : null)
  return { base, events: yield* readPiecewise(store, first, last) }
})

const foldedRest = ({ base, events }: Rest) => {
  const known = base === null ? null : (logModel.unpack(base.state) ?? knownBase(logModel, base))
  return foldStored(logModel, logModel.registry, known ?? logModel.initialState, base?.seq ?? 0, events)
}

/** What can still be read; null when that is nothing. Events that no state can be made of leave stand-ins as well. */
export const readRest = Effect.gen(function* () {
  const rest = yield* stored
  if (rest === null || (rest.base === null && rest.events.length === 0)) return null
  const bad = new Map(foldedRest(rest).unread.map(({ seq, type, problem }) => [seq, standIn(seq, type, problem)]))
  return { base: rest.base, events: rest.events.map((event) => bad.get(event.seq) ?? event) } satisfies Rest
})

/**
 * Begins a new log with what must not be lost of the old one: actions that wait, the session, tags. No engine is needed.
 * This release cannot read events of a newer one, so the old log stays when it has some.
 */
export const beginAgain = Effect.fnUntraced(function* (rest: Rest | null) {
  const { state, newer } = foldedRest(rest ?? { base: null, events: [] })
  if (newer !== null) return false
  const store = yield* EventStore
  yield* store.renew(survivors(state))
  return true
})
