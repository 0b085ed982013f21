import * as Schema from "effect/Schema"
import type { Parsed } from "../../values/parsed.ts"
import { ShownText } from "../brands.ts"
import { deviceErrorCodes } from "./errors.ts"
import { encodeFrame } from "./frame.ts"
import {
  ERROR_MAX_LENGTH,
  HOSTS_MAX,
  ID_MAX_LENGTH,
  NAME_MAX_LENGTH,
  NONCE_LENGTH,
  PROOF_LENGTH,
  TICKET_LENGTH,
} from "./limits.ts"
import { Hash, hexOf, MacText, Natural, naturalUpTo, readerOf, textUpTo, toBytes } from "./text.ts"

/** Messages of the TCP session. A request has a number `n`, and its one answer has the same. */

const Nonce = hexOf(NONCE_LENGTH)
const Ticket = hexOf(TICKET_LENGTH)
const Mode = Schema.Literals(["hid", "usb"])
const Id = textUpTo(ID_MAX_LENGTH)
const Percent = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100 }))
const shown = (length: number) => Schema.String.check(Schema.isMaxLength(length)).pipe(Schema.decodeTo(ShownText))

const message = <const Type extends string, Fields extends Schema.Struct.Fields>(type: Type, fields: Fields) =>
  Schema.Struct({ type: Schema.Literal(type), ...fields })
const request = <const Type extends string, Fields extends Schema.Struct.Fields>(type: Type, fields: Fields) =>
  message(type, { n: Natural, ...fields })

export const ClientMessage = Schema.Union([
  message("hello", { version: Natural, client: textUpTo(ID_MAX_LENGTH) }),
  message("auth", { nonce: Nonce, proof: hexOf(PROOF_LENGTH) }),
  message("ping", {}),
  request("status", {}),
  request("reboot", {}),
  request("set_mode", { mode: Mode }),
  /** Requests a ticket for the stream, or changes the settings of a running stream. */
  request("view", { audio: Schema.Boolean, control: Schema.Boolean }),
  request("view_stop", {}),
  /** Without `mac` it wakes the bound one. */
  request("wake", { mac: Schema.optionalKey(MacText) }),
  request("fw_begin", { build: Natural, hash: Hash, size: Natural, chunk: Natural }),
  request("fw_commit", {}),
  request("fw_abort", {}),
  /** The first message of a second connection, which becomes the stream: RFB 3.8 after `attached`. */
  message("attach", { ticket: Ticket }),
])
export type ClientMessage = typeof ClientMessage.Type
/** The messages that a device answers. */
export type DeviceRequest = Extract<ClientMessage, { readonly n: number }>

export const FirmwareStage = Schema.Literals(["idle", "receiving", "verifying", "installing", "rebooting"])
export type FirmwareStage = typeof FirmwareStage.Type

export const HostStatus = Schema.Struct({ name: shown(NAME_MAX_LENGTH), mac: MacText, awake: Schema.Boolean })

export const DeviceMessage = Schema.Union([
  message("hello", {
    version: Natural,
    id: Id,
    did: Id,
    name: shown(NAME_MAX_LENGTH),
    model: Schema.Int,
    build: Natural,
    mode: Mode,
    /** `none`: the session needs no passcode. */
    auth: Schema.Literals(["none", "passcode"]),
    nonce: Nonce,
    /** The time until the device accepts the next proof, ms. */
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
  /** The answer to `fw_begin` and (without `n`) to each chunk: the number of the next chunk that the device needs. */
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
  /** The answer to `view`. A second connection attaches with the ticket, once and soon. */
  message("stream", { n: Natural, ticket: Ticket }),
  /** The answer to `attach`. RFB follows in both directions. */
  message("attached", {}),
  /** A tone of the computer, while the session wants audio. */
  message("tone", { hz: naturalUpTo(20_000), ms: naturalUpTo(1_000) }),
  message("bye", { reason: Schema.Literals(["reboot", "update", "power"]) }),
])
export type DeviceMessage = typeof DeviceMessage.Type

const readClient = readerOf(ClientMessage)
const readDevice = readerOf(DeviceMessage)

/** A message as a complete frame. */
export const encodeClientMessage = (value: ClientMessage): Uint8Array =>
  encodeFrame({ kind: "message", body: toBytes(value) })
export const encodeDeviceMessage = (value: DeviceMessage): Uint8Array =>
  encodeFrame({ kind: "message", body: toBytes(value) })

/** Decodes the body of a frame. */
export const decodeClientMessage = (body: Uint8Array): Parsed<ClientMessage, "bad-message"> => readClient(body)
export const decodeDeviceMessage = (body: Uint8Array): Parsed<DeviceMessage, "bad-message"> => readDevice(body)
