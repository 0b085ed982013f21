import { randomBytes } from "node:crypto"
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { NAME_MAX_LENGTH, PASSCODE_DELAY_MAX_MS } from "../../src/domain/wire/device/limits.ts"
import { hexOf, textUpTo } from "../../src/domain/wire/device/text.ts"

/**
 * The agent's state over a restart: its identity, its new name, and the number of wrong passcodes in a row. The file is
 * for its owner alone, and written whole.
 */

const FOLDER_OWNER_ONLY = 0o700
const OWNER_ONLY = 0o600
const FORMAT = "sightline.device-agent"
const VERSION = 1
const DID_BYTES = 8
const DID_MAX_LENGTH = 48

const StateFile = Schema.Struct({
  format: Schema.Literal(FORMAT),
  version: Schema.Literal(VERSION),
  did: textUpTo(DID_MAX_LENGTH).check(Schema.isPattern(/^[a-z0-9-]+$/)),
  wrongPasscodes: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  /** Time from which the next proof is checked, ms since 1970. */
  judgesFrom: Schema.Finite,
  /** The name that its owner gave it remotely, and the `--name` that it replaces. */
  renamed: Schema.optionalKey(Schema.Struct({ from: textUpTo(NAME_MAX_LENGTH), to: textUpTo(NAME_MAX_LENGTH) })),
})
const decodeState = Schema.decodeUnknownResult(Schema.fromJsonString(StateFile))
const decodeHead = Schema.decodeUnknownResult(
  Schema.fromJsonString(Schema.Struct({ format: Schema.Literal(FORMAT), version: Schema.Int })),
)
const decodeKey = Schema.decodeUnknownResult(hexOf(64))

export interface AgentState {
  readonly did: string
  wrongPasscodes: number
  judgesFrom: number
  renamed?: { readonly from: string; readonly to: string }
}

export interface AgentFiles {
  readonly identityFile: string
  readonly state: AgentState
  /** False when the file cannot be written. */
  save(): boolean
  /** SHA-256 of the VNC server's public key, if it has shown one. */
  readonly knownKey: string | undefined
  keepKey(key: string): boolean
}

/** Each VNC server has its own folder, so that two agents of one person do not share an identity. */
export const defaultFolder = (server: string): string => {
  const name = `device-${server.replaceAll(/[^A-Za-z0-9.-]+/g, "-")}`
  const { platform, env } = process
  if (platform === "win32") return join(env.APPDATA ?? join(homedir(), "AppData", "Roaming"), "Sightline", name)
  if (platform === "darwin") return join(homedir(), "Library", "Application Support", "Sightline", name)
  return join(env.XDG_CONFIG_HOME || join(homedir(), ".config"), "sightline", name)
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const readText = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined
    throw new Error(`cannot read the file ${path}: ${reasonOf(error)}`)
  }
}

const writeText = (path: string, text: string): void => {
  const next = `${path}.${process.pid}.new`
  try {
    writeFileSync(next, text, { mode: OWNER_ONLY })
    renameSync(next, path)
  } catch (error) {
    rmSync(next, { force: true })
    throw new Error(`cannot write the file ${path}: ${reasonOf(error)}`)
  }
}

const tried = (write: () => void): boolean => {
  try {
    write()
    return true
  } catch {
    return false
  }
}

const parseState = (path: string, text: string, now: number): AgentState => {
  const file = decodeState(text)
  if (Result.isSuccess(file)) {
    const { judgesFrom } = file.success
    // After a change of the clock the device is not locked for longer than the longest delay.
    return { ...file.success, judgesFrom: Math.min(judgesFrom, now + PASSCODE_DELAY_MAX_MS) }
  }
  const head = decodeHead(text)
  const isNewer = Result.isSuccess(head) && head.success.version > VERSION
  throw new Error(`the file ${path} is ${isNewer ? "of a newer release" : "damaged"} and was left alone`)
}

const parseKey = (path: string, text: string): string => {
  const key = decodeKey(text.trim())
  if (Result.isSuccess(key)) return key.success
  throw new Error(`the file ${path} is damaged and was left alone`)
}

/** Opens or creates the folder. Throws one clear line when it is unusable. */
export const openFiles = (folder: string, now: number): AgentFiles => {
  try {
    mkdirSync(folder, { recursive: true, mode: FOLDER_OWNER_ONLY })
  } catch (error) {
    throw new Error(`cannot make the folder ${folder}: ${reasonOf(error)}`)
  }
  const stateFile = join(folder, "device.json")
  const keyFile = join(folder, "vnc.key")
  const text = readText(stateFile)
  const state: AgentState =
    text === undefined
      ? { did: `agent-${randomBytes(DID_BYTES).toString("hex")}`, wrongPasscodes: 0, judgesFrom: 0 }
      : parseState(stateFile, text, now)
  const write = (): void =>
    writeText(stateFile, `${JSON.stringify({ format: FORMAT, version: VERSION, ...state }, null, 2)}\n`)
  if (text === undefined) write()
  const key = readText(keyFile)
  let knownKey = key === undefined ? undefined : parseKey(keyFile, key)
  return {
    identityFile: join(folder, "device.key"),
    state,
    save: () => tried(write),
    get knownKey() {
      return knownKey
    },
    keepKey: (next) => {
      if (next === knownKey) return true
      knownKey = next
      return tried(() => writeText(keyFile, `${next}\n`))
    },
  }
}
