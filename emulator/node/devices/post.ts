import { parseMac } from "../../../src/domain/values/mac.ts"
import type { Endpoint } from "../../../src/domain/wire/device/endpoint.ts"
import type { Air } from "./air.ts"
import { natAnswers } from "./natAnswer.ts"
import type { DeviceSockets } from "./network.ts"

/** Sends what devices themselves send. */
export interface DeviceSender {
  /** The magic packet of a device; a text that is no MAC wakes no host. */
  magic(mac: string): void
  /**
   * What a device answers to a NAT request: from its own socket if it has one, from one that is opened for it where it
   * takes calls from afar, else from no device, so that no client gets through to it.
   */
  nat(did: string, payload: unknown): void
  /** Magic packets and answers on their way. */
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
