import * as Schema from "effect/Schema"
import type { Parsed } from "../../values/parsed.ts"
import { ShownText } from "../brands.ts"
import { deviceErrorCodes } from "./errors.ts"
import { encodeFrame } from "./frame.ts"
import {
  ERROR_MAX_LENGTH,
  HOSTS_MAX,
  ID_MAX_LENGTH,
  INPUT_EVENTS_MAX,
  NAME_MAX_LENGTH,
  NONCE_LENGTH,
  POINTER_MAX,
  PROOF_LENGTH,
  TYPED_MAX_LENGTH,
} from "./limits.ts"
import { Hash, hexOf, MacText, Natural, naturalUpTo, readerOf, textUpTo, toBytes } from "./text.ts"

/** Messages of the TCP session. A request carries a number `n`, and its one answer carries the same. */

const Nonce = hexOf(NONCE_LENGTH)
const Mode = Schema.Literals(["hid", "usb"])
const Id = textUpTo(ID_MAX_LENGTH)
const Percent = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100 }))
const shown = (length: number) => Schema.String.check(Schema.isMaxLength(length)).pipe(Schema.decodeTo(ShownText))

const message = <const Type extends string, Fields extends Schema.Struct.Fields>(type: Type, fields: Fields) =>
  Schema.Struct({ type: Schema.Literal(type), ...fields })
const request = <const Type extends string, Fields extends Schema.Struct.Fields>(type: Type, fields: Fields) =>
  message(type, { n: Natural, ...fields })

export const KeyInput = Schema.Struct({
  kind: Schema.Literal("key"),
  /** Physical key and what it writes, as in a browser's `KeyboardEvent.code` and `key`. */
  code: textUpTo(ID_MAX_LENGTH),
  key: textUpTo(ID_MAX_LENGTH),
  down: Schema.Boolean,
})
export const PointerInput = Schema.Struct({
  kind: Schema.Literal("pointer"),
  x: naturalUpTo(POINTER_MAX),
  y: naturalUpTo(POINTER_MAX),
  /** Pressed buttons, as in `PointerEvent.buttons`. */
  buttons: naturalUpTo(31),
  /** Notches of the wheel, away from the person positive. */
  wheel: Schema.Int.check(Schema.isBetween({ minimum: -127, maximum: 127 })),
})
export const InputEvent = Schema.Union([KeyInput, PointerInput])
export type InputEvent = typeof InputEvent.Type

export const ClientMessage = Schema.Union([
  message("hello", { version: Natural, client: textUpTo(ID_MAX_LENGTH) }),
  message("auth", { nonce: Nonce, proof: hexOf(PROOF_LENGTH) }),
  message("ping", {}),
  request("status", {}),
  request("reboot", {}),
  request("set_mode", { mode: Mode }),
  /** Starts the pictures, or changes the settings of a stream that runs. */
  request("view", { audio: Schema.Boolean, input: Schema.Boolean }),
  request("view_stop", {}),
  /** Without `mac` the bound one is meant. */
  request("wake", { mac: Schema.optionalKey(MacText) }),
  request("fw_begin", { build: Natural, hash: Hash, size: Natural, chunk: Natural }),
  request("fw_commit", {}),
  request("fw_abort", {}),
  /** `seq` counts these messages of a session; the next picture echoes it. */
  message("input", { seq: Natural, events: Schema.Array(InputEvent).check(Schema.isMaxLength(INPUT_EVENTS_MAX)) }),
  message("picture_ack", { number: Natural }),
])
export type ClientMessage = typeof ClientMessage.Type
/** Those that are answered. */
export type DeviceRequest = Extract<ClientMessage, { readonly n: number }>

export const FirmwareStage = Schema.Literals(["idle", "receiving", "verifying", "installing", "rebooting"])
export type FirmwareStage = typeof FirmwareStage.Type

