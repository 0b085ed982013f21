import type { BridgeReason } from "../../src/domain/wire/bridge.ts"
import { ORIGIN_MAX_LENGTH, ORIGIN_USED_EVERY_MS, ORIGINS_MAX, TOKENS_PER_ORIGIN_MAX } from "../limits.ts"
import { versionOf } from "../ownFile.ts"
import { putAside, readOrigins, type StoredOrigin, writeOrigins } from "./originFile.ts"
import { fitsHash, newToken, tokenHash } from "./tokens.ts"

/** The paired origins (BRIDGE-5). The file decides: another process may change it at any time. */
export interface OriginRegistry {
  list(): readonly StoredOrigin[]
  has(origin: string): boolean
  fits(origin: string, token: string): boolean
  /** Makes a token for one more browser at this origin. Undefined when the file cannot be written. */
  add(origin: string): string | undefined
  /** The origin keeps its right when the file cannot be written. */
  revoke(origin: string): "revoked" | Extract<BridgeReason, "unknown_origin" | "storage_failed">
  used(origin: string): void
}

/** True for a web origin in the form that browsers send: scheme, host, and the port unless it is the default. */
export const isWebOrigin = (text: string): boolean => {
  if (text.length > ORIGIN_MAX_LENGTH || !/^https?:\/\//.test(text) || !URL.canParse(text)) return false
  return new URL(text).origin === text
}

export const openOrigins = (path: string, now: () => number, complain: (line: string) => void): OriginRegistry => {
  let known: readonly StoredOrigin[] = []
  let version: string | undefined = "not read yet"

  const read = (): readonly StoredOrigin[] => {
    const current = versionOf(path)
    if (current === version) return known
    version = current
    const file = readOrigins(path)
    if (!file.ok) complain(`the file of paired origins ${path} is ${file.reason}: no origin is let in by it`)
    known = file.ok ? file.origins : []
    return known
  }
  const write = (origins: readonly StoredOrigin[]): boolean => {
    const before = readOrigins(path)
    if (!before.ok && before.reason === "damaged") putAside(path)
    const ok = writeOrigins(path, origins)
    if (!ok) complain(`the file of paired origins ${path} cannot be written`)
    version = "changed"
    return ok
  }
  const find = (origin: string): StoredOrigin | undefined => read().find((one) => one.origin === origin)
  const others = (origin: string): readonly StoredOrigin[] => read().filter((one) => one.origin !== origin)

  return {
    list: read,
    has: (origin) => find(origin) !== undefined,
    fits: (origin, token) => find(origin)?.tokens.some(({ hash }) => fitsHash(token, hash)) === true,
    add: (origin) => {
      const token = newToken()
      const pairedAt = now()
      const tokens = [...(find(origin)?.tokens ?? []), { hash: tokenHash(token), pairedAt }]
      const added = { origin, tokens: tokens.slice(-TOKENS_PER_ORIGIN_MAX), usedAt: pairedAt }
      // The least recently used origins make room.
      const kept = [...others(origin)].sort((a, b) => b.usedAt - a.usedAt).slice(0, ORIGINS_MAX - 1)
      return write([...kept, added]) ? token : undefined
    },
    revoke: (origin) => {
      if (find(origin) === undefined) return "unknown_origin"
      return write(others(origin)) ? "revoked" : "storage_failed"
    },
    used: (origin) => {
      const found = find(origin)
      if (found === undefined || now() - found.usedAt < ORIGIN_USED_EVERY_MS) return
      write([...others(origin), { ...found, usedAt: now() }])
    },
  }
}
