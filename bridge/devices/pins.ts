import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { PINS_MAX } from "../limits.ts"
import { readOwnFile, versionOf, writeOwnFile } from "../ownFile.ts"

/**
 * The keys of the devices that this bridge has entered, by `did` (SEC-5). The bridge stores the first key of a device;
 * a person decides about any other. Only the owner may read the file, and the bridge writes it whole or not at all.
 */
export interface KeyPins {
  /** SHA-256 of the device's public key, lower-case hexadecimal; undefined for a device that was never entered. */
  known(did: string): string | undefined
  /** The time since which that key is stored, ms since 1970. Undefined where an earlier release stored it. */
  since(did: string): number | undefined
  /** True when the key is in the file, so that it outlives the bridge. */
  isKept(did: string): boolean
  /** False when the file cannot be written. The pin then lasts as long as the bridge, and the next call tries again. */
  keep(did: string, fingerprint: string): boolean
}

const FORMAT = "sightline.bridge-devices"
const VERSION = 1

const Fingerprint = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/))
const PinFile = Schema.Struct({
  format: Schema.Literal(FORMAT),
  version: Schema.Literal(VERSION),
  devices: Schema.Record(Schema.String, Fingerprint),
  /** ms since 1970, by did */
  since: Schema.optionalKey(Schema.Record(Schema.String, Schema.Finite)),
})
const decodeFile = Schema.decodeUnknownResult(Schema.fromJsonString(PinFile))
const isNewer = Schema.decodeUnknownResult(
  Schema.fromJsonString(
    Schema.Struct({ format: Schema.Literal(FORMAT), version: Schema.Int.check(Schema.isGreaterThan(VERSION)) }),
  ),
)

interface Pin {
  readonly fingerprint: string
  readonly since: number | undefined
}

type ReadPins =
  | { readonly kind: "pins"; readonly devices: ReadonlyMap<string, Pin> }
  | { readonly kind: "unusable"; readonly why: "damaged" | "unreadable" | "of a newer release" }

const pinsIn = ({ devices, since = {} }: typeof PinFile.Type): ReadonlyMap<string, Pin> =>
  new Map(Object.entries(devices).map(([did, fingerprint]) => [did, { fingerprint, since: since[did] }]))

const readPins = (path: string): ReadPins => {
  const read = readOwnFile(path)
  if (read.kind === "missing") return { kind: "pins", devices: new Map() }
  if (read.kind === "unreadable") return { kind: "unusable", why: "unreadable" }
  const file = decodeFile(read.text)
  if (Result.isSuccess(file)) return { kind: "pins", devices: pinsIn(file.success) }
  return { kind: "unusable", why: Result.isSuccess(isNewer(read.text)) ? "of a newer release" : "damaged" }
}

const fileOf = (devices: ReadonlyMap<string, Pin>): typeof PinFile.Type => ({
  format: FORMAT,
  version: VERSION,
  devices: Object.fromEntries([...devices].map(([did, { fingerprint }]) => [did, fingerprint])),
  since: Object.fromEntries([...devices].flatMap(([did, { since }]) => (since === undefined ? [] : [[did, since]]))),
})

/**
 * Complains once about a file that it cannot read, and leaves the file alone: pins then last as long as the bridge.
 * Otherwise the file decides: another bridge of the same person may write it at any time, and a device in it is not
 * entered for the first time.
 */
export const openPins = (path: string, complain: (line: string) => void): KeyPins => {
  let devices = new Map<string, Pin>()
  let isUsable = false
  let version: string | undefined = "not read yet"
  /** Devices whose key is not in the file. */
  const unkept = new Set<string>()
  let hasComplained = false

  const read = (): void => {
    const current = versionOf(path)
    if (current === version) return
    version = current
    const file = readPins(path)
    isUsable = file.kind === "pins"
    if (file.kind === "unusable") {
      complain(
        `the file of device keys ${path} is ${file.why} and was left alone: a key that it holds is not compared until the file is mended`,
      )
      return
    }
    const own = [...devices].filter(([did]) => unkept.has(did))
    devices = new Map(file.devices)
    for (const [did, pin] of own) {
      if (devices.get(did)?.fingerprint === pin.fingerprint) unkept.delete(did)
      devices.delete(did)
      devices.set(did, pin)
    }
  }
  const write = (): boolean => {
    read()
    if (!isUsable) return false
    for (const [oldest] of devices) {
      if (devices.size <= PINS_MAX) break
      devices.delete(oldest)
      unkept.delete(oldest)
    }
    const isWritten = writeOwnFile(path, fileOf(devices))
    if (!isWritten && !hasComplained) complain(`the file of device keys ${path} cannot be written`)
    hasComplained = !isWritten
    // Another bridge may have overwritten a pin in that moment. That pin is not kept yet, and the next call writes it.
    version = "written"
    read()
    return isWritten
  }
  read()

  return {
    known: (did) => {
      read()
      return devices.get(did)?.fingerprint
    },
    since: (did) => devices.get(did)?.since,
    isKept: (did) => devices.has(did) && !unkept.has(did),
    keep: (did, fingerprint) => {
      read()
      const isKnown = devices.get(did)?.fingerprint === fingerprint
      if (isKnown && !unkept.has(did)) return true
      if (!isKnown) {
        devices.delete(did)
        devices.set(did, { fingerprint, since: Date.now() })
      }
      unkept.add(did)
      return write()
    },
  }
}
