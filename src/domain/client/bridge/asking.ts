import { Deferred, Effect, Queue } from "effect"
import type { Mode } from "../../wire/bridge.ts"
import { type ModeRefused, Viewing, type ViewingRequest } from "./desk.ts"

/** Whoever follows the native side does it, as soon as its code is there. */
export const askViewing = Effect.fnUntraced(function* (request: ViewingRequest) {
  const { requests } = yield* Viewing
  yield* Queue.offer(requests, request)
})

/** Done when the device reports the mode; the passcode is asked for where it wants one. */
export const switchMode = Effect.fnUntraced(function* (id: string, mode: Mode) {
  const { modes } = yield* Viewing
  const came = yield* Deferred.make<void, ModeRefused>()
  yield* Queue.offer(modes, { id, mode, came })
  yield* Deferred.await(came)
})
