import { PASSCODE_DELAY_MAX_MS, PASSCODE_DELAY_MS } from "./limits.ts"

/** TLS exporter of a device session (RFC 8446, 7.5): the channel binding of a passcode proof. */
export const CHANNEL_BINDING_LABEL = "EXPORTER-sightline-passcode-v2"
export const CHANNEL_BINDING_BYTES = 32

/**
 * Proves a passcode without sending it. The device sends a nonce, the client adds its own. The proof is the
 * HMAC-SHA-256 of this text with the UTF-8 bytes of the passcode as key, in lower-case hexadecimal. `binding`
 * identifies the encrypted channel, so a proof that is relayed over another channel is wrong. Every answer brings a new
 * device nonce.
 */
export const proofText = (wanted: {
  readonly did: string
  readonly deviceNonce: string
  readonly clientNonce: string
  /** Lower-case hexadecimal. */
  readonly binding: string
}): string => `sightline.passcode.v2|${wanted.did}|${wanted.deviceNonce}|${wanted.clientNonce}|${wanted.binding}`

/** The time in which a device accepts no proof after `wrong` wrong ones in a row, ms. */
export const passcodeDelay = (wrong: number): number =>
  wrong <= 0 ? 0 : Math.min(PASSCODE_DELAY_MAX_MS, PASSCODE_DELAY_MS * 2 ** (wrong - 1))

/** The stored data of a device for checking proofs. It survives sessions and power failures. */
export interface PasscodeGuard {
  readonly did: string
  readonly passcode: string
  /** Wrong proofs in a row, and the time from which the next one is checked, ms since 1970. */
  wrongPasscodes: number
  judgesFrom: number
}

export interface Proof {
  readonly deviceNonce: string
  readonly clientNonce: string
  readonly proof: string
  /** Identifies the encrypted channel of the proof. */
  readonly binding: string
}

export type Judgement = "right" | "wrong-passcode" | "too-early"

/** The time until the device accepts the next proof, ms. */
export const waitMs = (guard: PasscodeGuard, now: number): number => Math.max(0, Math.ceil(guard.judgesFrom - now))

/** Checks the proof of a passcode, and counts it. */
export const judge = (
  guard: PasscodeGuard,
  given: Proof,
  now: number,
  hmac: (key: string, text: string) => string,
): Judgement => {
  if (waitMs(guard, now) > 0) return "too-early"
  const { deviceNonce, clientNonce, binding } = given
  const text = proofText({ did: guard.did, deviceNonce, clientNonce, binding })
  if (hmac(guard.passcode, text) === given.proof) {
    forgive(guard)
    return "right"
  }
  guard.wrongPasscodes += 1
  guard.judgesFrom = now + passcodeDelay(guard.wrongPasscodes)
  return "wrong-passcode"
}

export const forgive = (guard: PasscodeGuard): void => {
  guard.wrongPasscodes = 0
  guard.judgesFrom = 0
}
