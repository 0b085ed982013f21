import { PASSCODE_DELAY_MAX_MS, PASSCODE_DELAY_MS } from "./limits.ts"

/** TLS exporter of a device session (RFC 8446, 7.5): the channel binding of a passcode proof. */
export const CHANNEL_BINDING_LABEL = "EXPORTER-sightline-passcode-v2"
export const CHANNEL_BINDING_BYTES = 32

/**
 * Proves a passcode without sending it. The device gives a nonce, the client adds its own, and the proof is HMAC-SHA-256 with
 * the UTF-8 bytes of the passcode as key over this text, in lower-case hexadecimal. `binding` names the sealed channel, so a proof
 * that somebody relays over another channel is wrong. A new device nonce comes with every answer.
 */
export const proofText = (wanted: {
  readonly did: string
  readonly deviceNonce: string
  readonly clientNonce: string
  /** Lower-case hexadecimal. */
  readonly binding: string
}): string => `sightline.passcode.v2|${wanted.did}|${wanted.deviceNonce}|${wanted.clientNonce}|${wanted.binding}`

/** How long a device judges no proof after `wrong` wrong ones in a row, ms. */
export const passcodeDelay = (wrong: number): number =>
  wrong <= 0 ? 0 : Math.min(PASSCODE_DELAY_MAX_MS, PASSCODE_DELAY_MS * 2 ** (wrong - 1))
