import fc from "fast-check"
import { expect, test } from "vitest"
import { BRIDGE_FRAME_MAX_BYTES, FIRMWARE_CHUNK_MAX_BYTES } from "../../src/domain/values/limits.ts"
import {
  bridgeCallbacks,
  bridgeCapabilities,
  bridgeMessages,
  parseBridgeCallback,
  parseBridgeMessage,
} from "../../src/domain/wire/bridge.ts"
import { CHUNK_FRAME_MAX_BYTES, encodeChunk, parseChunk } from "../../src/domain/wire/firmwareChunk.ts"

const HASH = "0123456789abcdef0123456789abcdef"

const outbound = [
  { type: "update_fw", id: "d", is_online_device: false, build: 1, hash: HASH },
  { type: "auth_device", password: "p" },
  { type: "ready" },
  { type: "connect_device", id: "d", is_usb: false, cloud_type: 0 },
  { type: "connect_device", id: "d", is_usb: true, cloud_type: 3, render_type: "dx9", audio: false, input: true },
  { type: "disconnect_device", id: "d" },
  { type: "scan_network", targets: ["127.0.1.*"] },
  { type: "cancel_scan" },
  { type: "set_mode", id: "d", mode: "usb" },
  { type: "wake", id: "d", mac: "" },
  { type: "fw_begin", id: "d", build: 1, hash: HASH, size: 10, chunk: 4 },
  { type: "fw_chunk", id: "d", build: 1, index: 0, md5: HASH, data: "AAEC" },
  { type: "trust_key", id: "d", fingerprint: HASH + HASH },
  { type: "list_origins" },
  { type: "ping" },
  { type: "trust_key", id: "d", fingerprint: "0".repeat(64) },
  { type: "revoke_origin", origin: "https://app.example" },
]

const item = {
  id: "d",
  did: "did",
  name: "Desk",
  model: 1,
  cloud_type: 0,
  timestamp: 1,
  is_usb: false,
  is_hid: true,
  flags: 4,
  addr: "192.168.1.7",
  build: 1,
}
const inbound = [
  { type: "hello", version: "1.0.0", os: "linux", capabilities: ["wake", "one of a later version"] },
  { type: "devices_discovered", devices: [item], gone: ["x"] },
  { type: "devices_discovered", devices: [] },
  { type: "auth_device", id: "d" },
  { type: "auth_device", id: "d", error: "wrong_passcode", wait_ms: 1_000 },
  { type: "nat_request", did: "did", payload: { any: [1, null] } },
  { type: "fw_progress", id: "d", state: -1, percent: 0, error: "why" },
  { type: "fw_have", id: "d", next: 3 },
  { type: "app_version", version: "1.0.0", latest: "1.1.0" },
  { type: "latest_firmware", build: 1, hash: HASH },
  { type: "linux_tips", flags: 257, path: "/tmp/dump_info.dat" },
  { type: "scan_progress", done: 1, total: 254 },
  { type: "mode_changed", id: "d", mode: "hid" },
  { type: "wake_result", id: "d", mac: "", sent: true, awake: false },
  { type: "connected", id: "d", viewer: "ws://127.0.0.1:4175/viewer/0" },
  { type: "disconnected", id: "d", reason: "vanished" },
  { type: "hello", version: "1.0.0", os: "mac", app: true, capabilities: [] },
  { type: "file_saved", name: "log.ndjson", folder: "/home/ann/Downloads", error: "the disk is full" },
  { type: "open_page", path: "/devices/d" },
  { type: "origins", origins: [{ origin: "https://app.example", paired_at: 1, used_at: 2 }] },
  { type: "error", reason: "junk" },
  { type: "pong" },
]

test.each(outbound)("[BRIDGE-1] $type is read as it was sent, and more fields are dropped", (message) => {
  expect(parseBridgeMessage(JSON.stringify({ ...message, later: 1 }))).toEqual({ ok: true, value: message })
})

test.each(inbound)("[BRIDGE-1] $type comes to the app as it was sent, and more fields are dropped", (message) => {
  expect(parseBridgeCallback(JSON.stringify({ ...message, later: 1 }))).toEqual({ ok: true, value: message })
})

