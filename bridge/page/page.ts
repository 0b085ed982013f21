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

/** One page of the app: frames in, frames out, and the limits of both. It does not know the meaning of the messages. */

export interface ConnectedPage {
  readonly visitor: Visitor
  send(message: BridgeCallback): void
  /** Sends the page the reason of a failure. */
  fail(reason: BridgeReason, about?: BridgeMessage["type"] | "fw_chunk", id?: string): void
  /** False while the page reads more slowly than the bridge writes. */
  keepsUp(): boolean
  /** Aborted when the page is gone. */
  readonly gone: AbortSignal
  close(code: CloseCode): void
}

export interface PageHandlers {
  message(message: BridgeMessage): void
  /** Further frames of the page wait for the promise. Never rejects. */
  chunk(chunk: FirmwareChunk): Promise<void>
}

/** The socket close codes of the bridge. */
export const closeCodes = { goingAway: 1_001, policy: 1_008, tooSlow: 1_013 } as const
export type CloseCode = (typeof closeCodes)[keyof typeof closeCodes]

/** The channel to a page: a socket, or the window of the desktop program around this bridge. */
export interface PageLink {
  isOpen(): boolean
  /** Bytes that the page has not read yet. */
  backlog(): number
  send(text: string): void
  close(code: CloseCode, reason?: BridgeReason): void
  /** Stops reading: further frames wait at the sender. */
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
  // Handles one chunk at a time. Later frames wait at the sender, so that a fast page cannot fill this process. A few
  // frames that arrived in the same packet wait here.
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

/** A channel without binary frames carries a chunk as a message with base64. */
const chunkOf = ({ data, ...head }: Extract<BridgeMessage, { type: "fw_chunk" }>): FirmwareChunk => ({
  head,
  bytes: Buffer.from(data, "base64"),
})
