import { Effect, Option, Queue, type Semaphore } from "effect"
import type { FirmwareFailure } from "../../features/firmware/events.ts"
import type { FirmwareUpdate } from "../../features/firmware/state.ts"
import { failureOf as failureOfReason } from "../../features/firmware/updates.ts"
import { Bridge } from "../../ports/bridge.ts"
import { FirmwareImages, type KeptImage } from "../../ports/firmware.ts"
import type { State } from "../../product/state.ts"
import {
  BRIDGE_GREETING_MS,
  BRIDGE_PATIENCE_MS,
  CHUNK_TRIES,
  FIRMWARE_CHUNK_MAX_BYTES,
  KNOCK_AGAIN_MS,
  KNOCKS_MAX,
  PASSCODE_NEXT_TURN_MS,
  PASSCODE_TURN_MS,
  UPDATE_PATIENCE_MS,
} from "../../values/limits.ts"
import type { BridgeReason } from "../../wire/bridge.ts"
import { itemOfAccount } from "../bridge/connectMessage.ts"
import { Engine } from "../log/engine.ts"
import { report } from "../sync/reporting.ts"
import { type Heard, hear, type Message } from "./hearing.ts"
import { failureOf } from "./images.ts"

/** The messages of one update, to the native side and from it (FW-5, FW-7). */

/** How an update ended for this side: null when the native side has said it itself. */
type End = FirmwareFailure | null

/** Another attempt would end the same: a person has to do something first. */
const isFinal = (reason: BridgeReason): boolean =>
  reason === "wrong_passcode" || reason === "wrong_hash" || reason === "key_changed"

/** The place of an update among those of this page whose image is still on its way to the native side. */
class Turn {
  readonly #filling: Semaphore.Semaphore
  #isOurs = false

  constructor(filling: Semaphore.Semaphore) {
    this.#filling = filling
  }

