import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { setImmediate as turn } from "node:timers/promises"
import { Result, Schema } from "effect"
import { type Identity, makeIdentity, readIdentity } from "../../device/identity.ts"
import { WorldSnapshot } from "../model/snapshot.ts"
import type { Emulation } from "./emulation.ts"
import { lock, realPathOf } from "./fileLock.ts"

/** `--data FILE`: keeps accounts and devices beyond the process (EMU-2). */

const FORMAT = "sightline.cloud"
const VERSION = 2
/** Owner only, because the file has password hashes and sessions. */
const OWNER_ONLY = 0o600

const File = Schema.Struct({
  format: Schema.Literal(FORMAT),
  version: Schema.Literal(VERSION),
  offsetMs: Schema.Finite,
  /** The key of the devices (SEC-5). Files from before devices had one lack it. */
  identity: Schema.optionalKey(Schema.Struct({ key: Schema.String, certificate: Schema.String })),
  world: WorldSnapshot,
})

export interface DataFile {
  /** The content of the file. Undefined when there was no file. */
  readonly saved: { readonly snapshot: WorldSnapshot; readonly offsetMs: number } | undefined
  /** The key of the devices: the saved one, or a new one that the file keeps from now on. */
  readonly identity: Identity
  /** Writes now, and after every change before the answer to its request. */
  keep(emulation: Emulation): void
  /** Writes pending changes. Throws when it cannot. */
  close(): void
}

const reason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n", 1)[0] ?? ""

const isMissing = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "ENOENT"

const readText = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    if (isMissing(error)) return undefined
    throw new Error(`cannot read the data file ${path}: ${reason(error)}`)
  }
}

const isEarlier = Schema.is(Schema.Struct({ format: Schema.Literal(FORMAT), version: Schema.Literal(1) }))

const parse = (path: string, text: string): typeof File.Type => {
  const damaged = (why: string) => new Error(`the data file ${path} is damaged or foreign and was left alone: ${why}`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw damaged("it is not JSON")
  }
  if (isEarlier(value)) throw new Error(`the data file ${path} is of an earlier release and was left alone`)
  const file = Schema.decodeUnknownResult(File)(value)
  if (Result.isFailure(file)) throw damaged(reason(file.failure))
  return file.success
}

const identityIn = (path: string, file: typeof File.Type | undefined): Identity => {
  if (file?.identity === undefined) return makeIdentity()
  const identity = readIdentity(file.identity.key, file.identity.certificate)
  if (identity === undefined) throw new Error(`the data file ${path} is damaged and was left alone: its key is none`)
  return identity
}

/** Replaces the file atomically: it has the whole new text or the whole old one. */
const replace = (path: string, text: string): void => {
  const next = `${path}.${process.pid}.new`
  try {
    const file = openSync(next, "w", OWNER_ONLY)
    try {
      writeFileSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(next, path)
  } catch (error) {
    rmSync(next, { force: true })
    throw error
  }
}

/**
 * Reads the file. Throws one clear line when the file exists but is unusable, or when another process uses it. It then
 * never overwrites the file.
 */
export const openDataFile = (given: string): DataFile => {
  const path = realPathOf(given)
  const unlock = lock(given, path)
  try {
    return openLocked(given, path, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

const openLocked = (given: string, path: string, unlock: () => void): DataFile => {
  const text = readText(given)
  const file = text === undefined ? undefined : parse(given, text)
  const identity = identityIn(given, file)
  let emulation: Emulation | undefined
  let unsaved = false
  let written = ""
  let gathering: Promise<void> | undefined

  const write = (): void => {
    if (emulation === undefined) return
    const world = emulation.world().snapshot()
    const { key, certificate } = identity
    const offsetMs = emulation.clock.offset()
    const content = { format: FORMAT, version: VERSION, offsetMs, identity: { key, certificate }, world }
    const next = `${JSON.stringify(content)}\n`
    try {
      if (next !== written) replace(path, next)
    } catch (error) {
      throw new Error(`cannot write the data file ${given}: ${reason(error)}`)
    }
    written = next
    unsaved = false
  }

  /** Requests of the same moment share one write. */
  const gather = async (): Promise<void> => {
    await turn()
    gathering = undefined
    try {
      write()
    } catch (error) {
      // The emulation continues, and the next change tries again.
      console.error(reason(error))
    }
  }

  return {
    identity,
    saved: file === undefined ? undefined : { snapshot: file.world, offsetMs: file.offsetMs },
    keep: (kept) => {
      emulation = kept
      write()
      kept.onChange(() => {
        unsaved = true
        gathering ??= gather()
        return gathering
      })
    },
    close: () => {
      try {
        if (unsaved) write()
      } finally {
        unlock()
      }
    },
  }
}
