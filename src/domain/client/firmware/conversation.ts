import { Effect, Option, Queue, type Semaphore } from "effect"
import type { FirmwareUpdate } from "../../features/firmware/state.ts"
import { failureOf as failureOfReason } from "../../features/firmware/updates.ts"
import { Bridge } from "../../ports/bridge.ts"
import type { FirmwareImages, KeptImage } from "../../ports/firmware.ts"
import type { State } from "../../product/state.ts"
import {
  ASK_AGAIN_MS,
  ASKS_MAX,
  BRIDGE_GREETING_MS,
  BRIDGE_PATIENCE_MS,
  FIRMWARE_CHUNK_MAX_BYTES,
  PASSCODE_NEXT_TURN_MS,
  PASSCODE_TURN_MS,
  UPDATE_PATIENCE_MS,
} from "../../values/limits.ts"
import type { BridgeReason } from "../../wire/bridge.ts"
import { itemOfAccount } from "../bridge/connectMessage.ts"
import { Engine } from "../log/engine.ts"
import { report } from "../sync/reporting.ts"
import { Chunks } from "./chunks.ts"
import type { FirmwareStop } from "./images.ts"
import { hear, type Message, type Received } from "./incoming.ts"

/** The messages of one update, to the native side and from it (FW-5, FW-7). */

type Following = Bridge | FirmwareImages | Engine

/** The end of an update for this side; `failure` is null when the native side has reported the end. */
type End = { readonly failure: FirmwareStop | null }

/** The question for the passcode of the device. Once it is left open, it delays no other update. */
type Question = "none" | "open" | "leftOpen"

/**
 * The message that this side waits for. In `greeting` the link is back, and the native side, which has the image, has
 * not yet reported the update under way. In `busy` it runs this update already or has no room for it; its next message
 * shows which.
 */
type Phase =
  | { readonly name: "away" }
  | { readonly name: "greeting" | "busy" | "following"; readonly question: Question }

/** True when a retry would end the same: a person has to act first. */
const isFinal = (reason: BridgeReason): boolean =>
  reason === "wrong_passcode" || reason === "wrong_hash" || reason === "key_changed"

/**
 * The turn of an update whose image is still on its way to the native side; one update of this page has it at a time.
 */
class Slot {
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

/** Stops asking the person for the passcode of this device, and disconnects the native side from it. */
const giveUpQuestion = (id: string) =>
  Effect.gen(function* () {
    yield* report({ type: "SettlePasscode", id })
    yield* Effect.ignore((yield* Bridge).send({ type: "disconnect_device", id }))
  })

/**
 * True when the update gives way to others. Its question for the passcode then ends, and the update is no longer under
 * way.
 */
const givesWay = ({ id, device }: FirmwareUpdate) =>
  Effect.gen(function* () {
    const engine = yield* Engine
    yield* report({ type: "PostponeInCampaign", update: id })
    if (engine.state().firmware.updates.get(device)?.id === id) return false
    yield* giveUpQuestion(device)
    return true
    // Once the log no longer has this update, the fiber that runs it is interrupted. This code must finish before.
  }).pipe(Effect.uninterruptible)

/** How long other updates wait for a person to give the passcode of a device, ms. */
const questionMs = ({ firmware: { campaign } }: State): number =>
  campaign === null || campaign.postponed.size === 0 ? PASSCODE_TURN_MS : PASSCODE_NEXT_TURN_MS

class Conversation<R> {
  readonly #update: FirmwareUpdate
  readonly #obtain: Effect.Effect<KeptImage, FirmwareStop, R>
  readonly #slot: Slot
  readonly #chunks: Chunks
  #phase: Phase = { name: "away" }
  /** True when the native side of the current link takes an image in chunks; otherwise it downloads the image. */
  #takesChunks = true
  /** True when the native side has the image and sends it to the device. */
  #isNative: boolean
  /** How often the request was repeated without progress. */
  #repeats = 0

  constructor(update: FirmwareUpdate, obtain: Effect.Effect<KeptImage, FirmwareStop, R>, slot: Slot) {
    this.#update = update
    this.#obtain = obtain
    this.#slot = slot
    this.#chunks = new Chunks(update)
    this.#isNative = update.stage === "uploading" || update.stage === "updating"
  }

  get #question(): Question {
    return this.#phase.name === "away" ? "none" : this.#phase.question
  }

  /** How long this side waits for the next message in the current phase, ms. */
  patience(state: State): number {
    switch (this.#phase.name) {
      case "away":
        return BRIDGE_PATIENCE_MS
      case "greeting":
        return BRIDGE_GREETING_MS
      case "busy":
        return ASK_AGAIN_MS
      case "following":
        return this.#phase.question === "open" ? questionMs(state) : UPDATE_PATIENCE_MS
    }
  }

