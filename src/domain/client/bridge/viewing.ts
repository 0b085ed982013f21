import { Effect, Stream } from "effect"
import type { ConnectFailure } from "../../features/deviceSession/events.ts"
import { tabSessionOf } from "../../features/deviceSession/feature.ts"
import type { KeyDecision } from "../../features/deviceSession/keys.ts"
import { Bridge } from "../../ports/bridge.ts"
import { Ids } from "../../ports/platform.ts"
import type { State } from "../../product/state.ts"
import {
  CONNECT_ATTEMPTS_MAX,
  CONNECT_BASE_MS,
  CONNECT_LOOKS_MAX,
  CONNECT_NAT_PATIENCE_MS,
} from "../../values/limits.ts"
import type { BridgeCallback } from "../../wire/bridge.ts"
import { Engine } from "../log/engine.ts"
import { changes, streamOf } from "../streams.ts"
import { report } from "../sync/reporting.ts"
import { askAfter, askForDevice, awaitWord, keepsPasscode, stopAwaiting, stopWaiting, unreached } from "./connecting.ts"
import { type DeviceTarget, Viewing, type ViewingRequest } from "./desk.ts"
import { asksAboutKey, judgeKey } from "./keyChanges.ts"
import { incomingOf } from "./linking.ts"
import { answerPasscode, asksPasscode, forgetOffered, forgetQuestion, offerPasscode } from "./passcodes.ts"

/** The device that this tab shows, from its first connection to its last. */

/** Connects to a device to show its screen. Disconnects the one before (DEVICE-8). */
const openDevice = Effect.fnUntraced(function* (target: DeviceTarget) {
  const viewing = yield* Viewing
  if (viewing.target !== null && viewing.target.id !== target.id) yield* closeDevice
  yield* stopWaiting
  Object.assign(viewing, { target, viewer: null, attempt: 0, looks: 0, isRefused: false })
  yield* report({ type: "OpenDevice", ...target })
  yield* askForDevice
})

/** Retries now instead of waiting, or starts over after the last attempt. */
const retryDevice = Effect.gen(function* () {
  const viewing = yield* Viewing
  yield* stopWaiting
  if (viewing.coming === null && viewing.attempt >= CONNECT_ATTEMPTS_MAX) viewing.attempt = 0
  yield* askForDevice
})

/** Disconnects from the device, or stops waiting for it. */
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

/** A person who does not know the passcode cancels the operation that needs it. */
const giveUpPasscode = Effect.gen(function* () {
  const viewing = yield* Viewing
  const { tab } = yield* Ids
  const asked = tabSessionOf((yield* Engine).state().reach, tab).passcode
  if (asked === null) return
  yield* report({ type: "SettlePasscode", id: asked.id })
  if (viewing.target?.id === asked.id) return yield* closeDevice
  yield* Effect.ignore((yield* Bridge).send({ type: "disconnect_device", id: asked.id }))
})

/** After the person trusts the key, the device is connected again; otherwise it is disconnected. */
const decideAboutKey = Effect.fnUntraced(function* (decision: KeyDecision) {
  const { target } = yield* Viewing
  const id = yield* judgeKey(decision)
  if (id === null || target?.id !== id) return
  yield* decision.isTrusted ? retryDevice : closeDevice
})

type Message<Type extends BridgeCallback["type"]> = Extract<BridgeCallback, { type: Type }>

const isConnected = Effect.fnUntraced(function* ({ id, viewer }: Message<"connected">) {
  const viewing = yield* Viewing
  if (viewing.target?.id !== id) return
  yield* stopWaiting
  viewing.viewer = viewer ?? null
  viewing.attempt = 0
  yield* report({ type: viewer === undefined ? "ReportHandedOver" : "ReportReached", id })
})

const notReached = Effect.fnUntraced(function* (reason: ConnectFailure) {
  const viewing = yield* Viewing
  if (reason !== "unknown_device" || viewing.looks >= CONNECT_LOOKS_MAX) return yield* unreached(reason)
  viewing.looks += 1
  yield* stopAwaiting
  yield* askAfter(CONNECT_BASE_MS)
})

/** True while the device is shown, here or in a window of the program around the page. */
const isSeen = Effect.gen(function* () {
  const viewing = yield* Viewing
  const { tab } = yield* Ids
  return viewing.viewer !== null || tabSessionOf((yield* Engine).state().reach, tab).device?.phase === "handedOver"
})

