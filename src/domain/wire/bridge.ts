import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import {
  BRIDGE_FRAME_MAX_BYTES,
  FIRMWARE_CHUNK_MAX_BYTES,
  FIRMWARE_IMAGE_MAX_BYTES,
  REPLY_MAX_BYTES,
  SCAN_TARGETS_MAX,
} from "../values/limits.ts"
import { utf8Length } from "../values/name.ts"
import { invalid, type Parsed, valid } from "../values/parsed.ts"
import { called, ShownText } from "./brands.ts"
import { bridgeReasons } from "./bridgeReasons.ts"
import {
  type Decode,
  ITEM_ID,
  isFields,
  type LeftOut,
  listIn,
  nothingLeftOut,
  problemOf,
  readItems,
  readRepaired,
} from "./items.ts"
import { readJson } from "./json.ts"
import { oneEachUnit } from "./units.ts"

/**
 * Every message between the app and the native side, as two tables of schemas that app, bridge and simulator read.
 * `hello.capabilities` names the messages that a native side offers beyond the basic ones. Unknown fields are accepted
 * and dropped. Firmware chunks are binary frames, see `firmwareChunk.ts`.
 */

/** The name of the protocol among the subprotocols of the socket. With this prefix, the token is another one. */
export const BRIDGE_PROTOCOL = "sightline.v1"
export const TOKEN_PROTOCOL_PREFIX = "token."

const ID_MAX_LENGTH = 128
const TEXT_MAX_LENGTH = 1_024
const bounded = (length: number) => Schema.String.check(Schema.isMaxLength(length))
const Text = bounded(TEXT_MAX_LENGTH)
const Id = bounded(ID_MAX_LENGTH)
/** The id of a device. */
const ItemId = Id.check(Schema.isPattern(ITEM_ID))
const Build = Schema.Int
/** Lower-case hexadecimal MD5. */
const Hash = Schema.String.check(Schema.isPattern(/^[0-9a-f]{32}$/))
/** SHA-256 of a device's public key, lower-case hexadecimal. */
const Fingerprint = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/))
/** The device's key, from the account's server. It goes with each message that may open a device (SEC-5). */
const key = { key: Schema.optionalKey(Fingerprint) }
const Mode = Schema.Literals(["hid", "usb"])
export type Mode = typeof Mode.Type

/** The most addresses that are read of one device, beside its own. */
const OTHER_ADDRESSES_MAX = 8

/**
 * A device found on the local network. `timestamp` in ms since 1970; `addr` is empty for a device on USB only. `others`:
 * further addresses that answer with the same id.
 */
export const DiscoveryItem = Schema.Struct({
  id: ItemId,
  did: ItemId,
  name: ShownText,
  model: Schema.Int,
  cloud_type: Schema.Int,
  timestamp: Schema.Finite,
  is_usb: Schema.Boolean,
  is_hid: Schema.Boolean,
  flags: Schema.Int,
  addr: Text,
  build: Build,
  others: Schema.optionalKey(Schema.Array(Text).check(Schema.isMaxLength(OTHER_ADDRESSES_MAX))),
}).pipe(called)
export type DiscoveryItem = typeof DiscoveryItem.Type

/** An origin that may use the bridge; times in ms since 1970. */
export const PairedOrigin = Schema.Struct({ origin: Text, paired_at: Schema.Finite, used_at: Schema.Finite })
export type PairedOrigin = typeof PairedOrigin.Type

const message = <const Name extends string, Fields extends Schema.Struct.Fields>(name: Name, fields: Fields) =>
  Schema.Struct({ type: Schema.Literal(name), ...fields })