  /** No message came within the patience of the phase. */
  silence(): Effect.Effect<End | null, FirmwareStop, Following | R> {
    switch (this.#phase.name) {
      case "away":
        return Effect.succeed({ failure: { reason: "bridgeLost" } })
      case "greeting":
        return Effect.as(this.#begin(), null)
      case "busy":
        if (this.#mayRepeat()) return Effect.as(this.#begin(), null)
        this.#phase = { name: "following", question: this.#question }
        return Effect.succeed(null)
      case "following":
        if (this.#phase.question !== "open") return Effect.succeed({ failure: { reason: "timedOut" } })
        return Effect.map(givesWay(this.#update), (isOver) => {
          if (isOver) return { failure: null }
          this.#phase = { name: "following", question: "leftOpen" }
          return null
        })
    }
  }

  hear(heard: Received): Effect.Effect<End | null, FirmwareStop, Following | R> {
    switch (heard.kind) {
      case "away":
        this.#phase = { name: "away" }
        return Effect.succeed(null)
      case "linked":
        this.#takesChunks = heard.chunks
        this.#phase = { name: this.#isNative ? "greeting" : "following", question: this.#question }
        return this.#isNative ? Effect.succeed(null) : Effect.as(this.#begin(), null)
      case "asked":
        this.#phase = { name: this.#phase.name === "away" ? "following" : this.#phase.name, question: "open" }
        return Effect.succeed(null)
      case "message":
        return this.#follow(heard.message)
    }
  }

  /** Announces the image. The native side requests the rest. */
  #begin(): Effect.Effect<void, FirmwareStop, Following | R> {
    this.#phase = { name: "following", question: this.#question }
    const { device: id, build, hash } = this.#update
    return Effect.gen({ self: this }, function* () {
      const bridge = yield* Bridge
      const takesChunks = this.#takesChunks
      const size = takesChunks ? (yield* this.#obtain).size : 0
      this.#chunks.begin(size)
      yield* this.#slot.take
      const { isOnline, key } = itemOfAccount((yield* Engine).state(), id)
      const message = takesChunks
        ? ({ type: "fw_begin", id, build, hash, size, chunk: FIRMWARE_CHUNK_MAX_BYTES, ...key } as const)
        : ({ type: "update_fw", id, is_online_device: isOnline, build, hash, ...key } as const)
      // If the native side is away, the link reports it.
      yield* Effect.ignore(bridge.send(message))
    })
  }

  /** Counts another request to a native side that had no room. Returns false after the last one. */
  #mayRepeat(): boolean {
    if (this.#repeats >= ASKS_MAX) return false
    this.#repeats += 1
    return true
  }

  #follow(message: Message): Effect.Effect<End | null, FirmwareStop, Following | R> {
    const wasAsked = this.#question !== "none"
    if (this.#phase.name !== "away") this.#phase = { ...this.#phase, question: "none" }
    if (wasAsked && message.type === "error" && message.reason === "timed_out")
      return Effect.succeed({ failure: { reason: "wrongPasscode" } })
    if (message.type === "fw_progress") return this.#progressed(message)
    if (message.type === "error") return this.#refused(message)
    return Effect.flatMap(this.#chunks.send(message.next), ({ isGone }) =>
      isGone ? Effect.as(this.#begin(), null) : Effect.succeed(null),
    )
  }

  #progressed({ id: device, state, percent, error, httpStatus }: Extract<Message, { type: "fw_progress" }>) {
    this.#phase = { name: "following", question: "none" }
    if (state > 0) this.#isNative = true
    this.#repeats = 0
    const reported = report({
      type: "RecordNativeProgress",
      device,
      state,
      percent,
      ...(error !== undefined && { error }),
      ...(httpStatus !== undefined && { httpStatus }),
    })
    const end: End | null = state === 3 || state === -1 ? { failure: null } : null
    return Effect.as(Effect.andThen(state === 0 ? Effect.void : this.#slot.leave, reported), end)
  }

  #refused({ reason, about }: Extract<Message, { type: "error" }>) {
    return Effect.gen({ self: this }, function* () {
      // When an update runs already, its progress goes to all pages. Without progress the bridge has no room, and this
      // side repeats the request.
      if (reason === "busy") {
        this.#isNative = true
        if (this.#phase.name !== "greeting") this.#phase = { name: "busy", question: "none" }
        yield* this.#slot.leave
        return null
      }
      if (about === "fw_chunk" && (reason === "wrong_hash" || reason === "junk")) {
        this.#chunks.discard()
        return null
      }
      const mayRestart = this.#isNative && !isFinal(reason) && this.#mayRepeat()
      if (!mayRestart) return { failure: { reason: failureOfReason(reason) } }
      yield* Effect.sleep(ASK_AGAIN_MS)
      yield* this.#begin()
      return null
    })
  }
}

/**
 * Brings an image into a device through the native side. Ends with the failure, or null when the native side reported
 * the end. When the link is lost, it waits for a new one: the native side keeps the chunks, and the transfer resumes.
 */
export const converse = <R>(
  update: FirmwareUpdate,
  obtain: Effect.Effect<KeptImage, FirmwareStop, R>,
  filling: Semaphore.Semaphore,
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const engine = yield* Engine
      const inbox = yield* hear(update.device)
      const slot = new Slot(filling)
      yield* Effect.addFinalizer(() => slot.leave)
      const conversation = new Conversation(update, obtain, slot)
      for (;;) {
        const next: Option.Option<Received> = yield* Effect.timeoutOption(
          Queue.take(inbox),
          conversation.patience(engine.state()),
        )
        const end = yield* Option.isNone(next) ? conversation.silence() : conversation.hear(next.value)
        if (end !== null) return end.failure
      }
    }),
  )
