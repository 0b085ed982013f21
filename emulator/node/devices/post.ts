import { parseMac } from "../../../src/domain/values/mac.ts"
import type { Air } from "./air.ts"
import { natAnswers } from "./natAnswer.ts"
import type { Network } from "./network.ts"

/** Sends what devices themselves send. */
export interface Post {
  /** The magic packet of a device; a text that is no MAC wakes nobody. */
  magic(mac: string): void
  /** What a device answers to a NAT request, from its own socket if it has one. */
  nat(did: string, payload: unknown): void
  /** Magic packets on their way. */
  underWay(): Iterable<Promise<void>>
}

export const createPost = (network: Network, air: Air): Post => {
  const packets = new Set<Promise<void>>()
  return {
    magic: (text) => {
      const mac = parseMac(text)
      if (!mac.ok) return
      const packet = air.magic(mac.value).finally(() => packets.delete(packet))
      packets.add(packet)
    },
    nat: (did, payload) => {
      const answers = natAnswers(did, payload)
      for (const to of answers?.to ?? [])
        if (answers !== undefined && !network.send(did, answers.bytes, to)) air.send(answers.bytes, to)
    },
    underWay: () => packets,
  }
}
