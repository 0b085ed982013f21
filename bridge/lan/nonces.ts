import { createHmac, randomBytes } from "node:crypto"
import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"
import { endpointText } from "./endpoint.ts"

/**
 * The nonces of one question: the number of the question, and a seal over the endpoint to which the nonce goes. An
 * answer from an endpoint with that endpoint's seal comes from a receiver there. A listener to a broadcast can answer
 * only with the seal of the broadcast.
 */
export interface Nonces {
  /** The first half of each nonce. */
  readonly question: string
  nonceFor(endpoint: Endpoint): string
}

/** Bytes of each half. */
const HALF_BYTES = 8
const HALF_LENGTH = 2 * HALF_BYTES

export const createNonces = (): Nonces => {
  const question = randomBytes(HALF_BYTES).toString("hex")
  const key = randomBytes(32)
  return {
    question,
    nonceFor: (endpoint) =>
      question + createHmac("sha256", key).update(endpointText(endpoint)).digest("hex").slice(0, HALF_LENGTH),
  }
}

/** The question that a nonce belongs to. */
export const questionOf = (nonce: string): string => nonce.slice(0, HALF_LENGTH)

export const newNonce = (): string => randomBytes(2 * HALF_BYTES).toString("hex")
