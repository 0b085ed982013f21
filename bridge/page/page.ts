import { type RawData, WebSocket } from "ws"
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
  PING_EVERY_MS,
} from "../limits.ts"
import type { Overhear } from "../options.ts"
import { createRate } from "./rate.ts"

/** One socket of the app: frames in, frames out, and the bounds of both. Knows nothing of what the messages mean. */

export interface Page {
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

/** A page that does not read would never answer a polite close: after this its socket is ended, ms. */
const CLOSE_PATIENCE_MS = 1_000

const bytesOf = (data: RawData): Buffer =>
  Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data)

const closeFor = (socket: WebSocket, code: CloseCode): void => {
  socket.close(code)
  setTimeout(() => socket.terminate(), CLOSE_PATIENCE_MS).unref()
}

/** A page that is gone without a word is found by its silence. */
const watchSilence = (socket: WebSocket, gone: AbortSignal): void => {
  let heard = true
  socket.on("pong", () => {
    heard = true
  })
  const timer = setInterval(() => {
    if (!heard) return socket.terminate()
    heard = false
    socket.ping()
  }, PING_EVERY_MS)
  timer.unref()
  gone.addEventListener("abort", () => clearInterval(timer), { once: true })
}

export const openPage = (
  socket: WebSocket,
  visitor: Visitor,
  visit: (page: Page) => PageHandlers,
  overhear: Overhear = () => {},
): Page => {
  const leaving = new AbortController()
  const rate = createRate(FRAMES_BURST, FRAMES_PER_SECOND)
  let junk = 0

  const page: Page = {
    visitor,
    gone: leaving.signal,
    keepsUp: () => socket.bufferedAmount < PAGE_BACKLOG_HOLD_BYTES,
    send: (message) => {
      if (socket.readyState !== WebSocket.OPEN) return
      if (socket.bufferedAmount > PAGE_BACKLOG_MAX_BYTES) return closeFor(socket, closeCodes.tooSlow)
      overhear("out", message)
      socket.send(JSON.stringify(message))
    },
    fail: (reason, about, id) =>
      page.send({ type: "error", reason, ...(about !== undefined && { about }), ...(id !== undefined && { id }) }),
    close: (code) => closeFor(socket, code),
  }

  const handlers = visit(page)

  const refuse = (reason: "junk" | "too_fast"): void => {
    junk += 1
    page.fail(reason)
    if (junk >= JUNK_MAX) closeFor(socket, closeCodes.policy)
  }
  const readText = (bytes: Buffer): void => {
    const message = rate.take(performance.now()) ? parseBridgeMessage(bytes.toString("utf8")) : undefined
    if (message === undefined) refuse("too_fast")
    else if (!message.ok) refuse("junk")
    else {
      junk = 0
      overhear("in", message.value)
      handlers.message(message.value)
    }
  }
  // Chunks are dealt with one after the other. What is behind them stays with the sender meanwhile, so that a fast page
  // cannot fill this process; a few frames that had arrived in the same packet wait here.
  let chunks = Promise.resolve()
  let waiting = 0
  const readChunk = (bytes: Buffer): void => {
    const chunk = parseChunk(bytes)
    if (!chunk.ok) {
      refuse("junk")
      return
    }
    junk = 0
    waiting += 1
    socket.pause()
    chunks = chunks
      .then(() => handlers.chunk(chunk.value))
      .then(() => {
        waiting -= 1
        if (waiting === 0 && socket.readyState === WebSocket.OPEN) socket.resume()
      })
  }

  socket.on("message", (data, isBinary) => {
    if (socket.readyState !== WebSocket.OPEN) return
    if (isBinary) readChunk(bytesOf(data))
    else readText(bytesOf(data))
  })
  // A frame that is too large or breaks the protocol ends its own socket; the library has begun to close it.
  socket.on("error", () => setTimeout(() => socket.terminate(), CLOSE_PATIENCE_MS).unref())
  socket.on("close", () => leaving.abort())
  watchSilence(socket, leaving.signal)
  return page
}
