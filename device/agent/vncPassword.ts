import { createDecipheriv } from "node:crypto"

/**
 * The password in a file: as text, or in the format of vncpasswd (eight bytes, encrypted by DES with a well-known key).
 */

const MIXED_BYTES = 8
/** 23, 82, 107, 6, 35, 78, 88, 7 with the bits of each byte reversed, as in RFB keys. */
const KEY = Buffer.from("e84ad660c4721ae0", "hex")
const PRINTABLE = /^[\x20-\x7e]*\r?\n?$/
const FIRST_LINE = /^[^\r\n]*/

const unmixed = (bytes: Uint8Array): string => {
  const decipher = createDecipheriv("des-ede3-ecb", Buffer.concat([KEY, KEY, KEY]), null)
  const plain = decipher.setAutoPadding(false).update(bytes.subarray(0, MIXED_BYTES)).toString("latin1")
  return plain.replace(/\0.*$/s, "")
}

export const readVncPassword = (bytes: Buffer): string => {
  // A second password, for view-only access, may follow.
  const isMixed =
    (bytes.length === MIXED_BYTES || bytes.length === 2 * MIXED_BYTES) && !PRINTABLE.test(bytes.toString("latin1"))
  return isMixed ? unmixed(bytes) : (FIRST_LINE.exec(bytes.toString("utf8"))?.[0] ?? "")
}
