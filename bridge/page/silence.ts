import type { Socket } from "node:net"
import type { WebSocket } from "ws"
import { closeCodes } from "./page.ts"
import { closeFor } from "./socketLink.ts"

/** Bytes of a ping or pong of a page without its payload: two of the header, four of the mask. */
const CONTROL_BYTES = 6
/** Checks in a row that find the same unfinished message. */
const UNFINISHED_LOOKS = 2

/**
 * Ends a socket of a page that vanished, and a socket with a message that does not end. In the second case the page
 * answers pings between the fragments, and fragments without bytes reach no size limit. A socket that the bridge has
 * paused stays open. A pong may wait behind data that the bridge reads slowly, so any byte counts as a sign of life.
 */
export const watchSilence = (socket: WebSocket, raw: Pick<Socket, "bytesRead">, everyMs: number): void => {
  /** Bytes received at the last check. */
  let seen = -1
  /** Bytes received at the end of the last whole message, and bytes of pings and pongs since. */
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