export const HostStatus = Schema.Struct({ name: shown(NAME_MAX_LENGTH), mac: MacText, awake: Schema.Boolean })

/** The live picture as what is to be drawn. */
export const Picture = Schema.Struct({
  /** Counts up within a session. */
  number: Natural,
  /** The device's clock, ms since 1970. */
  at: Schema.Finite,
  width: naturalUpTo(16_384),
  height: naturalUpTo(16_384),
  name: shown(NAME_MAX_LENGTH),
  mode: Mode,
  /** Whether the computer behind the device gives a picture. */
  host: Schema.Literals(["awake", "asleep", "none"]),
  pointer: Schema.Struct({ x: naturalUpTo(POINTER_MAX), y: naturalUpTo(POINTER_MAX), buttons: naturalUpTo(31) }),
  typed: shown(TYPED_MAX_LENGTH),
  /** The latest `seq` of input that this picture has taken in; null before the first. */
  echo: Schema.NullOr(Natural),
  /** A tone that sounds with this picture; null for silence, and always while audio is off. */
  sound: Schema.NullOr(Schema.Struct({ hz: naturalUpTo(20_000), ms: naturalUpTo(1_000) })),
})
export type Picture = typeof Picture.Type

export const DeviceMessage = Schema.Union([
  message("hello", {
    version: Natural,
    id: Id,
    did: Id,
    name: shown(NAME_MAX_LENGTH),
    model: Schema.Int,
    build: Natural,
    mode: Mode,
    /** `none`: the session may go on at once. */
    auth: Schema.Literals(["none", "passcode"]),
    nonce: Nonce,
    /** How long no proof is judged yet, ms. */
    wait_ms: Natural,
  }),
  message("welcome", {}),
  message("denied", { code: Schema.Literals(["wrong-passcode", "too-early"]), nonce: Nonce, wait_ms: Natural }),
  message("pong", {}),
  message("done", { n: Natural }),
  message("status", {
    n: Natural,
    name: shown(NAME_MAX_LENGTH),
    build: Natural,
    mode: Mode,
    mac: Schema.NullOr(MacText),
    hosts: Schema.Array(HostStatus).check(Schema.isMaxLength(HOSTS_MAX)),
    slot: Schema.Literals(["a", "b"]),
    firmware: Schema.Struct({ stage: FirmwareStage, build: Natural, percent: Percent }),
  }),
  /** Answers `fw_begin`, and each chunk (then without `n`): the chunk that is wanted next. */
  message("fw_have", { n: Schema.optionalKey(Natural), next: Natural }),
  message("error", {
    n: Schema.optionalKey(Natural),
    code: Schema.Literals(deviceErrorCodes),
    message: textUpTo(ERROR_MAX_LENGTH),
    next: Schema.optionalKey(Natural),
  }),
  message("mode", { mode: Mode }),
  message("renamed", { name: shown(NAME_MAX_LENGTH) }),
  message("host", { mac: MacText, awake: Schema.Boolean }),
  message("fw_progress", { stage: FirmwareStage, percent: Percent }),
  message("picture", { picture: Picture }),
  message("bye", { reason: Schema.Literals(["reboot", "update", "power"]) }),
])
export type DeviceMessage = typeof DeviceMessage.Type

const readClient = readerOf(ClientMessage)
const readDevice = readerOf(DeviceMessage)

/** A message as a whole frame, ready to be sent. */
export const encodeClientMessage = (value: ClientMessage): Uint8Array =>
  encodeFrame({ kind: "message", body: toBytes(value) })
export const encodeDeviceMessage = (value: DeviceMessage): Uint8Array =>
  encodeFrame({ kind: "message", body: toBytes(value) })

/** The body of a frame as the message it is. */
export const decodeClientMessage = (body: Uint8Array): Parsed<ClientMessage, "bad-message"> => readClient(body)
export const decodeDeviceMessage = (body: Uint8Array): Parsed<DeviceMessage, "bad-message"> => readDevice(body)
