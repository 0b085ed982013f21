import { join } from "node:path"
import { expect, onTestFinished } from "vitest"
import { WebSocket } from "ws"
import { type BridgeProgram, startBridge } from "../../bridge/bridge.ts"
import type { BridgeOptions } from "../../bridge/options.ts"
import { type BridgeCallback, type BridgeMessage, parseBridgeCallback } from "../../src/domain/wire/bridge.ts"
import { newFolder } from "./files.ts"

/** A bridge on a free port with its own folder, and pages that use real sockets. */

export const TOKEN = "token-of-this-start"
export const OWN_ORIGIN = "http://127.0.0.1:4173"
/** Probes no device on the network of the person who runs the tests, and uses short rounds. */
const ROUND_MS = 400
const SCAN_TIMEOUT_MS = 500

export interface RunningBridge {
  readonly bridge: BridgeProgram
  readonly url: string
  readonly http: string
  readonly folder: string
  /** The lines of the bridge in its terminal. */
  readonly lines: string[]
}

export const runBridge = async (options: Partial<BridgeOptions> = {}): Promise<RunningBridge> => {
  const folder = newFolder()
  const lines: string[] = []
  const bridge = await startBridge({
    port: 0,
    token: TOKEN,
    ownOrigins: [OWN_ORIGIN],
    folder,
    registry: join(folder, "no-registry.json"),
    broadcast: false,
    roundMs: ROUND_MS,
    scanTimeoutMs: SCAN_TIMEOUT_MS,
    simulatedTips: 0,
    say: (line) => lines.push(line),
    ...options,
  })
  onTestFinished(() => bridge.close())
  const at = `127.0.0.1:${bridge.port}`
  return { bridge, url: `ws://${at}`, http: `http://${at}`, folder, lines }
}

export interface Offered {
  readonly origin?: string | undefined
  readonly host?: string
  readonly token?: string | undefined
  readonly protocols?: readonly string[]
  /** False for a page whose pongs are stuck behind something else. */
  readonly autoPong?: boolean
}

/** A socket as a page of this origin opens it. */
export const openSocket = (
  url: string,
  { origin, host, autoPong = true, token = TOKEN, protocols = ["sightline.v1", `token.${token}`] }: Offered = {},
): WebSocket =>
  new WebSocket(url, [...protocols], {
    autoPong,
    ...(origin !== undefined && { origin }),
    headers: host === undefined ? {} : { host },
  })

/** The answer to a refused socket: the status and all headers. */
export const refusal = (url: string, offered: Offered): Promise<{ status: number | undefined; headers: object }> =>
  new Promise((resolve, reject) => {
    const socket = openSocket(url, offered)
    socket.on("unexpected-response", (_, response) => {
      resolve({ status: response.statusCode, headers: response.headers })
      socket.terminate()
    })
    socket.on("open", () => reject(new Error("it was let in")))
    socket.on("error", () => {})
  })

type Type = BridgeCallback["type"]
type Of<Name extends Type> = Extract<BridgeCallback, { type: Name }>

export interface TestPage {
  readonly socket: WebSocket
  readonly received: BridgeCallback[]
  send(message: BridgeMessage): void
  sendText(text: string): void
  of<Name extends Type>(type: Name): Of<Name>[]
  /** Resolves with the first message of this type that fits. */
  wait<Name extends Type>(type: Name, fits?: (message: Of<Name>) => boolean, patienceMs?: number): Promise<Of<Name>>
  /** The code the socket was closed with. */
  readonly closed: Promise<number>
}

const isOf =
  <Name extends Type>(type: Name) =>
  (message: BridgeCallback): message is Of<Name> =>
    message.type === type

/** Timeout for a message: it ends a hang and measures nothing. */
const PATIENCE_MS = 20_000

export const openPage = async (url: string, offered: Offered = {}): Promise<TestPage> => {
  const socket = openSocket(url, offered)
  onTestFinished(() => socket.terminate())
  const received: BridgeCallback[] = []
  const listeners = new Set<() => void>()
  socket.on("message", (data) => {
    const message = parseBridgeCallback(data.toString())
    expect(message.ok, data.toString().slice(0, 300)).toBe(true)
    if (message.ok) received.push(message.value)
    for (const listener of [...listeners]) listener()
  })
  const closed = new Promise<number>((resolve) => socket.on("close", (code) => resolve(code)))
  await new Promise((resolve, reject) => {
    socket.on("open", resolve)
    socket.on("error", reject)
  })
  const of = <Name extends Type>(type: Name): Of<Name>[] => received.filter(isOf(type))
  return {
    socket,
    received,
    send: (message) => socket.send(JSON.stringify(message)),
    sendText: (text) => socket.send(text),
    of,
    wait: (type, fits = () => true, patienceMs = PATIENCE_MS) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = of(type).find(fits)
          if (found === undefined) return
          clearTimeout(timer)
          listeners.delete(look)
          resolve(found)
        }
        const timer = setTimeout(
          () => reject(new Error(`no ${type} came, but ${JSON.stringify(received).slice(-2_000)}`)),
          patienceMs,
        )
        listeners.add(look)
        look()
      }),
    closed,
  }
}
