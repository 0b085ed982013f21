import type { Socket } from "node:net"
import type { WebSocket } from "ws"
import { closeCodes } from "./page.ts"
import { closeFor } from "./socketLink.ts"

/** Bytes of a ping or pong of a page without its payload: two of the head, four of the mask. */
const CONTROL_BYTES = 6
/** So many looks in a row at a message that does not end. */
const UNFINISHED_LOOKS = 2

/**
 * Ends a socket whose page is gone without a word, and one whose page has begun a message that does not end: pings between its fragments
 * are answered all the while, and fragments without bytes meet no limit of size. A socket that the bridge itself has paused is let be; its
 * pong may wait behind what is read slowly, so that any byte is a sign of life.
 */
export const watchSilence = (socket: WebSocket, raw: Pick<Socket, "bytesRead">, everyMs: number): void => {
  /** Bytes that had come at the last look. */
  let seen = -1
  /** Bytes that had come when the last message was whole, and those of pings and pongs since. */
  let whole = raw.bytesRead
  let ofControl = 0
  let unfinished = 0
  const passControl = (payload: Buffer): void => {
    ofControl += CONTROL_BYTES + payload.byteLength
  }
  socket.on("message", () => {
    whole = raw.bytesRead
    ofControl = 0
    unfinished = 0
  })
  socket.on("ping", passControl)
  socket.on("pong", passControl)
  const timer = setInterval(() => {
    if (socket.isPaused) return
    if (raw.bytesRead === seen) return socket.terminate()
    unfinished = raw.bytesRead - whole > ofControl ? unfinished + 1 : 0
    if (unfinished >= UNFINISHED_LOOKS) return closeFor(socket, closeCodes.policy, "timed_out")
    seen = raw.bytesRead
    socket.ping()
  }, everyMs)
  timer.unref()
  socket.on("close", () => clearInterval(timer))
}
