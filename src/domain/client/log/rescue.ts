import { Effect, Result } from "effect"
import { foldStored } from "../../log/fold.ts"
import { EventStore } from "../../ports/eventStore.ts"
import { model } from "../../product/decider.ts"
import { registry } from "../../product/events.ts"
import { unpackedState } from "../../product/stored.ts"
import { survivors } from "../accounts/survivors.ts"
import { knownBase } from "./opening.ts"

/**
 * Begins a new log with what must not be lost of the old one, as far as that can be read: actions that wait, the
 * session, tags. No engine is needed. Events of a newer release are read by nobody here, so the old log stays when it has some.
 */
export const beginAnew = Effect.gen(function* () {
  const store = yield* EventStore
  const opened = yield* Effect.result(store.open(null))
  if (Result.isFailure(opened) && keepsOthers.has(opened.failure.reason)) return yield* Effect.fail(opened.failure)
  const { base, tail } = Result.isSuccess(opened) ? opened.success : { base: null, tail: [] }
  const known = base === null ? null : (unpackedState(base.state) ?? knownBase(base))
  const { state, newer } = foldStored(model, registry, known ?? model.initialState, base?.seq ?? 0, tail)
  if (newer !== null) return false
  yield* store.renew(survivors(state))
  return true
})

/** The log is whole, and another tab works on it. */
const keepsOthers: ReadonlySet<string> = new Set(["newer", "blocked", "quota"])
