import { createMD5, createSHA256, type IHasher } from "hash-wasm"

/** Hashes of bytes that come in parts, as lower-case hexadecimal. */
export type Algorithm = "md5" | "sha256"

const makers: Readonly<Record<Algorithm, () => Promise<IHasher>>> = { md5: createMD5, sha256: createSHA256 }

/** The hash of the concatenated parts; text counts as its UTF-8 bytes. */
export const hash = async (algorithm: Algorithm, parts: readonly (string | Uint8Array)[]): Promise<string> => {
  const hasher = await makers[algorithm]()
  for (const part of parts) hasher.update(part)
  return hasher.digest("hex")
}
