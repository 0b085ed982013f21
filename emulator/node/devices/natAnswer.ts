import { Option, Schema } from "effect"
import { encodeDatagram, NatPayload } from "../../../src/domain/wire/device/discovery.ts"
import type { Endpoint } from "../../../src/domain/wire/device/endpoint.ts"

/** A device's answer to a NAT request that reached it through the cloud. */

const decode = Schema.decodeUnknownOption(NatPayload)
const LOOPBACK_CANDIDATE = /^(127(?:\.[0-9]{1,3}){3}):([0-9]{1,5})$/
const PORT_MAX = 65_535

/** The endpoint of a candidate on this machine. An emulated device sends to no other. */
const endpointOf = (candidate: string): readonly Endpoint[] => {
  const [, address, digits] = LOOPBACK_CANDIDATE.exec(candidate) ?? []
  const port = Number(digits)
  return address === undefined || port < 1 || port > PORT_MAX ? [] : [{ address, port }]
}

export interface NatAnswers {
  readonly bytes: Uint8Array
  readonly to: readonly Endpoint[]
}

/** Undefined when the payload is invalid. */
export const natAnswers = (did: string, payload: unknown): NatAnswers | undefined => {
  const asked = decode(payload)
  if (Option.isNone(asked)) return undefined
  const { nonce, candidates } = asked.value
  return { bytes: encodeDatagram({ type: "nat_answer", nonce, did }), to: candidates.flatMap(endpointOf) }
}
