import { createHash, randomBytes, timingSafeEqual } from "node:crypto"
import { TOKEN_BYTES } from "../limits.ts"

/** The bridge stores and compares tokens as hashes only. A token has enough random bits to need no salt. */

export const newToken = (): string => randomBytes(TOKEN_BYTES).toString("base64url")

export const tokenHash = (token: string): string => createHash("sha256").update(token).digest("hex")

/** Takes the same time for every token, so that the time reveals nothing. */
export const fitsHash = (token: string, hash: string): boolean => {
  const wanted = Buffer.from(hash, "hex")
  const given = Buffer.from(tokenHash(token), "hex")
  return wanted.length === given.length && timingSafeEqual(given, wanted)
}
