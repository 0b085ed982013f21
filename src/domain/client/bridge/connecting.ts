import { Clock, Effect, Fiber } from "effect"
import { canAsk } from "../../features/bridge/feature.ts"
import type { ConnectFailure } from "../../features/deviceSession/events.ts"
import { tabSessionOf } from "../../features/deviceSession/feature.ts"
import { Bridge } from "../../ports/bridge.ts"
import { Ids, Preferences } from "../../ports/platform.ts"
import {
  CONNECT_ATTEMPTS_MAX,
  CONNECT_BASE_MS,
  CONNECT_CAP_MS,
  CONNECT_PATIENCE_MS,
  PASSCODE_KEY_PREFIX,
} from "../../values/limits.ts"
import { Engine } from "../log/engine.ts"
import { report } from "../sync/reporting.ts"
import { connectMessage } from "./connectMessage.ts"
import { Viewing } from "./desk.ts"

/** How this tab requests the device that it shows, how it retries, and how long it waits for the native side. */

/** Requests the device from the native side. The outcome arrives as messages. */
type Needs = Bridge | Viewing | Engine | Ids | Preferences

export const askForDevice: Effect.Effect<void, never, Needs> = Effect.gen(function* () {
  const viewing = yield* Viewing
  const bridge = yield* Bridge
  if (viewing.target === null) return
  const message = connectMessage((yield* Engine).state(), viewing.target)
  viewing.given = null
  viewing.isRefused = false
  yield* report({ type: "ReportAsked", id: viewing.target.id, step: "bridge" })
  yield* Effect.matchEffect(bridge.send(message), {
    onSuccess: () => awaitWord(CONNECT_PATIENCE_MS),
    // Right after the start of a page the client does not know yet whether there is a native side.
    onFailure: () => (viewing.link === null ? Effect.void : unreached("away")),
  })
})

/** Waits at most this long for the native side to report on the device (BRIDGE-7). */
export const awaitWord = Effect.fnUntraced(function* (patienceMs: number) {
  const viewing = yield* Viewing
  yield* stopAwaiting
  viewing.silence = yield* Effect.forkDetach(Effect.andThen(Effect.sleep(patienceMs), silent))
})

export const stopAwaiting = Effect.gen(function* () {
  const viewing = yield* Viewing
  const { silence } = viewing
  viewing.silence = null
  if (silence !== null) yield* Fiber.interrupt(silence)
})

/**
 * A native side that offers pictures would have sent their address. Any other has opened the device in its own window,
 * unless it disconnected meanwhile.
 */
const silent = Effect.gen(function* () {
  const viewing = yield* Viewing
  const { bridge } = (yield* Engine).state()
  viewing.silence = null
  if (viewing.target === null) return
  const { id } = viewing.target
  if (!canAsk(bridge)) return yield* unreached("away")
  if (canAsk(bridge, "viewer")) return yield* unreached("timed_out")
  yield* keepsPasscode(id)
  yield* report({ type: "ReportHandedOver", id })
})

/** True when a retry would end the same: a person has to act first. */
const isFinal = (reason: ConnectFailure): boolean =>
  reason === "refused" || reason === "not_allowed" || reason === "key_changed"

/** Retries a lost connection with growing waits. Reports a failed first attempt at once. */
export const unreached = Effect.fnUntraced(function* (reason: ConnectFailure, httpStatus?: number) {
  const viewing = yield* Viewing
  const { tab } = yield* Ids
  const state = (yield* Engine).state()
  const { target } = viewing
  yield* stopAwaiting
  if (target === null) return
  viewing.viewer = null
  const wasSeen = tabSessionOf(state.reach, tab).device?.seenAt !== null
  const isOver = !wasSeen || viewing.attempt >= CONNECT_ATTEMPTS_MAX || isFinal(reason)
  const attempt = isOver ? viewing.attempt : viewing.attempt + 1
  const wait = Math.min(CONNECT_CAP_MS, CONNECT_BASE_MS * 2 ** (attempt - 1))
  const until = isOver ? null : (yield* Clock.currentTimeMillis) + wait
  viewing.attempt = attempt
  const answered = httpStatus === undefined ? {} : { httpStatus }
  yield* report({ type: "ReportUnreached", id: target.id, reason, attempt, until, ...answered })
  if (!isOver) yield* askAfter(wait)
})

export const askAfter = Effect.fnUntraced(function* (wait: number) {
  const viewing = yield* Viewing
  viewing.coming = yield* Effect.forkDetach(
    Effect.andThen(
      Effect.sleep(wait),
      Effect.suspend(() => {
        viewing.coming = null
        return askForDevice
      }),
    ),
  )
})

export const stopWaiting = Effect.gen(function* () {
  const viewing = yield* Viewing
  const { coming } = viewing
  viewing.coming = null
  if (coming !== null) yield* Fiber.interrupt(coming)
  yield* stopAwaiting
})

export const keyOf = (did: string): string => `${PASSCODE_KEY_PREFIX}${did}`

/** Keeps the given passcode, because it has opened the device, for whatever operation. */
export const keepsPasscode = Effect.fnUntraced(function* (id: string) {
  const viewing = yield* Viewing
  const { given } = viewing
  if (given?.id !== id) return
  viewing.given = null
  const did = viewing.target?.id === id ? viewing.target.did : viewing.known.get(id)?.did
  const preferences = yield* Preferences
  if (did === undefined) return
  yield* given.keep ? preferences.set(keyOf(did), given.passcode) : preferences.remove(keyOf(did))
})
