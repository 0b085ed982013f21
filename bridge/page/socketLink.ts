import { type RawData, WebSocket } from "ws"
import type { BridgeReason } from "../../src/domain/wire/bridge.ts"
import type { CloseCode, PageLink } from "./page.ts"

/** A page that does not read never answers a close frame: after this time the bridge ends its socket, ms. */
const CLOSE_PATIENCE_MS = 1_000

export const bytesOf = (data: RawData): Buffer =>
  Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data)

export const closeFor = (socket: WebSocket, code: CloseCode, reason?: BridgeReason): void => {
  socket.close(code, reason)
  setTimeout(() => socket.terminate(), CLOSE_PATIENCE_MS).unref()
}

/** A page behind a socket. */
export const socketLink = (socket: WebSocket): PageLink => {
  const isOpen = (): boolean => socket.readyState === WebSocket.OPEN
  return {
    isOpen,
    backlog: () => socket.bufferedAmount,
    send: (text) => socket.send(text),
    close: (code, reason) => closeFor(socket, code, reason),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    listen: ({ text, chunk, closed }) => {
      socket.on("message", (data, isBinary) => {
        if (!isOpen()) return
        if (isBinary) chunk(bytesOf(data))
        else text(bytesOf(data).toString("utf8"))
      })
      // A frame that is too large or breaks the protocol ends this socket. The library has begun to close it.
      socket.on("error", () => setTimeout(() => socket.terminate(), CLOSE_PATIENCE_MS).unref())
      socket.on("close", closed)
    },
  }
}
