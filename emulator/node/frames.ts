import { withoutSecrets } from "./journal.ts"

/** The live list of frames (EMU-6) between app and bridge, and between bridge and devices, without secrets. */

/** Most frames that are kept. */
const KEPT = 2_000
/** A console that has not asked for this long no longer watches, ms. */
const WATCHED_MS = 10_000
/** Frames that come many times a second and contain no news. */
const UNTOLD: ReadonlySet<string> = new Set(["ping", "pong", "tone"])
/** A reader could guess from a proof, and a ticket opens a stream. */
const PRIVATE: ReadonlySet<string> = new Set(["auth", "attach", "stream"])

export type FrameWay = "app-bridge" | "bridge-app" | "bridge-device" | "device-bridge"

export interface FrameEntry {
  readonly n: number
  /** ms since 1970 */
  readonly at: number
  readonly way: FrameWay
  /** The device at the other end; null between app and bridge. */
  readonly did: string | null
  readonly type: string
  /** Without secrets. Null where the whole body is hidden. */
  readonly body: unknown
}

export interface Frames {
  /** Keeps the message while a console watches. Otherwise it costs next to nothing. */
  add(way: FrameWay, did: string | null, message: { readonly type: string }): void
  /** Frames after number `since`, oldest first. The call counts as watching. */
  since(n: number): readonly FrameEntry[]
  clear(): void
}

export const createFrames = (now: () => number): Frames => {
  let entries: FrameEntry[] = []
  let last = 0
  let watchedUntil = Number.NEGATIVE_INFINITY
  return {
    add: (way, did, message) => {
      const at = now()
      if (at > watchedUntil || UNTOLD.has(message.type)) return
      last += 1
      const { type, ...rest } = message
      entries.push({ n: last, at, way, did, type, body: PRIVATE.has(type) ? null : withoutSecrets(rest) })
      if (entries.length > KEPT * 1.1) entries = entries.slice(-KEPT)
    },
    since: (n) => {
      watchedUntil = now() + WATCHED_MS
      return entries.filter((entry) => entry.n > n)
    },
    clear: () => {
      entries = []
    },
  }
}
