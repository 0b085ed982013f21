import { parseMac } from "../../../src/domain/values/mac.ts"
import type { Endpoint } from "../../../src/domain/wire/device/endpoint.ts"
import type { Air } from "./air.ts"
import { natAnswers } from "./natAnswer.ts"
import type { DeviceSockets } from "./network.ts"

/** Sends the packets that devices start. */
export interface DeviceSender {
  /** Sends the magic packet of a device. A text that is no MAC wakes no host. */
  magic(mac: string): void
  /**
   * Sends a device's answer to a NAT request: from its own socket, or from one opened for a device that takes
   * connections from afar. Otherwise the answer comes from no device, so that no client reaches one.
   */
  nat(did: string, payload: unknown): void
  /** Magic packets and answers that have not arrived yet. */
  underWay(): Iterable<Promise<void>>
}

export const createPost = (network: DeviceSockets, air: Air, answersNat: (did: string) => boolean): DeviceSender => {
  const packets = new Set<Promise<void>>()
  const follow = (packet: Promise<void>): void => {
    const followed = packet.finally(() => packets.delete(followed))
    packets.add(followed)
  }
  const answer = async (did: string, bytes: Uint8Array, to: Endpoint): Promise<void> => {
    if (network.send(did, bytes, to)) return
    if (answersNat(did) && (await network.sendFromAfar(did, bytes, to))) return
    air.send(bytes, to)
  }
  return {
    magic: (text) => {
      const mac = parseMac(text)
      if (mac.ok) follow(air.magic(mac.value))
    },
    nat: (did, payload) => {
      const answers = natAnswers(did, payload)
      for (const to of answers?.to ?? []) if (answers !== undefined) follow(answer(did, answers.bytes, to))
    },
    underWay: () => packets,
  }
}
