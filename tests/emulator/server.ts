import { once } from "node:events"
import { connect } from "node:net"
import { createEmulation, type Emulation } from "../../emulator/node/emulation.ts"
import type { JournalEntry } from "../../emulator/node/journal.ts"
import { type Stack, startStack } from "../../emulator/node/stack.ts"
import { type CallName, calls } from "../../src/domain/wire/cloud.ts"
import { md5, namedIn } from "./actors.ts"

/** A real cloud server on loopback, on ports of its own. */

export const TOKEN = "bridge-token"

export interface RunningEmulation {
  readonly emulation: Emulation
  readonly urls: Stack["urls"]
  post(name: CallName, body: unknown): Promise<Response>
  /** Calls the control API like a program on this machine. */
  control(method: string, path: string, body?: unknown): Promise<Response>
  requests(): Promise<readonly JournalEntry[]>
  signIn(email?: string): Promise<TestSession>
  close(): Promise<void>
}

export interface TestSession {
  readonly uid: string
  readonly token: string
  /** Sends the call with this session. */
  post(name: CallName, input?: object): Promise<Response>
  device(name: string): Promise<string>
}

export const start = async (): Promise<RunningEmulation> => {
  const emulation = createEmulation({ scenario: "demo", seed: 1 })
  const stack = await startStack({ emulation, port: 0, token: TOKEN, appMode: "none" })
  if (stack === undefined) throw new Error("the stack did not start")
  const { urls } = stack
  const post = (name: CallName, body: unknown): Promise<Response> =>
    fetch(`${urls.cloud}${calls[name].path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    })
  const control = (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(
      `${urls.cloud}/emulator/api/${path}`,
      body === undefined ? { method } : { method, body: JSON.stringify(body) },
    )
  return {
    emulation,
    urls,
    post,
    control,
    requests: async () => (await control("GET", "requests")).json(),
    signIn: async (email = "owner@example.com") => {
      const { uid, token } = await (await post("signin", { email: md5(email), password: md5("sightline") })).json()
      const own: TestSession = {
        uid,
        token,
        post: (name, input = {}) => post(name, { uid, token, ...input }),
        device: async (name) => {
          const { devices } = await (await own.post("loginWithToken", { isWeb: true })).json()
          return namedIn(devices).find((device) => device.name === name)?.id ?? ""
        },
      }
      return own
    },
    close: stack.close,
  }
}

/** Sends bytes unchanged, and returns the answer until the server closes. For requests that `fetch` would not send. */
export const raw = async (url: string, text: string): Promise<string> => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let answer = ""
  socket.on("data", (chunk: Buffer) => {
    answer += chunk.toString()
  })
  socket.write(text)
  await once(socket, "close")
  return answer
}

/** The status of one raw request with these headers. */
export const rawStatus = async (
  url: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> => {
  const lines = Object.entries({ connection: "close", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const answer = await raw(url, `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`)
  return Number(answer.split(" ")[1])
}
