import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"
import { OTHER_ENDPOINTS_MAX, ROUNDS_MISSED_MAX } from "../limits.ts"
import { endpointText } from "./endpoint.ts"

/**
 * Endpoints that answer with the id of a known device from elsewhere: two units with one id, or one unit with two
 * addresses. An answer does not tell them apart. A device that has moved answers from its new endpoint alone. So
 * another endpoint counts only after the known one has answered later than it. Without I/O and clock.
 */
export type OtherEndpoints = ReadonlyMap<string, OtherEndpoint>

interface OtherEndpoint {
  readonly endpoint: Endpoint
  readonly answeredAt: number
  /** Rounds in a row without an answer. */
  readonly missed: number
  /** True when the known endpoint has answered after this one did. */
  readonly isBeside: boolean
}

export const noOtherEndpoints: OtherEndpoints = new Map()

/** Records an answer from here while the known endpoint holds the id. */
export const withAnswer = (others: OtherEndpoints, endpoint: Endpoint, now: number): OtherEndpoints => {
  const key = endpointText(endpoint)
  const before = others.get(key)
  if (before === undefined && others.size >= OTHER_ENDPOINTS_MAX) return others
  return new Map(others).set(key, { endpoint, answeredAt: now, missed: 0, isBeside: before?.isBeside ?? false })
}

/** Records the first answer of the known endpoint since `before`. */
export const withKnownAnswer = (others: OtherEndpoints, known: Endpoint, before: number): OtherEndpoints => {
  if (others.size === 0) return others
  const left = new Map(others)
  left.delete(endpointText(known))
  for (const [key, one] of left) if (one.answeredAt > before) left.set(key, { ...one, isBeside: true })
  return left
}

/** Ends a round that began at `since`. */
export const afterRound = (others: OtherEndpoints, since: number): OtherEndpoints => {
  if (others.size === 0) return others
  const left = new Map(others)
  for (const [key, one] of left) {
    if (one.answeredAt >= since) continue
    if (one.missed + 1 < ROUNDS_MISSED_MAX) left.set(key, { ...one, missed: one.missed + 1 })
    else left.delete(key)
  }
  return left
}

/** The addresses in the form and stable order that pages show. */
export const addressesIn = (others: OtherEndpoints): readonly string[] =>
  [...others].flatMap(([address, { isBeside }]) => (isBeside ? [address] : [])).sort()
