import { type Mac, parseMac } from "../../values/mac.ts"

/** Wake on LAN: six bytes FF, then the MAC address sixteen times. */

const MAC_BYTES = 6
const REPEATS = 16
export const MAGIC_PACKET_BYTES = MAC_BYTES + MAC_BYTES * REPEATS

const bytesOf = (mac: Mac): readonly number[] => mac.split(":").map((pair) => Number.parseInt(pair, 16))

export const encodeMagicPacket = (mac: Mac): Uint8Array => {
  const packet = new Uint8Array(MAGIC_PACKET_BYTES).fill(0xff, 0, MAC_BYTES)
  const address = bytesOf(mac)
  for (let repeat = 1; repeat <= REPEATS; repeat++) packet.set(address, repeat * MAC_BYTES)
  return packet
}

/** The MAC that this packet wakes; undefined unless all of its 102 bytes are right. */
export const decodeMagicPacket = (packet: Uint8Array): Mac | undefined => {
  if (packet.byteLength !== MAGIC_PACKET_BYTES) return undefined
  const pairs = [...packet.subarray(MAC_BYTES, 2 * MAC_BYTES)].map((byte) => byte.toString(16).padStart(2, "0"))
  const mac = parseMac(pairs.join(":"))
  if (!mac.ok) return undefined
  return encodeMagicPacket(mac.value).every((byte, at) => byte === packet[at]) ? mac.value : undefined
}
