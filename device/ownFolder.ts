import { mkdirSync, rmSync } from "node:fs"
import { connect, createServer, type Server } from "node:net"
import { join } from "node:path"

/**
 * A folder for one process at a time: while it lives, it answers at a socket in the folder. A killed process leaves a
 * socket at which nothing answers, so a person need not remove a lock. (On Windows there are no sockets in folders, and
 * pipes end with their process.)
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

/**
 * Returns the function that leaves the folder. Rejects when another process uses it. Without a socket there is no lock.
 */
export const takeFolder = async (folder: string, isRetry = false): Promise<() => void> => {
  const path = socketOf(folder)
  try {
    mkdirSync(folder, { recursive: true, mode: FOLDER_OWNER_ONLY })
  } catch {
    // The code that opens the files reports this.
  }
  const taken = await listenAt(path)
  if (!("code" in taken)) return () => void taken.close()
  if (taken.code !== "EADDRINUSE") return () => {}
  if (isRetry || (await answersAt(path)))
    throw new Error(`another agent uses the folder ${folder}: give this one its own by --config`)
  rmSync(path, { force: true })
  return takeFolder(folder, true)
}