  readonly take = Effect.gen({ self: this }, function* () {
    if (this.#isOurs) return
    yield* this.#filling.take(1)
    this.#isOurs = true
  })

  readonly leave = Effect.suspend(() => {
    if (!this.#isOurs) return Effect.void
    this.#isOurs = false
    return this.#filling.release(1)
  })
}

class Conversation<R> {
  readonly #update: FirmwareUpdate
  readonly #obtain: Effect.Effect<KeptImage, FirmwareFailure, R>
  readonly #turn: Turn
  #size = 0
  /** The chunk on its way, and how often it has been sent. */
  #sent = -1
  #tries = 0
  #knocks = 0
  #renewals = 0
  #chunks = true
  /** A person is asked for the passcode. */
  isAsked = false
  /** The native side is at it already, or has no room for it; what it tells next says which. */
  isBusy = false
  /** The native side has the image and brings it to the device. */
  isNative: boolean

  constructor(update: FirmwareUpdate, obtain: Effect.Effect<KeptImage, FirmwareFailure, R>, turn: Turn) {
    this.#update = update
    this.#obtain = obtain
    this.#turn = turn
    this.isNative = update.stage === "uploading" || update.stage === "updating"
  }

  /** Announces the image; what comes next is asked for by the native side. */
  begin(chunks: boolean) {
    this.#chunks = chunks
    this.isBusy = false
    const { device: id, build, hash } = this.#update
    this.#sent = -1
    return Effect.gen({ self: this }, function* () {
      const bridge = yield* Bridge
      if (chunks) this.#size = (yield* this.#obtain).size
      yield* this.#turn.take
      const { isOnline, key } = itemOfAccount((yield* Engine).state(), id)
      const message = chunks
        ? ({ type: "fw_begin", id, build, hash, size: this.#size, chunk: FIRMWARE_CHUNK_MAX_BYTES, ...key } as const)
        : ({ type: "update_fw", id, is_online_device: isOnline, build, hash, ...key } as const)
      // If the native side is away, the link reports it.
      yield* Effect.ignore(bridge.send(message))
    })
  }

  /** Follows one message; an end when there is nothing more to wait for. */
  follow(message: Message): Effect.Effect<{ readonly end: End } | null, FirmwareFailure, Following | R> {
    const wasAsked = this.isAsked
    this.isAsked = false
    if (wasAsked && message.type === "error" && message.reason === "timed_out")
      return Effect.succeed({ end: "wrongPasscode" })
    if (message.type === "fw_have") return Effect.as(this.#send(message.next), null)
    return message.type === "fw_progress" ? this.#progressed(message) : this.#refused(message)
  }

  /** Asks once more after it was busy, unless that was done often enough. */
  knock(): Effect.Effect<void, FirmwareFailure, Following | R> {
    this.isBusy = false
    if (this.#knocks >= KNOCKS_MAX) return Effect.void
    this.#knocks += 1
    return this.begin(this.#chunks)
  }

  #progressed({ id: device, state, percent, error, httpStatus }: Extract<Message, { type: "fw_progress" }>) {
    this.isBusy = false
    if (state > 0) this.isNative = true
    this.#knocks = 0
    const told = report({
      type: "RecordNativeProgress",
      device,
      state,
      percent,
      ...(error !== undefined && { error }),
      ...(httpStatus !== undefined && { httpStatus }),
    })
    const end = state === 3 || state === -1 ? { end: null } : null
    return Effect.as(Effect.andThen(state === 0 ? Effect.void : this.#turn.leave, told), end)
  }

  #refused({ reason, about }: Extract<Message, { type: "error" }>) {
    return Effect.gen({ self: this }, function* () {
      // If an update runs already, its progress goes to all pages. Without progress the bridge has no room, and this asks again.
      if (reason === "busy") {
        this.isNative = true
        this.isBusy = true
        yield* this.#turn.leave
        return null
      }
      // The chunk is asked for again.
      if (about === "fw_chunk" && (reason === "wrong_hash" || reason === "junk")) {
        this.#sent = -1
        return null
      }
      const mayRestart = this.isNative && !isFinal(reason)
      if (!mayRestart || this.#knocks >= KNOCKS_MAX) return { end: failureOfReason(reason) }
      this.#knocks += 1
      yield* Effect.sleep(KNOCK_AGAIN_MS)
      yield* this.begin(this.#chunks)
      return null
    })
  }

  /** The image that was verified is here no more: another one took its place, or the disk spoilt it. */
  #renew(): Effect.Effect<void, FirmwareFailure, Following | R> {
    if (this.#renewals >= CHUNK_TRIES) return Effect.fail("storage")
    this.#renewals += 1
    this.#tries = 0
    return this.begin(this.#chunks)
  }

  #send(next: number): Effect.Effect<void, FirmwareFailure, Following | R> {
    const { device: id, build, hash } = this.#update
    return Effect.gen({ self: this }, function* () {
      // It has been sent, and this answers something before it.
      if (next === this.#sent || next * FIRMWARE_CHUNK_MAX_BYTES >= this.#size) return
      this.#tries = next === this.#sent || this.#sent === -1 ? this.#tries + 1 : 1
      if (this.#tries > CHUNK_TRIES) return yield* Effect.fail<FirmwareFailure>("bridgeStorage")
      const images = yield* FirmwareImages
      const chunk = yield* images.chunk(hash, next).pipe(
        Effect.catchIf(
          ({ reason }) => reason === "damaged",
          () => Effect.succeed(null),
        ),
        Effect.mapError(failureOf),
      )
      if (chunk === null) return yield* this.#renew()
      const { bytes, md5 } = chunk
      this.#sent = next
      const bridge = yield* Bridge
      yield* Effect.ignore(bridge.sendChunk({ head: { type: "fw_chunk", id, build, index: next, md5 }, bytes }))
    })
  }
}

/** The person is no longer asked for the passcode of this device, and the native side gives it up. */
const giveUpQuestion = (id: string) =>
  Effect.gen(function* () {
    yield* report({ type: "SettlePasscode", id })
    yield* Effect.ignore((yield* Bridge).send({ type: "disconnect_device", id }))
  })

/** Whether others go first: then the question for the passcode ends, and the update is no longer under way. */
const givesWay = ({ id, device }: FirmwareUpdate) =>
  Effect.gen(function* () {
    const engine = yield* Engine
    yield* report({ type: "PostponeInCampaign", update: id })
    if (engine.state().firmware.updates.get(device)?.id === id) return false
    yield* giveUpQuestion(device)
    return true
    // The log no longer has this update, so the fiber that runs it is interrupted.
  }).pipe(Effect.uninterruptible)

/** How long others wait for somebody to give the passcode of a device. */
const turnMs = ({ firmware: { campaign } }: State): number =>
  campaign === null || campaign.postponed.size === 0 ? PASSCODE_TURN_MS : PASSCODE_NEXT_TURN_MS

type Following = Bridge | FirmwareImages | Engine

/**
 * Brings an image into a device through the native side. Ends with the failure, or null when the native side reported the
 * end. A lost link is awaited: the chunks that arrived stay there, and the transfer resumes.
 */
export const converse = <R>(
  update: FirmwareUpdate,
  obtain: Effect.Effect<KeptImage, FirmwareFailure, R>,
  filling: Semaphore.Semaphore,
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const engine = yield* Engine
      const inbox = yield* hear(update.device)
      const turn = new Turn(filling)
      yield* Effect.addFinalizer(() => turn.leave)
      const conversation = new Conversation(update, obtain, turn)
      let patience = BRIDGE_PATIENCE_MS
      /** The link is back, and the native side has not yet said what is under way. */
      let greeted: { readonly chunks: boolean } | null = null
      /** The question for the passcode holds up no other update. */
      let mayWait = false
      for (;;) {
        const waited: number =
          greeted !== null
            ? BRIDGE_GREETING_MS
            : conversation.isBusy
              ? KNOCK_AGAIN_MS
              : conversation.isAsked && !mayWait
                ? turnMs(engine.state())
                : patience
        const next: Option.Option<Heard> = yield* Effect.timeoutOption(Queue.take(inbox), waited)
        if (Option.isNone(next)) {
          if (greeted !== null) {
            const { chunks } = greeted
            greeted = null
            yield* conversation.begin(chunks)
          } else if (conversation.isBusy) {
            yield* conversation.knock()
          } else if (conversation.isAsked && !mayWait) {
            if (yield* givesWay(update)) return null
            mayWait = true
          } else return patience === BRIDGE_PATIENCE_MS ? "bridgeLost" : "timedOut"
          continue
        }
        const heard = next.value
        if (heard.kind === "asked") {
          conversation.isAsked = true
          mayWait = false
        } else if (heard.kind === "away") {
          conversation.isAsked = false
          conversation.isBusy = false
          greeted = null
          patience = BRIDGE_PATIENCE_MS
        } else if (heard.kind === "linked") {
          patience = UPDATE_PATIENCE_MS
          greeted = { chunks: heard.chunks }
          if (conversation.isNative) continue
          greeted = null
          yield* conversation.begin(heard.chunks)
        } else {
          if (heard.message.type === "fw_progress") greeted = null
          const done = yield* conversation.follow(heard.message)
          if (done !== null) return done.end
        }
      }
    }),
  )
