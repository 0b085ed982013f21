import { mkdirSync, rmSync } from "node:fs"
import { connect, createServer, type Server } from "node:net"
import { join } from "node:path"

/**
 * A folder that one process alone may use: while it lives, it answers at a socket in the folder. A process that was killed leaves a socket at
 * which nothing answers, and so no lock that a person must remove. (Windows has no sockets in folders, and its pipes go with their process.)
 */

const FOLDER_OWNER_ONLY = 0o700

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined)

const socketOf = (folder: string): string =>
  process.platform === "win32"
    ? `\\\\.\\pipe\\sightline-${folder.replaceAll(/[^A-Za-z0-9.-]+/g, "-")}`
    : join(folder, "in-use")

const listenAt = (path: string): Promise<Server | { readonly code: unknown }> =>
  new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy())
    server.unref()
    server.once("error", (error) => resolve({ code: codeOf(error) }))
    server.listen(path, () => resolve(server))
  })

const answersAt = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path)
    socket.once("connect", () => {
      socket.destroy()
      resolve(true)
    })
    socket.once("error", (error) => resolve(codeOf(error) !== "ECONNREFUSED" && codeOf(error) !== "ENOENT"))
  })

/** Returns how to leave the folder; rejects where another process uses it. Where no socket can be made, nothing is held. */
export const takeFolder = async (folder: string, isRetry = false): Promise<() => void> => {
  const path = socketOf(folder)
  try {
    mkdirSync(folder, { recursive: true, mode: FOLDER_OWNER_ONLY })
  } catch {
    // Who opens the files in it says so.
  }
  const taken = await listenAt(path)
  if (!("code" in taken)) return () => void taken.close()
  if (taken.code !== "EADDRINUSE") return () => {}
  if (isRetry || (await answersAt(path)))
    throw new Error(`another agent uses the folder ${folder}: give this one its own by --config`)
  rmSync(path, { force: true })
  return takeFolder(folder, true)
}
