import { createHash } from "node:crypto"
import { Effect } from "effect"
import type { BridgeLink } from "../../src/domain/features/bridge/feature.ts"
import { type Bridge, BridgeError, noBridge } from "../../src/domain/ports/bridge.ts"
import { FirmwareError, type FirmwareImages } from "../../src/domain/ports/firmware.ts"
import { FIRMWARE_CHUNK_MAX_BYTES } from "../../src/domain/values/limits.ts"
import type { BridgeCallback, BridgeMessage } from "../../src/domain/wire/bridge.ts"
import type { FirmwareChunk } from "../../src/domain/wire/firmwareChunk.ts"

const md5 = (bytes: Uint8Array): string => createHash("md5").update(bytes).digest("hex")

export const OLD = 240_918_112_030
export const NEW = 241_204_091_500
/** Its length is not a multiple of a chunk. */
export const IMAGE = new Uint8Array(3 * FIRMWARE_CHUNK_MAX_BYTES + 77).map((_, index) => (index * 31) % 251)
export const HASH = md5(IMAGE)

const CONNECTED: BridgeLink = { state: "connected", version: "1", os: "linux", capabilities: ["fw_begin"] }

type Begin = Extract<BridgeMessage, { type: "fw_begin" }>

/** The native side of updates. It accepts chunks in order, and keeps them when the link is lost. */
export class ScriptedNativeSide {
  readonly sent: BridgeMessage[] = []
  readonly chunks: FirmwareChunk[] = []
  link: BridgeLink = CONNECTED
  /** Called with each chunk before it is stored. False when the chunk is lost. */
  takes: (chunk: FirmwareChunk) => boolean = () => true
  /** Devices that ask for a passcode, which no person enters. */
  readonly locked = new Set<string>()
  /** The number of further refusals for lack of room for one more device. */
  full = 0
  /** Called when the whole image has arrived. */
  whole: (device: string) => void = (device) => this.updates(device)
  readonly #links = new Set<(link: BridgeLink) => void>()
  readonly #messages = new Set<(message: BridgeCallback) => void>()
  readonly #stored: Uint8Array[] = []
  #begin: Begin | null = null

  readonly port: Bridge["Service"] = {
    ...noBridge,
    onLink: (listener) =>
      Effect.sync(() => {
        this.#links.add(listener)
        listener(this.link)
        return () => this.#links.delete(listener)
      }),
    onMessage: (listener) =>
      Effect.sync(() => {
        this.#messages.add(listener)
        return () => this.#messages.delete(listener)
      }),
    send: (message) =>
      Effect.suspend(() => {
        if (this.link.state !== "connected") return Effect.fail(new BridgeError({ reason: "away" }))
        this.sent.push(message)
        if (message.type === "fw_begin") this.#begun(message)
        if (message.type === "update_fw") this.whole(message.id)
        return Effect.void
      }),
    sendChunk: (chunk) =>
      Effect.suspend(() => {
        if (this.link.state !== "connected") return Effect.fail(new BridgeError({ reason: "away" }))
        this.chunks.push(chunk)
        if (this.takes(chunk)) this.#taken(chunk)
        return Effect.void
      }),
  }

  tell(message: BridgeCallback): void {
    for (const listener of [...this.#messages]) listener(message)
  }

  connect(link: BridgeLink = CONNECTED): void {
    this.link = link
    for (const listener of [...this.#links]) listener(link)
  }

  progress(id: string, state: -1 | 0 | 1 | 2 | 3, percent: number, error?: string): void {
    this.tell({ type: "fw_progress", id, state, percent, ...(error !== undefined && { error }) })
  }

  /** The reports of a device whose update succeeds. */
  updates(id: string): void {
    for (const state of [1, 2] as const) for (const percent of [0, 50, 100]) this.progress(id, state, percent)
    this.progress(id, 3, 100)
  }

  get image(): Uint8Array {
    return new Uint8Array(Buffer.concat(this.#stored))
  }

  #begun(begin: Begin): void {
    if (this.full > 0) {
      this.full -= 1
      this.tell({ type: "error", reason: "busy", about: "fw_begin", id: begin.id })
      return
    }
    this.#begin = begin
    if (this.locked.has(begin.id)) this.tell({ type: "auth_device", id: begin.id })
    else this.#have(begin)
  }

  #have({ id, size, chunk }: Begin): void {
    this.tell({ type: "fw_have", id, next: this.#stored.length })
    if (this.#stored.length * chunk >= size) this.whole(id)
  }

  #taken({ head, bytes }: FirmwareChunk): void {
    const begin = this.#begin
    if (begin === null || head.index !== this.#stored.length) return
    if (md5(bytes) === head.md5) this.#stored.push(bytes)
    else this.tell({ type: "error", reason: "wrong_hash", about: "fw_chunk", id: head.id })
    this.#have(begin)
  }
}

interface TestImages extends Omit<FirmwareImages["Service"], "download" | "chunk"> {
  kept: Uint8Array | null
  download: FirmwareImages["Service"]["download"]
  chunk: FirmwareImages["Service"]["chunk"]
}

/** The images of a computer whose provider serves `given`; null is a provider that does not answer. */
export const imagesOf = (given: Uint8Array | null): TestImages => {
  const fail = (reason: FirmwareError["reason"]) => Effect.fail(new FirmwareError({ reason }))
  const images: TestImages = {
    kept: null,
    latest: fail("connect"),
    download: ({ build, hash }, progress) =>
      Effect.suspend(() => {
        if (given === null) return fail("connect")
        progress(50, given.length)
        if (md5(given) !== hash) return fail("wrongHash")
        images.kept = given
        return Effect.succeed({ build, hash, size: given.length })
      }),
    keepFile: () => fail("storage"),
    verify: ({ build, hash }, progress) =>
      Effect.suspend(() => {
        if (images.kept === null) return fail("damaged")
        progress(60, images.kept.length)
        return md5(images.kept) === hash ? Effect.succeed({ build, hash, size: images.kept.length }) : fail("damaged")
      }),
    chunk: (_hash, index) =>
      Effect.suspend(() => {
        const start = index * FIRMWARE_CHUNK_MAX_BYTES
        const bytes = images.kept?.slice(start, start + FIRMWARE_CHUNK_MAX_BYTES)
        return bytes === undefined ? fail("damaged") : Effect.succeed({ bytes, md5: md5(bytes) })
      }),
    removeAll: Effect.sync(() => {
      images.kept = null
    }),
  }
  return images
}
