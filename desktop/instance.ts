import { createHash } from "node:crypto"
import { rmSync } from "node:fs"
import { connect, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Problem, whyOf } from "./problem.ts"

/**
 * One program per profile (DESK-1): the first listens on a socket of the profile; a second one sends its link there and
 * ends. The lock is the port of the profile, which the system gives to one process only. The socket only leads to that
 * process.
 */

/** Systems limit the length of a socket path, bytes. */
const SOCKET_PATH_MAX = 100
const LINE_MAX = 4_096
/**
 * A program that owns the socket and stays silent for this long hangs. A client that does not end its line within this
 * time is closed, ms.
 */
const ANSWER_MS = 5_000
const TAKEN = "taken\n"

export interface Instance {
  /** Calls back with the link when a second start wants the window. */
  onShow(listener: (link: string | null) => void): void
  close(): void
}

const socketOf = (folder: string): string => {
  const name = createHash("sha256").update(folder).digest("hex").slice(0, 16)
  if (process.platform === "win32") return `\\\\.\\pipe\\sightline-${name}`
  const path = join(folder, "instance.sock")
  return Buffer.byteLength(path) <= SOCKET_PATH_MAX ? path : join(tmpdir(), `sightline-${name}.sock`)
}

/** Sends the link to the program of this profile and brings it to the front. False when none runs. */
export const showFirst = (folder: string, link: string | null): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const socket = connect(socketOf(folder))
    const hangs = () => {
      socket.destroy()
      reject(new Problem("Sightline runs already with this profile, and does not answer: end it first"))
    }
    socket.setTimeout(ANSWER_MS, hangs)
    socket.on("connect", () => socket.write(`${JSON.stringify({ show: link })}\n`))
    socket.on("data", () => {
      socket.end()
      resolve(true)
    })
    socket.on("error", () => resolve(false))
    socket.on("close", () => resolve(false))
  })

const linkIn = (line: string): string | null => {
  try {
    const value: unknown = JSON.parse(line)
    const link = typeof value === "object" && value !== null ? Reflect.get(value, "show") : null
    return typeof link === "string" ? link : null
  } catch {
    return null
  }
}

/** For the program that owns the port of the profile. Rejects with `Problem`. */
export const openInstance = async (folder: string): Promise<Instance> => {
  const path = socketOf(folder)
  const waiting: (string | null)[] = []
  let listener = (shown: string | null): void => void waiting.push(shown)
  const server = createServer((socket) => {
    let text = ""
    const timer = setTimeout(() => socket.destroy(), ANSWER_MS)
    socket.on("close", () => clearTimeout(timer))
    socket.setEncoding("utf8")
    socket.on("error", () => socket.destroy())
    socket.on("data", (part: string) => {
      text += part
      const end = text.indexOf("\n")
      if (end < 0 && text.length <= LINE_MAX) return
      if (end >= 0) listener(linkIn(text.slice(0, end)))
      socket.end(TAKEN)
      text = ""
    })
  })
  // The socket of a killed program stays behind, and nothing answers there.
  const remove = () => process.platform !== "win32" && rmSync(path, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(new Problem(`the profile cannot be locked by ${path}: ${whyOf(error)}`)))
    remove()
    server.listen(path, resolve)
  })
  return {
    onShow: (next) => {
      listener = next
      for (const shown of waiting.splice(0)) next(shown)
    },
    close: () => {
      if (server.listening) remove()
      server.close()
    },
  }
}
