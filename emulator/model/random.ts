import { CODE_DIGITS } from "../../src/domain/values/limits.ts"
import type { WorldState } from "./state.ts"

/**
 * The cloud's random numbers: a mulberry32 whose state is part of the cloud, so that the same seed and the same
 * requests give the same tokens and codes. None of them needs to be secret.
 */
const nextUint32 = (state: Pick<WorldState, "random">): number => {
  state.random = (state.random + 0x6d2b79f5) >>> 0
  let mixed = state.random
  mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return (mixed ^ (mixed >>> 14)) >>> 0
}

/** 0 up to but not including 1. */
export const nextFraction = (state: Pick<WorldState, "random">): number => nextUint32(state) / 2 ** 32

/** 0 up to but not including `below`. */
export const nextBelow = (state: Pick<WorldState, "random">, below: number): number =>
  Math.floor(nextFraction(state) * below)

/** `length` hexadecimal digits. */
export const nextHex = (state: Pick<WorldState, "random">, length: number): string => {
  let text = ""
  while (text.length < length) text += nextUint32(state).toString(16).padStart(8, "0")
  return text.slice(0, length)
}

const TOKEN_LENGTH = 40
/** Longer than an MD5, so that code cannot take a token for one. */
export const nextToken = (state: Pick<WorldState, "random">): string => nextHex(state, TOKEN_LENGTH)

export const nextCode = (state: Pick<WorldState, "random">): string =>
  String(nextBelow(state, 10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0")

/** A MAC of the locally administered kind, in normal form. */
export const nextMac = (state: Pick<WorldState, "random">): string =>
  `02:${(nextHex(state, 10).toUpperCase().match(/../g) ?? []).join(":")}`
