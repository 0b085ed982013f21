import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { Result, Schema } from "effect"
import { ORIGIN_MAX_LENGTH, ORIGINS_MAX, TOKENS_PER_ORIGIN_MAX } from "../limits.ts"

/** The file of paired origins: for its owner alone, written whole or not at all, tokens as hashes only. */

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

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

export type ReadOrigins =
  | { readonly ok: true; readonly origins: readonly StoredOrigin[] }
  | { readonly ok: false; readonly reason: "unreadable" | "damaged" }

export const readOrigins = (path: string): ReadOrigins => {
  let text: string
  try {
    text = readFileSync(path, "utf8")
  } catch (error) {
    const missing = error instanceof Error && "code" in error && error.code === "ENOENT"
    return missing ? { ok: true, origins: [] } : { ok: false, reason: "unreadable" }
  }
  const file = decodeFile(text)
  return Result.isSuccess(file) ? { ok: true, origins: file.success.origins } : { ok: false, reason: "damaged" }
}

/** Changes whenever the file does; undefined while there is none. */
export const versionOf = (path: string): string | undefined => {
  try {
    const { ino, size, mtimeNs } = statSync(path, { bigint: true })
    return `${ino} ${size} ${mtimeNs}`
  } catch {
    return undefined
  }
}

export const writeOrigins = (path: string, origins: readonly StoredOrigin[]): { readonly ok: boolean } => {
  const fresh = `${path}.${process.pid}.new`
  const file: typeof OriginFile.Type = { format: "sightline.bridge-origins", version: 1, origins }
  try {
    mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE })
    writeFileSync(fresh, `${JSON.stringify(file, null, 2)}\n`, { mode: FILE_MODE })
    renameSync(fresh, path)
    return { ok: true }
  } catch {
    rmSync(fresh, { force: true })
    return { ok: false }
  }
}

/** Puts a damaged file aside, so that the next pairing does not destroy what a person may want to look at. */
export const putAside = (path: string): void => {
  try {
    renameSync(path, `${path}.damaged`)
  } catch {
    // A person has removed it meanwhile.
  }
}
