import { Schema } from "effect"
import { ShownText } from "./brands.ts"

/**
 * Messages between the app and the native side (S 7, design.md section 8). Extensions beyond S 7 are offered by the
 * bridge in `hello.capabilities`; firmware chunks are binary frames and not listed here.
 */

const Text = Schema.String

/** A device found on the local network (S 3). `timestamp` in ms; `addr` empty for a device on USB only. */
export const DiscoveryItem = Schema.Struct({
  id: Text,
  did: Text,
  name: ShownText,
  model: Schema.Int,
  cloud_type: Schema.Int,
  timestamp: Schema.Finite,
  is_usb: Schema.Boolean,
  is_hid: Schema.Boolean,
  flags: Schema.Int,
  addr: Text,
  build: Schema.Int,
})

/** From the app to the native side. */
export const BridgeMessage = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("update_fw"),
    id: Text,
    is_online_device: Schema.Boolean,
    build: Schema.Int,
    hash: Text,
  }),
  Schema.Struct({ type: Schema.Literal("auth_device"), password: Text }),
  Schema.Struct({ type: Schema.Literal("connect_device"), id: Text, is_usb: Schema.Boolean, cloud_type: Schema.Int }),
  Schema.Struct({ type: Schema.Literal("scan_network"), targets: Schema.Array(Text) }),
  Schema.Struct({ type: Schema.Literal("cancel_scan") }),
  Schema.Struct({ type: Schema.Literal("set_mode"), id: Text, mode: Schema.Literals(["hid", "usb"]) }),
  Schema.Struct({ type: Schema.Literal("wake"), id: Text, mac: Text }),
  Schema.Struct({
    type: Schema.Literal("fw_begin"),
    id: Text,
    build: Schema.Int,
    hash: Text,
    size: Schema.Int,
    chunk: Schema.Int,
  }),
])
export type BridgeMessage = typeof BridgeMessage.Type

/** From the native side to the app. `percent` 0 to 100; `state` 0 download, 1 upload, 2 update, 3 completed, -1 error. */
export const BridgeCallback = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("hello"),
    version: Text,
    os: Text,
    capabilities: Schema.Array(Text),
  }),
  Schema.Struct({ type: Schema.Literal("devices_discovered"), devices: Schema.Array(DiscoveryItem) }),
  Schema.Struct({ type: Schema.Literal("auth_device"), id: Text, error: Schema.optionalKey(Text) }),
  Schema.Struct({ type: Schema.Literal("nat_request"), did: Text, payload: Schema.Unknown }),
  Schema.Struct({
    type: Schema.Literal("fw_progress"),
    id: Text,
    state: Schema.Literals([-1, 0, 1, 2, 3]),
    percent: Schema.Finite,
    error: Schema.optionalKey(Text),
  }),
  Schema.Struct({ type: Schema.Literal("app_version"), version: Text, latest: Schema.optionalKey(Text) }),
  Schema.Struct({ type: Schema.Literal("latest_firmware"), build: Schema.Int, hash: Schema.optionalKey(Text) }),
  Schema.Struct({ type: Schema.Literal("linux_tips"), flags: Schema.Int, path: Schema.optionalKey(Text) }),
  Schema.Struct({ type: Schema.Literal("scan_progress"), done: Schema.Int, total: Schema.Int }),
  Schema.Struct({ type: Schema.Literal("mode_changed"), id: Text, mode: Schema.Literals(["hid", "usb"]) }),
  Schema.Struct({
    type: Schema.Literal("wake_result"),
    id: Text,
    mac: Text,
    sent: Schema.Boolean,
    awake: Schema.optionalKey(Schema.Boolean),
  }),
  Schema.Struct({ type: Schema.Literal("connected"), id: Text, viewer: Schema.optionalKey(Text) }),
  Schema.Struct({ type: Schema.Literal("fw_have"), id: Text, next: Schema.Int }),
])
export type BridgeCallback = typeof BridgeCallback.Type
