import { renameSync } from "node:fs"
import { Result, Schema } from "effect"
import { ORIGIN_MAX_LENGTH, ORIGINS_MAX, TOKENS_PER_ORIGIN_MAX } from "../limits.ts"
import { readOwnFile, writeOwnFile } from "../ownFile.ts"

/** The file of paired origins; tokens as hashes only. */

const Time = Schema.Finite
const StoredToken = Schema.Struct({ hash: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/)), pairedAt: Time })
const StoredOrigin = Schema.Struct({
  origin: Schema.String.check(Schema.isMaxLength(ORIGIN_MAX_LENGTH)),
  tokens: Schema.Array(StoredToken).check(Schema.isMaxLength(TOKENS_PER_ORIGIN_MAX)),
  usedAt: Time,
})
export type StoredOrigin = typeof StoredOrigin.Type
const OriginFile = Schema.Struct({
  format: Schema.Literal("sightline.bridge-origins"),
  version: Schema.Literal(1),
  origins: Schema.Array(StoredOrigin).check(Schema.isMaxLength(ORIGINS_MAX)),
})
const decodeFile = Schema.decodeUnknownResult(Schema.fromJsonString(OriginFile))

export type ReadOrigins =
  | { readonly ok: true; readonly origins: readonly StoredOrigin[] }
  | { readonly ok: false; readonly reason: "unreadable" | "damaged" }

export const readOrigins = (path: string): ReadOrigins => {
  const read = readOwnFile(path)
  if (read.kind === "missing") return { ok: true, origins: [] }
  if (read.kind === "unreadable") return { ok: false, reason: "unreadable" }
  const file = decodeFile(read.text)
  return Result.isSuccess(file) ? { ok: true, origins: file.success.origins } : { ok: false, reason: "damaged" }
}

export const writeOrigins = (path: string, origins: readonly StoredOrigin[]): boolean => {
  const file: typeof OriginFile.Type = { format: "sightline.bridge-origins", version: 1, origins }
  return writeOwnFile(path, file)
}

/** Renames a damaged file, so that the next pairing does not destroy it: a person may want to look at it. */
export const putAside = (path: string): void => {
  try {
    renameSync(path, `${path}.damaged`)
  } catch {
    // A person has removed the file meanwhile.
  }
}