test.each(["\u200b\u2060", " ", "", "\u0301\u0301", "\u2800", "\u{e000}"])(
  "[LAN-6][SEC-1] a LAN device whose name %j shows nothing is called by its id",
  (name) => {
    const message = { type: "devices_discovered", devices: [{ ...item, name }] }
    expect(parseBridgeCallback(JSON.stringify(message))).toEqual({
      ok: true,
      value: { ...message, devices: [{ ...item, name: "d" }] },
    })
  },
)

test("[BRIDGE-1] the samples above are all messages there are", () => {
  expect(new Set(outbound.map(({ type }) => type))).toEqual(new Set(Object.keys(bridgeMessages)))
  expect(new Set(inbound.map(({ type }) => type))).toEqual(new Set(Object.keys(bridgeCallbacks)))
  for (const capability of bridgeCapabilities)
    expect(capability === "viewer" || capability in bridgeMessages, capability).toBe(true)
})

/** Fields that a program may ignore (BRIDGE-8). */
const OPTIONAL = new Set(["render_type", "audio", "input"])

test("[BRIDGE-1] a message without one of its fields is none", () => {
  for (const message of outbound)
    for (const field of Object.keys(message).filter((name) => !OPTIONAL.has(name))) {
      const rest = Object.fromEntries(Object.entries(message).filter(([name]) => name !== field))
      expect(parseBridgeMessage(JSON.stringify(rest)).ok, `${message.type} without ${field}`).toBe(false)
    }
})

test("[BRIDGE-1][SEC-3] whatever text comes is a message or a reason, and never an exception", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      for (const parsed of [parseBridgeMessage(text), parseBridgeCallback(text)])
        expect(parsed.ok || ["notJson", "wrongShape"].includes(parsed.reason)).toBe(true)
    }),
  )
})

test("[SEC-3] a frame above the limit is not even read", () => {
  const text = JSON.stringify({ type: "auth_device", password: "p", more: "x".repeat(BRIDGE_FRAME_MAX_BYTES) })
  expect(parseBridgeMessage(text)).toEqual({ ok: false, reason: "tooLarge" })
  const inUtf8 = JSON.stringify({ type: "auth_device", password: "p", more: "é".repeat(BRIDGE_FRAME_MAX_BYTES / 2) })
  expect(inUtf8.length).toBeLessThan(BRIDGE_FRAME_MAX_BYTES)
  expect(parseBridgeMessage(inUtf8)).toEqual({ ok: false, reason: "tooLarge" })
})

test("[FW-7] a chunk is read as it was written, wherever the frame lies in its memory", () => {
  const chunks = fc.record({
    id: fc.string({ maxLength: 64 }),
    build: fc.maxSafeNat(),
    index: fc.nat(),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 500 }),
    offset: fc.nat({ max: 16 }),
  })
  fc.assert(
    fc.property(chunks, ({ bytes, offset, ...rest }) => {
      const head = { type: "fw_chunk", md5: HASH, ...rest } as const
      const frame = encodeChunk({ head, bytes })
      const within = new Uint8Array(offset + frame.length + 3)
      within.set(frame, offset)
      const read = parseChunk(within.subarray(offset, offset + frame.length))
      expect(read.ok && read.value.head).toEqual(head)
      expect(read.ok && [...read.value.bytes]).toEqual([...bytes])
    }),
  )
})

test("[FW-7][SEC-3] bytes that are no chunk are refused, whatever they are", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(parseChunk(bytes).ok).toBe(false)
    }),
  )
  expect(parseChunk(new Uint8Array(CHUNK_FRAME_MAX_BYTES + 1))).toEqual({ ok: false, reason: "tooLarge" })
  const head = { type: "fw_chunk", id: "d", build: 1, index: 0, md5: HASH } as const
  expect(parseChunk(encodeChunk({ head, bytes: new Uint8Array(FIRMWARE_CHUNK_MAX_BYTES) })).ok).toBe(true)
  expect(parseChunk(encodeChunk({ head, bytes: new Uint8Array(FIRMWARE_CHUNK_MAX_BYTES + 1) })).ok).toBe(false)
  expect(parseChunk(encodeChunk({ head, bytes: new Uint8Array(0) })).ok).toBe(false)
})
