import { PASSCODE_DELAY_MAX_MS, PASSCODE_DELAY_MS } from "./limits.ts"

/**
 * Proving a passcode without sending it. The device gives a nonce, the client adds its own, and the proof is
 * HMAC-SHA-256 with the UTF-8 bytes of the passcode as key over this text, in lower-case hexadecimal. A new device nonce
 * comes with every answer, so that a proof that was heard fits nothing else.
 */
export const proofText = (wanted: {
  readonly did: string
  readonly deviceNonce: string
  readonly clientNonce: string
}): string => `sightline.passcode.v1|${wanted.did}|${wanted.deviceNonce}|${wanted.clientNonce}`

/** How long a device judges no proof after `wrong` wrong ones in a row, ms. */
export const passcodeDelay = (wrong: number): number =>
  wrong <= 0 ? 0 : Math.min(PASSCODE_DELAY_MAX_MS, PASSCODE_DELAY_MS * 2 ** (wrong - 1))
