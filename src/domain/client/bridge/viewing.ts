import { Clock, Effect, Fiber, Stream } from "effect"
import { type ReachFailure, reachOf } from "../../features/reach/feature.ts"
import { Bridge } from "../../ports/bridge.ts"
import { Ids, Preferences } from "../../ports/platform.ts"
import type { State } from "../../product/state.ts"
import {
  PASSCODE_KEY_PREFIX,
  REACH_ATTEMPTS_MAX,
  REACH_BASE_MS,
  REACH_CAP_MS,
  REACH_LOOKS_MAX,
} from "../../values/limits.ts"
import { typedSecret } from "../../values/typedValue.ts"
import type { BridgeCallback } from "../../wire/bridge.ts"
import { Engine } from "../log/engine.ts"
import { report } from "../sync/reporting.ts"
import { changes, heard } from "../wakers.ts"
import { type DeviceTarget, Viewing, type ViewingRequest } from "./desk.ts"
import { incomingOf } from "./linking.ts"

/** The device that this tab looks at, from the first connection to the last, and the passcodes that devices ask for. */

const keyOf = (did: string): string => `${PASSCODE_KEY_PREFIX}${did}`

/** Asks the native side for the device; what comes of it comes as messages. */
type Needs = Bridge | Viewing | Engine | Ids

const knock: Effect.Effect<void, never, Needs> = Effect.gen(function* () {
  const viewing = yield* Viewing
  const bridge = yield* Bridge
  if (viewing.target === null) return
  const { id, isUsb, cloudType } = viewing.target
  viewing.given = null
  viewing.isRefused = false
  yield* Effect.catch(bridge.send({ type: "connect_device", id, is_usb: isUsb, cloud_type: cloudType }), () =>
    // Right after the start of a page nobody knows yet whether there is a native side.
    viewing.link === null ? Effect.void : unreached("away"),
  )
})

/** A lost connection is tried again with growing waits; one that never was is told at once. */
const unreached = Effect.fnUntraced(function* (reason: ReachFailure) {
  const viewing = yield* Viewing
  const { tab } = yield* Ids
  const state = (yield* Engine).state()
  const { target } = viewing
  if (target === null) return
  viewing.viewer = null
  const wasSeen = reachOf(state.reach, tab).device?.seenAt !== null
  const isOver = !wasSeen || viewing.attempt >= REACH_ATTEMPTS_MAX || reason === "refused" || reason === "not_allowed"
  const attempt = isOver ? viewing.attempt : viewing.attempt + 1
  const wait = Math.min(REACH_CAP_MS, REACH_BASE_MS * 2 ** (attempt - 1))
  const until = isOver ? null : (yield* Clock.currentTimeMillis) + wait
  viewing.attempt = attempt
  yield* report({ type: "ReportUnreached", id: target.id, reason, attempt, until })
  if (!isOver) yield* knockAfter(wait)
})

const knockAfter = Effect.fnUntraced(function* (wait: number) {
  const viewing = yield* Viewing
  viewing.coming = yield* Effect.forkDetach(
    Effect.andThen(
      Effect.sleep(wait),
      Effect.suspend(() => {
        viewing.coming = null
        return knock
      }),
    ),
  )
})

const stopWaiting = Effect.gen(function* () {
  const viewing = yield* Viewing
  const { coming } = viewing
  viewing.coming = null
  if (coming !== null) yield* Fiber.interrupt(coming)
})

/** Connects to a device so that its screen can be seen; the one before is left (DEVICE-8). */
const openDevice = Effect.fnUntraced(function* (target: DeviceTarget) {
  const viewing = yield* Viewing
  if (viewing.target !== null && viewing.target.id !== target.id) yield* closeDevice
  yield* stopWaiting
  Object.assign(viewing, { target, viewer: null, attempt: 0, looks: 0, isRefused: false })
  yield* report({ type: "OpenDevice", ...target })
  yield* knock
})

