import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { expect, onTestFinished } from "vitest"

/** A real VNC server with a real terminal, in Debian's packages. */

export const PATIENCE = { timeout: 25_000 }
/** No password. */
export const OPEN = ["-SecurityTypes", "None"]

const ended = (child: ChildProcess): void =>
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, "exit")
    child.kill()
    await gone
  })

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  return typeof address === "object" && address !== null ? address.port : 0
}

/** A screen with a shell in a terminal that fills it. The folder receives the shell's output. */
export const startXvnc = async (folder: string, security: readonly string[], port: number) => {
  const words = ["-displayfd", "1", "-rfbport", String(port), "-localhost", "-ac", "-nolisten", "tcp"]
  const server = spawn("Xvnc", [...words, "-geometry", "800x600", "-depth", "24", ...security], {
    stdio: ["ignore", "pipe", "ignore"],
  })
  ended(server)
  const [number]: Buffer[] = await once(server.stdout, "data")
  const shell = ["-u8", "-geometry", "120x40+0+0", "-e", "sh", "-c", "echo > started; exec sh"]
  const terminal = spawn("xterm", shell, {
    cwd: folder,
    stdio: "ignore",
    env: { ...process.env, DISPLAY: `:${String(number).trim()}`, LANG: "C.UTF-8", LC_ALL: "C.UTF-8" },
  })
  ended(terminal)
  await expect.poll(() => existsSync(join(folder, "started")), PATIENCE).toBe(true)
  return server
}

/** The content of the shell's file `out`. */
export const written = (folder: string): string => {
  try {
    return readFileSync(join(folder, "out"), "utf8")
  } catch {
    return ""
  }
}
