import { Rate } from "../../src/domain/values/rate.ts"
import {
  type BridgeCallback,
  type BridgeMessage,
  type BridgeReason,
  parseBridgeMessage,
} from "../../src/domain/wire/bridge.ts"
import { type FirmwareChunk, parseChunk } from "../../src/domain/wire/firmwareChunk.ts"
import type { Visitor } from "../gate/gate.ts"
import {
  FRAMES_BURST,
  FRAMES_PER_SECOND,
  JUNK_MAX,
  PAGE_BACKLOG_HOLD_BYTES,
  PAGE_BACKLOG_MAX_BYTES,
} from "../limits.ts"
import type { Overhear } from "../options.ts"

/** One page of the app: frames in, frames out, and the bounds of both. Knows nothing of what the messages mean. */

export interface ConnectedPage {
  readonly visitor: Visitor
  send(message: BridgeCallback): void
  /** Says what was not done, and why. */
  fail(reason: BridgeReason, about?: BridgeMessage["type"] | "fw_chunk", id?: string): void
  /** False while the page reads more slowly than the bridge would like to write. */
  keepsUp(): boolean
  /** Aborted when the page is gone. */
  readonly gone: AbortSignal
  close(code: CloseCode): void
}

export interface PageHandlers {
  message(message: BridgeMessage): void
  /** Frames of the page wait while the promise does. Never rejects. */
  chunk(chunk: FirmwareChunk): Promise<void>
}

/** Codes of the socket protocol that the bridge closes with. */
export const closeCodes = { goingAway: 1_001, policy: 1_008, tooSlow: 1_013 } as const
export type CloseCode = (typeof closeCodes)[keyof typeof closeCodes]

/** What a page speaks over: a socket, or the window of the program that this bridge runs in. */
export interface PageLink {
  isOpen(): boolean
  /** Bytes that the page has not taken yet. */
  backlog(): number
  send(text: string): void
  close(code: CloseCode, reason?: BridgeReason): void
  /** Lets what comes next wait with the sender. */
  pause(): void
  resume(): void
  listen(receive: PageFrames): void
}
export interface PageFrames {
  text(text: string): void
  chunk(frame: Uint8Array): void
  closed(): void
}

export const openPage = (
  link: PageLink,
  visitor: Visitor,
  visit: (page: ConnectedPage) => PageHandlers,
  overhear: Overhear = () => {},
): ConnectedPage => {
  const leaving = new AbortController()
  const rate = new Rate(FRAMES_BURST, 1_000 / FRAMES_PER_SECOND)
  let junk = 0

  const page: ConnectedPage = {
    visitor,
    gone: leaving.signal,
    keepsUp: () => link.backlog() < PAGE_BACKLOG_HOLD_BYTES,
    send: (message) => {
      if (!link.isOpen()) return
      if (link.backlog() > PAGE_BACKLOG_MAX_BYTES) return link.close(closeCodes.tooSlow)
      overhear("out", message)
      link.send(JSON.stringify(message))
    },
    fail: (reason, about, id) =>
      page.send({ type: "error", reason, ...(about !== undefined && { about }), ...(id !== undefined && { id }) }),
    close: link.close,
  }

  const handlers = visit(page)

  const refuse = (reason: "junk" | "too_fast"): void => {
    junk += 1
    page.fail(reason)
    if (junk >= JUNK_MAX) link.close(closeCodes.policy, reason)
  }
  // Chunks are dealt with one after the other. What is behind them stays with the sender meanwhile, so that a fast page
  // cannot fill this process; a few frames that had arrived in the same packet wait here.
  let chunks = Promise.resolve()
  let waiting = 0
  const take = (chunk: FirmwareChunk): void => {
    junk = 0
    waiting += 1
    link.pause()
    chunks = chunks
      .then(() => handlers.chunk(chunk))
      .then(() => {
        waiting -= 1
        if (waiting === 0 && link.isOpen()) link.resume()
      })
  }
  const readText = (text: string): void => {
    const message = rate.take(performance.now()) ? parseBridgeMessage(text) : undefined
    if (message === undefined) refuse("too_fast")
    else if (!message.ok) refuse("junk")
    else if (message.value.type === "fw_chunk") take(chunkOf(message.value))
    else {
      junk = 0
      overhear("in", message.value)
      handlers.message(message.value)
    }
  }
  const readChunk = (frame: Uint8Array): void => {
    const chunk = parseChunk(frame)
    if (chunk.ok) take(chunk.value)
    else refuse("junk")
  }

  link.listen({ text: readText, chunk: readChunk, closed: () => leaving.abort() })
  return page
}

/** Where no binary frame can go, a chunk is a message with its bytes as base64. */
const chunkOf = ({ data, ...head }: Extract<BridgeMessage, { type: "fw_chunk" }>): FirmwareChunk => ({
  head,
  bytes: Buffer.from(data, "base64"),
})
