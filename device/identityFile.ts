import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Identity, makeIdentity, readIdentity } from "./identity.ts"

/** Keeps the identity of a device over restarts: a file for its owner alone, written whole or not at all. */

const FOLDER_OWNER_ONLY = 0o700
const OWNER_ONLY = 0o600
const FORMAT = "sightline.device-identity"
const VERSION = 1

const KeptIdentity = Schema.Struct({
  format: Schema.Literal(FORMAT),
  version: Schema.Literal(VERSION),
  key: Schema.String,
  certificate: Schema.String,
})
const decode = Schema.decodeUnknownResult(Schema.fromJsonString(KeptIdentity))
const decodeHead = Schema.decodeUnknownResult(
  Schema.fromJsonString(Schema.Struct({ format: Schema.Literal(FORMAT), version: Schema.Int })),
)

const isMissing = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT"
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const readText = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    if (isMissing(error)) return undefined
    throw new Error(`cannot read the key file ${path}: ${reasonOf(error)}`)
  }
}

const parse = (path: string, text: string): Identity => {
  const head = decodeHead(text)
  if (Result.isSuccess(head) && head.success.version > VERSION)
    throw new Error(`the key file ${path} is of a newer release and was left alone`)
  const file = decode(text)
  const identity = Result.isSuccess(file) ? readIdentity(file.success.key, file.success.certificate) : undefined
  if (identity === undefined)
    throw new Error(`the key file ${path} is damaged and was left alone; without it every client must trust a new key`)
  return identity
}

const write = (path: string, { key, certificate }: Identity): void => {
  const next = `${path}.${process.pid}.new`
  try {
    mkdirSync(dirname(path), { recursive: true, mode: FOLDER_OWNER_ONLY })
    writeFileSync(next, `${JSON.stringify({ format: FORMAT, version: VERSION, key, certificate })}\n`, {
      mode: OWNER_ONLY,
    })
    renameSync(next, path)
  } catch (error) {
    rmSync(next, { force: true })
    throw new Error(`cannot write the key file ${path}: ${reasonOf(error)}`)
  }
}

/**
 * The identity in the file. Without one, makes an identity and stores it. Throws one clear line when the file is
 * unusable.
 */
export const openIdentity = (path: string): Identity => {
  const text = readText(path)
  if (text !== undefined) return parse(path, text)
  const identity = makeIdentity()
  write(path, identity)
  return identity
}