/**
 * The time when this tab began to request a device, ms: it identifies the attempt. Null when the tab shows another
 * device.
 */
export const attemptAt = Effect.fnUntraced(function* (did: string) {
  const { tab } = yield* Ids
  const { device } = tabSessionOf((yield* Engine).state().reach, tab)
  return device?.did === did ? device.askedAt : null
})

/**
 * The cloud does not relay the request of an attempt: the device or the cloud cannot be reached. The tab reports that
 * at once (DEVICE-10) and ignores later messages of the native side about this attempt.
 */
export const refusedByCloud = Effect.fnUntraced(function* (
  did: string,
  begunAt: number | null,
  reason: "not_allowed" | "wait" | "noCloud",
  httpStatus?: number,
) {
  const viewing = yield* Viewing
  const { tab } = yield* Ids
  const { device } = tabSessionOf((yield* Engine).state().reach, tab)
  // A device that was connected may be restarting, so the tab retries whatever the cloud replies.
  if (viewing.target?.did !== did || device?.askedAt !== begunAt || device.seenAt !== null) return
  viewing.isRefused = true
  yield* unreached(reason, httpStatus)
})

/** The cloud has relayed the request to the device. */
export const handedOnByCloud = Effect.fnUntraced(function* (did: string) {
  const { target } = yield* Viewing
  if (target?.did === did) yield* report({ type: "ReportAsked", id: target.id, step: "device" })
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
      if (viewing.target?.id === message.id && (yield* isSeen)) yield* unreached(message.reason)
      return
    case "mode_changed":
      yield* keepsPasscode(message.id)
      return yield* report({ type: "ReportMode", id: message.id, mode: message.mode })
    case "fw_progress":
      // The device accepts firmware only once it is open, so the passcode was right.
      return message.state > 0 ? yield* keepsPasscode(message.id) : undefined
    case "wake_result":
      return message.sent ? yield* keepsPasscode(message.id) : undefined
    case "error":
      if (viewing.isRefused) return
      if (message.reason === "key_changed") yield* asksAboutKey(message)
      if (message.about === "trust_key" && message.id !== undefined && message.reason === "storage_failed")
        yield* report({ type: "ReportKeyUnkept", id: message.id })
      if (message.about === "connect_device" && viewing.target?.id === message.id && viewing.coming === null)
        yield* notReached(message.reason)
      return
    case "nat_request":
      if (viewing.target?.did !== message.did || viewing.silence === null) return
      yield* report({ type: "ReportAsked", id: viewing.target.id, step: "cloud" })
      return yield* awaitWord(CONNECT_NAT_PATIENCE_MS)
    default:
      return
  }
})

/**
 * While the native side is away no attempt is possible. Once it is back, the tab requests the device at once
 * (BRIDGE-4).
 */
const followLink = Effect.gen(function* () {
  const { onLink } = yield* Bridge
  const viewing = yield* Viewing
  yield* Stream.runForEach(streamOf(onLink), ({ state }) =>
    Effect.gen(function* () {
      const before = viewing.link
      viewing.link = state
      if (before === "connected" && state !== "connected") yield* forgetQuestion
      if (viewing.target === null || before === state) return
      if (state === "connected") {
        yield* stopWaiting
        viewing.looks = 0
        yield* askForDevice
      } else if (viewing.coming === null) yield* unreached("away")
    }),
  )
})

/**
 * Signing out also disconnects the devices of the account and clears what the native side holds for them. Compares
 * sessions instead of looking for an event, because a new log has none for the end of a session.
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
    case "offer":
      return offerPasscode(request.passcode, request.keep)
    case "giveUp":
      return giveUpPasscode
    case "judgeKey":
      return decideAboutKey(request)
  }
}

/** Handles the requests of the person one after the other. */
const followRequests = Effect.gen(function* () {
  const { requests } = yield* Viewing
  yield* Effect.forever(Effect.flatMap(requests.take, does))
})

export const followViewing = Effect.suspend(() =>
  Effect.all(
    [
      followRequests,
      Stream.runForEach(
        incomingOf(
          "devices_discovered",
          "auth_device",
          "connected",
          "disconnected",
          "mode_changed",
          "fw_progress",
          "wake_result",
          "nat_request",
          "error",
        ),
        hear,
      ),
      followLink,
      leaveWithAccount,
      forgetOffered,
    ],
    { concurrency: "unbounded", discard: true },
  ),
)
