import { createHash } from "node:crypto"
import { rmSync } from "node:fs"
import { connect, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Problem, whyOf } from "./problem.ts"

/**
 * One program a profile (DESK-1): the first one listens on a socket of the profile, a second one speaks to it and ends. The lock
 * is the port of the profile, which the system gives to one process alone; the socket is only the way to the one that has it.
 */

/** Paths of sockets are short on every system, bytes. */
const SOCKET_PATH_MAX = 100
const LINE_MAX = 4_096
/** A program that has the socket and says nothing for so long hangs; who asks and does not end its line by then is closed, ms. */
const ANSWER_MS = 5_000
const TAKEN = "taken\n"

export interface Instance {
  /** Calls back when a second start wants the window, with the link that it was given. */
  onShow(listener: (link: string | null) => void): void
  close(): void
}

const socketOf = (folder: string): string => {
  const name = createHash("sha256").update(folder).digest("hex").slice(0, 16)
  if (process.platform === "win32") return `\\\\.\\pipe\\sightline-${name}`
  const path = join(folder, "instance.sock")
  return Buffer.byteLength(path) <= SOCKET_PATH_MAX ? path : join(tmpdir(), `sightline-${name}.sock`)
}

/** Hands the link to the program that runs with this profile and brings it to the front; false when none does. */
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

/** Called by the program that has the port of the profile; rejects with `Problem`. */
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
  // The socket of a program that was killed stays behind, and answers no one.
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
