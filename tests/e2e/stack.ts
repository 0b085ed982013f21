import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import type { EmulatedDeviceView, WorldView } from "../../emulator/model/view.ts"
import type { JournalEntry } from "../../emulator/node/journal.ts"
import type { CallName } from "../../src/domain/wire/cloud.ts"
import { calls } from "../../src/domain/wire/cloud.ts"

/** The stack as a person starts it, in a separate process, and its control API (EMU-4). */

const START_TIMEOUT_MS = 60_000
const COMMAND = fileURLToPath(new URL("../../emulator/cli/start.ts", import.meta.url))

export interface TestFaultOrder {
  readonly call?: CallName
  readonly did?: string
  readonly fault: string
  readonly times?: number
  readonly ms?: number
  readonly stage?: "request" | "reply" | "upload" | "update"
  /** Percent of the stage at which the accident happens. */
  readonly percent?: number
}

export interface ReceivedMail {
  readonly to: string
  readonly subject: string
  readonly code: string
  readonly at: number
}

export interface TestStack {
  /** Origins of app and cloud. */
  readonly app: string
  readonly cloud: string
  /** Address of the bridge's socket. */
  readonly bridge: string
  readonly reset: () => Promise<void>
  readonly state: () => Promise<WorldView>
  /** The device of this name; throws when there is none. */
  readonly device: (name: string) => Promise<EmulatedDeviceView>
  readonly deviceById: (did: string) => Promise<EmulatedDeviceView>
  readonly patchDevice: (did: string, change: Readonly<Record<string, unknown>>) => Promise<void>
  /** The text on the screen of a device. Empty until a viewer first opens it. */
  readonly screenText: (did: string) => Promise<string>
  readonly addDevice: (name: string) => Promise<string>
  readonly fault: (order: TestFaultOrder) => Promise<void>
  readonly clearFaults: () => Promise<void>
  /** Requests of one call, or of all calls, oldest first. */
  readonly requests: (call?: CallName) => Promise<readonly JournalEntry[]>
  readonly mail: (to: string) => Promise<readonly ReceivedMail[]>
  readonly advanceClock: (ms: number) => Promise<void>
  /** A call as any other client would make it. */
  readonly post: (call: CallName, body: object) => Promise<Readonly<Record<string, unknown>>>
  /** Ends it with SIGTERM. Resolves with the exit code. */
  readonly stop: () => Promise<number | null>
}

interface Ready {
  readonly app: string
  readonly cloud: string
  readonly bridge: string
}

const readyOf = (child: ChildProcess): Promise<Ready> =>
  new Promise((resolve, reject) => {
    const said: string[] = []
    const give = (why: string) => reject(new Error(`the stack ${why}:\n${said.join("\n")}`))
    const timer = setTimeout(() => give("did not become ready"), START_TIMEOUT_MS)
    child.on("exit", (code) => give(`ended with ${code}`))
    child.stderr?.on("data", (chunk: Buffer) => said.push(chunk.toString()))
    if (child.stdout === null) return give("has no output")
    createInterface({ input: child.stdout }).on("line", (line) => {
      said.push(line)
      if (!line.startsWith("ready ")) return
      clearTimeout(timer)
      resolve(JSON.parse(line.slice("ready ".length)))
    })
  })

const found = <Value>(value: Value | undefined, what: string): Value => {
  if (value === undefined) throw new Error(`there is no ${what}`)
  return value
}

const controlOf = (cloud: string) => {
  const ask = async (method: string, path: string, body?: object) => {
    const url = `${cloud}/emulator/api/${path}`
    const response = await fetch(url, body === undefined ? { method } : { method, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const state = (): Promise<WorldView> => ask("GET", "state")
  const requests = async (call?: CallName): Promise<readonly JournalEntry[]> => {
    const all: readonly JournalEntry[] = await ask("GET", "requests")
    return call === undefined ? all : all.filter(({ path }) => path === calls[call].path)
  }
  const post = async (call: CallName, body: object): Promise<Readonly<Record<string, unknown>>> => {
    const response = await fetch(`${cloud}${calls[call].path}`, { method: "POST", body: JSON.stringify(body) })
    return response.json()
  }
  return {
    state,
    requests,
    post,
    reset: async () => {
      await ask("DELETE", "faults")
      await ask("POST", "reset", { scenario: "demo", seed: 1 })
    },
    device: async (name: string) =>
      found(
        (await state()).devices.find((device) => device.name === name),
        `device called ${name}`,
      ),
    deviceById: async (did: string) =>
      found(
        (await state()).devices.find((device) => device.did === did),
        `device ${did}`,
      ),
    patchDevice: async (did: string, change: Readonly<Record<string, unknown>>) =>
      void (await ask("PATCH", `devices/${did}`, change)),
    screenText: async (did: string): Promise<string> => (await ask("GET", `screen/${did}`)).text,
    addDevice: async (name: string): Promise<string> => {
      const { dids } = await ask("POST", "devices", { count: 1, kind: "cloud", name })
      return dids[0]
    },
    fault: async ({ call, did, ...rest }: TestFaultOrder) => {
      const match = { ...(call !== undefined && { path: call }), ...(did !== undefined && { did }) }
      await ask("POST", "faults", { match, ...rest })
    },
    clearFaults: async () => void (await ask("DELETE", "faults")),
    mail: (to: string): Promise<readonly ReceivedMail[]> => ask("GET", `mail?to=${encodeURIComponent(to)}`),
    advanceClock: async (advanceMs: number) => void (await ask("POST", "clock", { advanceMs })),
  }
}

/** Starts the stack with the built app on three free ports. Rejects with its output when the start fails. */
export const startStack = async (): Promise<TestStack> => {
  // The trusted keys of its bridge stay out of the settings of the person who runs the tests.
  const folder = mkdtempSync(join(tmpdir(), "sightline-e2e-"))
  const child = spawn(process.execPath, [COMMAND, "--port", "0", "--seed", "1", "--no-build"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, XDG_CONFIG_HOME: folder },
  })
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve))
  void ended.then(() => rmSync(folder, { recursive: true, force: true }))
  const { app, cloud, bridge } = await readyOf(child)
  return {
    app,
    cloud,
    bridge,
    ...controlOf(cloud),
    stop: () => {
      child.kill("SIGTERM")
      return ended
    },
  }
}
