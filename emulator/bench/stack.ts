import { spawn } from "node:child_process"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

/** The product as `npm start` serves it, in a separate process, on free ports. */

const ROOT = fileURLToPath(new URL("../../", import.meta.url))
const COMMAND = join(ROOT, "emulator/cli/start.ts")
const READY = "ready "

export interface BenchStack {
  readonly app: string
  readonly cloud: string
  /** Address of the bridge's socket, and the token for it. */
  readonly bridge: string
  readonly token: string
  readonly pid: number
  readonly stop: () => Promise<void>
}

export const startStack = async (
  isBuilt: boolean,
  devices = 0,
  environment: Readonly<Record<string, string>> = {},
): Promise<BenchStack> => {
  const crowd = devices > 0 ? ["--devices", String(devices)] : []
  const words = [COMMAND, "--port", "0", "--seed", "1", ...crowd, ...(isBuilt ? ["--no-build"] : [])]
  const child = spawn(process.execPath, words, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...environment },
  })
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const stop = () => {
    child.kill("SIGTERM")
    return ended
  }
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith(READY)) continue
    const { app, cloud, bridge, token } = JSON.parse(line.slice(READY.length))
    child.stdout.resume()
    return { app, cloud, bridge, token, pid: child.pid ?? 0, stop }
  }
  throw new Error("the product did not start, see above")
}
