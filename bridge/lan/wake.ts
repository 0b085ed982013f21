import { setTimeout as sleep } from "node:timers/promises"
import type { Mac } from "../../src/domain/values/mac.ts"
import { encodeMagicPacket } from "../../src/domain/wire/device/magicPacket.ts"
import type { Place } from "../../src/domain/wire/device/place.ts"
import { WAKE_PACKET_EVERY_MS, WAKE_PACKETS, WAKE_PORT } from "../limits.ts"
import { broadcastAddresses } from "./broadcast.ts"
import type { Discovery } from "./discovery.ts"

/** Where magic packets of this machine arrive: at the hosts of its networks, and at those of an emulator. */
const wakePlaces = (discovery: Discovery, broadcast: boolean): readonly Place[] => [
  ...discovery.registries().map(({ wake }) => wake),
  ...(broadcast ? broadcastAddresses().map((address) => ({ address, port: WAKE_PORT })) : []),
]

/** Sends the packet a few times, because a datagram may be lost and a woken host takes no harm. */
export const sendMagicPackets = async (discovery: Discovery, broadcast: boolean, mac: Mac): Promise<void> => {
  const packet = encodeMagicPacket(mac)
  for (let time = 0; time < WAKE_PACKETS; time += 1) {
    if (time > 0) await sleep(WAKE_PACKET_EVERY_MS)
    for (const place of wakePlaces(discovery, broadcast)) discovery.questions.datagrams.sendBytes(packet, place)
  }
}