/** Messages from the app to the native side. */
export const bridgeMessages = {
  /** The page listens: the program around it sends `hello` and its other reports. */
  ready: message("ready", {}),
  /** The native side downloads the image itself and sends it to the device. */
  update_fw: message("update_fw", { id: Id, is_online_device: Schema.Boolean, build: Build, hash: Hash, ...key }),
  /** The passcode for the device of the latest `auth_device`. */
  auth_device: message("auth_device", { password: Text }),
  /** `cloud_type` as `cloudType.ts` defines it. The fields after it come from the Settings and may be ignored. */
  connect_device: message("connect_device", {
    id: Id,
    is_usb: Schema.Boolean,
    cloud_type: Schema.Int,
    ...key,
    render_type: Schema.optionalKey(Schema.Literals(["dx11", "dx9"])),
    audio: Schema.optionalKey(Schema.Boolean),
    input: Schema.optionalKey(Schema.Boolean),
  }),
  /** Ends the connection to a device, or a wait for its passcode. */
  disconnect_device: message("disconnect_device", { id: Id }),
  /** A person has decided that the device may have this key: the response to the error `key_changed`. */
  trust_key: message("trust_key", { id: Id, fingerprint: Fingerprint }),
  /** Targets as `parseLanTarget` takes them. A new scan replaces the one before. */
  scan_network: message("scan_network", { targets: Schema.Array(Text).check(Schema.isMaxLength(SCAN_TARGETS_MAX)) }),
  cancel_scan: message("cancel_scan", {}),
  set_mode: message("set_mode", { id: Id, mode: Mode, ...key }),
  /** An empty `mac` means the one that is bound to the device. */
  wake: message("wake", { id: Id, mac: Text, ...key }),
  /** Announces an image of `size` bytes in chunks of `chunk` bytes. `fw_have` names the first one to send. */
  fw_begin: message("fw_begin", {
    id: Id,
    build: Build,
    hash: Hash,
    size: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: FIRMWARE_IMAGE_MAX_BYTES })),
    chunk: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: FIRMWARE_CHUNK_MAX_BYTES })),
    ...key,
  }),
  /** A chunk where binary frames are impossible: `data` is its bytes as base64, `md5` the MD5 of the bytes. */
  fw_chunk: message("fw_chunk", {
    id: Id,
    build: Build,
    index: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
    md5: Hash,
    data: Schema.String.check(
      Schema.isMaxLength(4 * Math.ceil(FIRMWARE_CHUNK_MAX_BYTES / 3)),
      Schema.isPattern(/^[A-Za-z0-9+/]+={0,2}$/),
    ),
  }),
  /** Answered by `pong`. A native side whose process hangs keeps its socket open (BRIDGE-4). */
  ping: message("ping", {}),
  list_origins: message("list_origins", {}),
  revoke_origin: message("revoke_origin", { origin: Text }),
} as const

/** The optional capabilities of a native side: names of messages above, and the viewer. */
export const bridgeCapabilities = [
  "scan_network",
  "cancel_scan",
  "set_mode",
  "wake",
  "fw_begin",
  "disconnect_device",
  "trust_key",
  "ping",
  "list_origins",
  "revoke_origin",
  "viewer",
] as const

const Reason = Schema.Literals(bridgeReasons)
export type BridgeReason = typeof Reason.Type

const optional = Schema.optionalKey
const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const Percent = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100 }))

/** Messages from the native side to the app. */
export const bridgeCallbacks = {
  /** `app`: the sender is a program whose window shows the page. */
  hello: message("hello", {
    version: Text,
    os: Text,
    app: optional(Schema.Boolean),
    capabilities: Schema.Array(Text),
  }),
  /** Devices that appeared or changed since the last message. `gone` holds the ids of those that no longer answer. */
  devices_discovered: message("devices_discovered", {
    devices: Schema.Array(DiscoveryItem),
    gone: optional(Schema.Array(Id)),
  }),
  /** The device requests its passcode. `error` shows that the last one was wrong, `wait_ms` when it takes another. */
  auth_device: message("auth_device", { id: Id, error: optional(Text), wait_ms: optional(Count) }),
  /** A request for the cloud, to be sent as `request_device` with the command `nat`. */
  nat_request: message("nat_request", { did: Id, payload: Schema.Unknown }),
  /** `state` 0 download, 1 upload, 2 update, 3 completed, -1 error. */
  fw_progress: message("fw_progress", {
    id: Id,
    state: Schema.Literals([-1, 0, 1, 2, 3]),
    percent: Percent,
    error: optional(Text),
    /** The HTTP error of the update server. */
    httpStatus: optional(Schema.Int),
  }),
  /** The next chunk that the bridge needs. It has all earlier ones. */
  fw_have: message("fw_have", { id: Id, next: Count }),
  app_version: message("app_version", { version: Text, latest: optional(Text) }),
  latest_firmware: message("latest_firmware", { build: Build, hash: optional(Hash) }),
  linux_tips: message("linux_tips", { flags: Schema.Int, path: optional(Text) }),
  /** `ended` comes with the last message of a scan, even a cancelled one. */
  scan_progress: message("scan_progress", { done: Count, total: Count, ended: optional(Schema.Boolean) }),
  mode_changed: message("mode_changed", { id: Id, mode: Mode }),
  /** `sent`: the packet was sent. `awake` comes later: true for a target that was seen awake in time. */
  wake_result: message("wake_result", { id: Id, mac: Text, sent: Schema.Boolean, awake: optional(Schema.Boolean) }),
  /** `viewer` is the address of the socket for the device's picture. */
  connected: message("connected", { id: Id, viewer: optional(Text) }),
  disconnected: message("disconnected", { id: Id, reason: Reason }),
  /** A file of the page was saved in this folder, or could not be: `error` gives the reason. */
  file_saved: message("file_saved", { name: Text, folder: Text, error: optional(Text) }),
  open_page: message("open_page", { path: Text }),
  pong: message("pong", {}),
  origins: message("origins", { origins: Schema.Array(PairedOrigin) }),
  /** `about` is the type of the message that failed, where there was one. */
  error: message("error", {
    reason: Reason,
    about: optional(Text),
    id: optional(Id),
    /** With `key_changed`: the known key, since when it is kept (ms), and the key that the device has now. */
    known: optional(Fingerprint),
    since: optional(Schema.Finite),
    offered: optional(Fingerprint),
  }),
} as const