/** Tries now instead of waiting, or once more after the last attempt. */
const retryDevice = Effect.gen(function* () {
  const viewing = yield* Viewing
  yield* stopWaiting
  if (viewing.coming === null && viewing.attempt >= REACH_ATTEMPTS_MAX) viewing.attempt = 0
  yield* knock
})

/** Leaves the device, or gives up waiting for it. */
const closeDevice = Effect.gen(function* () {
  const viewing = yield* Viewing
  const bridge = yield* Bridge
  const { target } = viewing
  yield* stopWaiting
  if (target === null) return
  Object.assign(viewing, { target: null, viewer: null, attempt: 0 })
  yield* Effect.ignore(bridge.send({ type: "disconnect_device", id: target.id }))
  yield* report({ type: "CloseDevice", id: target.id })
})

/** The passcode that a person has typed; kept for the next time once it has opened the device. */
const answerPasscode = Effect.fnUntraced(function* (passcode: string, keep: boolean) {
  const viewing = yield* Viewing
  const { tab } = yield* Ids
  const asked = reachOf((yield* Engine).state().reach, tab).passcode
  if (asked === null || typedSecret(passcode) === "") return
  viewing.given = { id: asked.id, by: "typed", passcode: typedSecret(passcode), keep }
  yield* report({ type: "SettlePasscode", id: asked.id })
  yield* Effect.ignore((yield* Bridge).send({ type: "auth_device", password: typedSecret(passcode) }))
})

/** Whoever does not know the passcode gives up what it was asked for. */
const giveUpPasscode = Effect.gen(function* () {
  const viewing = yield* Viewing
  const { tab } = yield* Ids
  const asked = reachOf((yield* Engine).state().reach, tab).passcode
  if (asked === null) return
  yield* report({ type: "SettlePasscode", id: asked.id })
  if (viewing.target?.id === asked.id) return yield* closeDevice
  yield* Effect.ignore((yield* Bridge).send({ type: "disconnect_device", id: asked.id }))
})

type Message<Type extends BridgeCallback["type"]> = Extract<BridgeCallback, { type: Type }>

/** A stored passcode is tried first; a person is asked when there is none, or when it was wrong (DEVICE-9). */
const asksPasscode = Effect.fnUntraced(function* ({ id, error, wait_ms = 0 }: Message<"auth_device">) {
  const viewing = yield* Viewing
  const preferences = yield* Preferences
  const { given, target } = viewing
  const { did, name } = target?.id === id ? target : (viewing.known.get(id) ?? { did: id, name: "" })
  const refused = given?.id === id && error !== undefined ? given : null
  viewing.given = null
  const stored = yield* preferences.get(keyOf(did))
  if (stored !== null && refused === null && wait_ms === 0) {
    viewing.given = { id, by: "stored", passcode: stored, keep: true }
    return yield* Effect.ignore((yield* Bridge).send({ type: "auth_device", password: stored }))
  }
  if (refused !== null && error === "wrong_passcode" && refused.passcode === stored)
    yield* preferences.remove(keyOf(did))
  const until = (yield* Clock.currentTimeMillis) + wait_ms
  yield* report({ type: "WantPasscode", id, did, name, tried: refused?.by ?? "none", until })
})

const isConnected = Effect.fnUntraced(function* ({ id, viewer }: Message<"connected">) {
  const viewing = yield* Viewing
  if (viewing.target?.id !== id) return
  yield* stopWaiting
  viewing.viewer = viewer ?? null
  viewing.attempt = 0
  yield* report({ type: "ReportReached", id })
})

/** The passcode has opened the device, whatever it was wanted for. */
const keepsPasscode = Effect.fnUntraced(function* (id: string) {
  const viewing = yield* Viewing
  const { given } = viewing
  if (given?.id !== id) return
  viewing.given = null
  const did = viewing.target?.id === id ? viewing.target.did : viewing.known.get(id)?.did
  const preferences = yield* Preferences
  if (did === undefined) return
  yield* given.keep ? preferences.set(keyOf(did), given.passcode) : preferences.remove(keyOf(did))
})

