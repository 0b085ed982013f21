import { Deferred, Effect } from "effect"
import type { Mode } from "../../wire/bridge.ts"
import { Engine } from "../log/engine.ts"
import { type ModeRefused, Viewing, type ViewingRequest } from "./desk.ts"

/** Queues a request for the loop that follows the native side, which runs once its code is loaded. */
export const askViewing = Effect.fnUntraced(function* (request: ViewingRequest) {
  const { requests } = yield* Viewing
  yield* requests.offer(request)
})

/** Completes when the device reports the mode. Asks for the passcode when the device wants it. */
export const switchMode = Effect.fnUntraced(function* (id: string, mode: Mode) {
  const { modes } = yield* Viewing
  const came = yield* Deferred.make<void, ModeRefused>()
  yield* modes.offer({ id, mode, came })
  yield* Deferred.await(came)
})

/**
 * True when this browser asked the native side for an operation that may need the passcode of the device. A question
 * about any other device opens no dialog, because the person would not know its purpose.
 */
export const isAskedFor = Effect.fnUntraced(function* (id: string) {
  const { target, switching } = yield* Viewing
  const { firmware, lan } = (yield* Engine).state()
  return target?.id === id || switching.has(id) || firmware.updates.has(id) || lan.wakes.some((wake) => wake.id === id)
})
