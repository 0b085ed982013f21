import { createCipheriv } from "node:crypto"

/**
 * The answer to the challenge of VncAuth (RFC 6143, 7.2.2): DES with the password as key, with the bits of each byte
 * reversed.
 */

const KEY_BYTES = 8

const mirrored = (byte: number): number => {
  let result = 0
  for (let bit = 0; bit < 8; bit += 1) result |= ((byte >> bit) & 1) << (7 - bit)
  return result
}

/** OpenSSL 3 has no single DES. Triple DES with the same key three times gives the same result. */
export const answerChallenge = (password: string, challenge: Uint8Array): Buffer => {
  const key = Buffer.alloc(KEY_BYTES)
  Buffer.from(password, "latin1").copy(key)
  const cipher = createCipheriv("des-ede3-ecb", Buffer.concat(Array(3).fill(key.map(mirrored))), null)
  return cipher.setAutoPadding(false).update(challenge)
}
