import { Deferred, Effect } from "effect"
import type { Mode } from "../../wire/bridge.ts"
import { Engine } from "../log/engine.ts"
import { type ModeRefused, Viewing, type ViewingRequest } from "./desk.ts"

/** The loop that follows the native side carries it out, as soon as its code is loaded. */
export const askViewing = Effect.fnUntraced(function* (request: ViewingRequest) {
  const { requests } = yield* Viewing
  yield* requests.offer(request)
})

/** Done when the device reports the mode; the passcode is asked for where it wants one. */
export const switchMode = Effect.fnUntraced(function* (id: string, mode: Mode) {
  const { modes } = yield* Viewing
  const came = yield* Deferred.make<void, ModeRefused>()
  yield* modes.offer({ id, mode, came })
  yield* Deferred.await(came)
})

/**
 * Whether this browser asked the native side for something that a device may want its passcode for. A question about any other
 * device opens no dialog: a person must know what a passcode is for.
 */
export const isAskedFor = Effect.fnUntraced(function* (id: string) {
  const { target, switching } = yield* Viewing
  const { firmware, lan } = (yield* Engine).state()
  return target?.id === id || switching.has(id) || firmware.updates.has(id) || lan.wakes.some((wake) => wake.id === id)
})
