import * as Schema from "effect/Schema"
import { invalid, type Parsed, valid } from "../../values/parsed.ts"
import { ShownText } from "../brands.ts"
import { CANDIDATES_MAX, DATAGRAM_MAX_BYTES, ID_MAX_LENGTH, NAME_MAX_LENGTH, NONCE_LENGTH } from "./limits.ts"
import { hexOf, Natural, readerOf, textUpTo, toBytes } from "./text.ts"

/**
 * Datagrams of the device port: four bytes `SLD1`, then one JSON object. A device answers a probe and a NAT request,
 * and ignores anything else, so that junk costs it nothing.
 */

const MAGIC = [0x53, 0x4c, 0x44, 0x31] as const

/** Links an answer to its request. */
const Nonce = hexOf(NONCE_LENGTH)

export const Probe = Schema.Struct({ type: Schema.Literal("probe"), nonce: Nonce })

/** The announcement of a device. The receiver adds the sender's endpoint as `addr`. */
export const Announced = Schema.Struct({
  /** Identifies the device on its network; `did` identifies it everywhere. */
  id: textUpTo(ID_MAX_LENGTH),
  did: textUpTo(ID_MAX_LENGTH),
  name: Schema.String.check(Schema.isMaxLength(NAME_MAX_LENGTH)).pipe(Schema.decodeTo(ShownText)),
  model: Schema.Int,
  /** 0 on its network only; bit 1 bound to an account, bit 2 shared with a sub-account. */
  cloud_type: Natural,
  /** The device's clock, ms since 1970. */
  timestamp: Schema.Finite,
  /** Video goes over the USB cable, or the cable is its only connection. */
  is_usb: Schema.Boolean,
  /** HID keyboard and mouse are available. */
  is_hid: Schema.Boolean,
  /** Bit 4: a MAC address is bound. */
  flags: Natural,
  /** 0 when unknown. */
  build: Natural,
  /** The path of the datagram. `usb` means the cable, and such a device has no address. */
  link: Schema.Literals(["lan", "usb"]),
})
export type Announced = typeof Announced.Type

export const Announce = Schema.Struct({ type: Schema.Literal("announce"), nonce: Nonce, device: Announced })

/**
 * The answer to a NAT request that reached the device through the cloud. The device sends it to each candidate of the
 * payload.
 */
export const NatAnswer = Schema.Struct({
  type: Schema.Literal("nat_answer"),
  nonce: Nonce,
  did: textUpTo(ID_MAX_LENGTH),
})

export const Datagram = Schema.Union([Probe, Announce, NatAnswer])
export type Datagram = typeof Datagram.Type

/**
 * The payload of a NAT request (`request_device`, cmd `nat`): the endpoints of the requesting side, as `address:port`.
 */
export const NatPayload = Schema.Struct({
  nonce: Nonce,
  candidates: Schema.Array(textUpTo(ID_MAX_LENGTH)).check(Schema.isMaxLength(CANDIDATES_MAX)),
})
export type NatPayload = typeof NatPayload.Type

const read = readerOf(Datagram)

export const encodeDatagram = (datagram: Datagram): Uint8Array => {
  const json = toBytes(datagram)
  const bytes = new Uint8Array(MAGIC.length + json.byteLength)
  bytes.set(MAGIC)
  bytes.set(json, MAGIC.length)
  return bytes
}

export const decodeDatagram = (bytes: Uint8Array): Parsed<Datagram, "bad-message"> => {
  if (bytes.byteLength > DATAGRAM_MAX_BYTES || MAGIC.some((byte, at) => bytes[at] !== byte))
    return invalid("bad-message")
  const datagram = read(bytes.subarray(MAGIC.length))
  return datagram.ok ? valid(datagram.value) : datagram
}
