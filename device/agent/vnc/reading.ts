import type { Socket } from "node:net"
import { printable, VncProblem } from "./problem.ts"

/** Longest text that is read from a server, bytes. */
const TEXT_MAX_BYTES = 1_024

/** Reads exactly this many bytes; further ones stay in the socket. Rejects when the connection ends earlier. */
export const readBytes = (socket: Socket, count: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      socket.off("readable", look).off("end", ended).off("close", ended).off("error", failed)
    }
    const failed = (error: Error): void => {
      stop()
      reject(
        error instanceof VncProblem ? error : new VncProblem("unreachable", "The connection to the VNC server broke."),
      )
    }
    const ended = (): void =>
      failed(new VncProblem("refused", "The VNC server closed the connection before the picture was there."))
    const look = (): void => {
      const bytes: unknown = socket.read(count)
      if (!Buffer.isBuffer(bytes)) return
      stop()
      if (bytes.length === count) resolve(bytes)
      else ended()
    }
    if (count === 0) return resolve(Buffer.alloc(0))
    if (socket.destroyed) return ended()
    socket.on("readable", look).on("end", ended).on("close", ended).on("error", failed)
    look()
  })

export const readByte = async (socket: Socket): Promise<number> => (await readBytes(socket, 1)).readUInt8()
export const readNumber = async (socket: Socket): Promise<number> => (await readBytes(socket, 4)).readUInt32BE()

/** Reads a text with its length before it. Cuts a longer one, because nothing is read after it. */
export const readText = async (socket: Socket): Promise<string> => {
  const length = Math.min(await readNumber(socket), TEXT_MAX_BYTES)
  return length === 0 ? "" : printable((await readBytes(socket, length)).toString("utf8").trim())
}