export const BridgeMessage = Schema.Union(Object.values(bridgeMessages))
export type BridgeMessage = typeof BridgeMessage.Type
type Callbacks = typeof bridgeCallbacks
type WholeCallback = Callbacks[keyof Callbacks]["Type"]
/** `unread`: the unreadable items of its lists, where there are any. */
export type BridgeCallback = WholeCallback & { readonly unread?: UnreadItems }

/** Items of a message that were left out, and the first few places of their faults. */
export interface UnreadItems {
  readonly leftOut: LeftOut
  readonly problem: string
}

export type FirmwareProgress = Extract<BridgeCallback, { type: "fw_progress" }>
export type FirmwareProgressState = FirmwareProgress["state"]

export type BridgeJunk = "tooLarge" | "notJson" | "wrongShape"

type Decoded<A> = (value: unknown) => Result.Result<A, unknown>

const parseText = <A>(decode: Decoded<A>, text: string, maxBytes: number): Parsed<A, BridgeJunk> => {
  if (text.length > maxBytes || utf8Length(text) > maxBytes) return invalid("tooLarge")
  let value: unknown
  try {
    value = readJson(text)
  } catch {
    return invalid("notJson")
  }
  const decoded = decode(value)
  return Result.isSuccess(decoded) ? valid(decoded.success) : invalid("wrongShape")
}

const decodeMessage = Schema.decodeUnknownResult(BridgeMessage)

/** Lists in the messages of the native side, by type of message. An odd item affects only itself. */
const listsOf: Readonly<Record<string, Readonly<Record<string, Decode>>>> = {
  devices_discovered: {
    devices: Schema.decodeUnknownResult(DiscoveryItem, { errors: "all" }),
    gone: Schema.decodeUnknownResult(Id),
  },
  hello: { capabilities: Schema.decodeUnknownResult(Text) },
  origins: { origins: Schema.decodeUnknownResult(PairedOrigin) },
}

/** By type, because a decoder of all messages at once reports no place of a fault. */
const decoders = new Map<unknown, (value: unknown) => Result.Result<WholeCallback, Schema.SchemaError>>(
  Object.entries(bridgeCallbacks).map(([type, callback]) => [type, Schema.decodeUnknownResult(callback)]),
)

const decodeInParts: Decoded<BridgeCallback> = (value) => {
  const { type } = isFields(value) ? value : {}
  const decode = decoders.get(type)
  if (decode === undefined || !isFields(value) || typeof type !== "string") return Result.fail(undefined)
  const whole = decode(value)
  if (Result.isSuccess(whole)) return whole
  const lists = Object.entries(listsOf[type] ?? {})
  const read = lists.flatMap(([field, decode]) => {
    const list = listIn(value[field])
    return list === undefined ? [] : [{ field, ...readItems(decode, list) }]
  })
  const paths = read.flatMap(({ field, paths }) => paths.map((path) => [field, ...path]))
  // An unreadable id among the gone ones is not counted as an unreadable device.
  const leftOut = read.find(({ field }) => field === "devices")?.leftOut ?? nothingLeftOut
  const items = Object.fromEntries(read.map(({ field, items }) => [field, items]))
  const repaired = readRepaired(decode, { ...value, ...items })
  if (repaired.read === undefined) return whole
  if (repaired.path !== undefined) paths.push([...repaired.path.map(String)])
  const parts = decode(repaired.read.value)
  if (paths.length === 0) return parts
  const unread: UnreadItems = { leftOut, problem: problemOf(type, paths) }
  return Result.map(parts, (message) => ({ ...message, unread }))
}

/** Reads a text frame from the app. */
export const parseBridgeMessage = (text: string): Parsed<BridgeMessage, BridgeJunk> =>
  parseText(decodeMessage, text, BRIDGE_FRAME_MAX_BYTES)

/** Reads a text frame from the native side. */
export const parseBridgeCallback = (text: string): Parsed<BridgeCallback, BridgeJunk> => {
  const parsed = parseText(decodeInParts, text, REPLY_MAX_BYTES)
  if (!parsed.ok || parsed.value.type !== "devices_discovered") return parsed
  return valid({ ...parsed.value, devices: oneEachUnit(parsed.value.devices) })
}