const notReached = Effect.fnUntraced(function* (reason: ReachFailure) {
  const viewing = yield* Viewing
  if (reason !== "unknown_device" || viewing.looks >= REACH_LOOKS_MAX) return yield* unreached(reason)
  viewing.looks += 1
  yield* knockAfter(REACH_BASE_MS)
})

/**
 * The cloud does not hand the request on: the device is not there to be asked, and that is told at once (DEVICE-10). What
 * the native side says of this attempt later tells nothing more.
 */
export const refusedByCloud = Effect.fnUntraced(function* (did: string) {
  const viewing = yield* Viewing
  const { tab } = yield* Ids
  const { device } = reachOf((yield* Engine).state().reach, tab)
  // One that was connected may be restarting: it is tried again, however the cloud answers meanwhile.
  if (viewing.target?.did !== did || device === null || device.seenAt !== null) return
  viewing.isRefused = true
  yield* unreached("not_allowed")
})

const hear = Effect.fnUntraced(function* (message: BridgeCallback) {
  const viewing = yield* Viewing
  switch (message.type) {
    case "devices_discovered":
      for (const { id, did, name } of message.devices) viewing.known.set(id, { did, name })
      return
    case "auth_device":
      return yield* asksPasscode(message)
    case "connected":
      yield* keepsPasscode(message.id)
      return yield* isConnected(message)
    case "disconnected":
      if (viewing.target?.id === message.id && viewing.viewer !== null) yield* unreached(message.reason)
      return
    case "mode_changed":
      yield* keepsPasscode(message.id)
      return yield* report({ type: "ReportMode", id: message.id, mode: message.mode })
    case "error":
      if (viewing.isRefused) return
      if (message.about === "connect_device" && viewing.target?.id === message.id && viewing.coming === null)
        yield* notReached(message.reason)
      return
    default:
      return
  }
})

/** While the native side is away nothing can be tried; once it is back, the device is asked for at once (BRIDGE-4). */
const followLink = Effect.gen(function* () {
  const { onLink } = yield* Bridge
  const viewing = yield* Viewing
  yield* Stream.runForEach(heard(onLink), ({ state }) =>
    Effect.gen(function* () {
      const before = viewing.link
      viewing.link = state
      if (viewing.target === null || before === state) return
      if (state === "connected") {
        yield* stopWaiting
        viewing.looks = 0
        yield* knock
      } else if (viewing.coming === null) yield* unreached("away")
    }),
  )
})

/**
 * Whoever leaves the account leaves its devices too, and what the native side was told for them. The session is compared,
 * because a log that was begun anew tells of no event.
 */
const leaveWithAccount = Effect.gen(function* () {
  const engine = yield* Engine
  const bridge = yield* Bridge
  let session = engine.state().session.current?.id
  const hasEnded = ({ session: { current } }: State): true | null => {
    const before = session
    session = current?.id
    return before !== undefined && before !== session ? true : null
  }
  yield* Stream.runForEach(changes(hasEnded), () => Effect.andThen(closeDevice, bridge.leave))
})

const does = (request: ViewingRequest) => {
  switch (request.type) {
    case "open":
      return openDevice(request.target)
    case "retry":
      return retryDevice
    case "close":
      return closeDevice
    case "answer":
      return answerPasscode(request.passcode, request.keep)
    case "giveUp":
      return giveUpPasscode
  }
}

/** Does what the person asks, one after the other. */
const followRequests = Effect.gen(function* () {
  const { requests } = yield* Viewing
  yield* Stream.runForEach(Stream.fromQueue(requests), does)
})

export const followViewing = Effect.suspend(() =>
  Effect.all(
    [
      followRequests,
      Stream.runForEach(
        incomingOf("devices_discovered", "auth_device", "connected", "disconnected", "mode_changed", "error"),
        hear,
      ),
      followLink,
      leaveWithAccount,
    ],
    { concurrency: "unbounded", discard: true },
  ),
)
