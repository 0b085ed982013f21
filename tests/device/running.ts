import { join } from "node:path"
import { expect, onTestFinished } from "vitest"
import type { WebSocket } from "ws"
import { type Agent, type AgentOptions, startAgent } from "../../device/agent/agent.ts"
import { parseViewerCallback, type ViewerCallback, type ViewerMessage } from "../../src/domain/wire/viewer.ts"
import { newFolder } from "../bridge/files.ts"
import { OWN_ORIGIN, openPage, openSocket, runBridge, type TestPage } from "../bridge/running.ts"

/** An agent on a free port, and a person who finds it through a real bridge and opens its viewer. */

/** A short interval, so that the agent soon notices a server that goes or returns. */
const LOOK_MS = 200

export interface RunningAgent {
  readonly agent: Agent
  readonly folder: string
  /** Its lines in the terminal. */
  readonly lines: string[]
}

export const runAgent = async (port: number, options: Partial<AgentOptions> = {}): Promise<RunningAgent> => {
  const folder = options.folder ?? join(newFolder(), "agent")
  const lines: string[] = []
  const agent = await startAgent({
    vnc: { host: "127.0.0.1", port, mayBePlain: false },
    name: "Workshop",
    passcode: "",
    mac: null,
    listen: { address: "127.0.0.1", port: 0 },
    say: (line) => lines.push(line),
    lookMs: LOOK_MS,
    ...options,
    folder,
  })
  onTestFinished(() => agent.close())
  return { agent, folder, lines }
}

export const idOf = ({ did }: Agent): string => `n-${did}`

/** Lets the page find the agent by a search, and connect to it. */
export const connectTo = async (page: TestPage, agent: Agent): Promise<void> => {
  page.send({ type: "scan_network", targets: [agent.address] })
  await page.wait("devices_discovered", ({ devices }) => devices.some(({ id }) => id === idOf(agent)))
  page.send({ type: "connect_device", id: idOf(agent), is_usb: false, cloud_type: 0 })
}

export const openPageAt = async () => {
  const running = await runBridge()
  return { running, page: await openPage(running.url, { origin: OWN_ORIGIN }) }
}

export interface TestViewer {
  readonly socket: WebSocket
  readonly messages: ViewerCallback[]
  readonly bytes: () => Buffer
  say(message: ViewerMessage): void
  send(bytes: Uint8Array): void
  /** The next bytes, once this many have arrived. */
  take(count: number): Promise<Buffer>
}

/** Opens the viewer offered after connecting, and asks for the picture. */
export const openViewer = async (page: TestPage, control = true): Promise<TestViewer> => {
  const { viewer = "" } = await page.wait("connected")
  const socket = openSocket(viewer, { origin: OWN_ORIGIN })
  onTestFinished(() => socket.terminate())
  const messages: ViewerCallback[] = []
  let bytes = Buffer.alloc(0)
  let taken = 0
  socket.on("message", (data, isBinary) => {
    if (isBinary && Buffer.isBuffer(data)) bytes = Buffer.concat([bytes, data])
    else {
      const message = parseViewerCallback(data.toString())
      if (message.ok) messages.push(message.value)
    }
  })
  await new Promise((resolve, reject) => {
    socket.on("open", resolve)
    socket.on("error", reject)
  })
  const say = (message: ViewerMessage): void => socket.send(JSON.stringify(message))
  say({ type: "view", audio: false, control })
  return {
    socket,
    messages,
    bytes: () => bytes,
    say,
    send: (part) => socket.send(part),
    take: async (count) => {
      await expect.poll(() => bytes.length - taken, { timeout: 20_000 }).toBeGreaterThanOrEqual(count)
      taken += count
      return bytes.subarray(taken - count, taken)
    },
  }
}

const VERSION = "RFB 003.008\n"

/** The viewer's half of the handshake. Returns ServerInit with the name of the desktop. */
export const shake = async (viewer: TestViewer): Promise<{ width: number; height: number; name: string }> => {
  expect((await viewer.take(12)).toString()).toBe(VERSION)
  viewer.send(Buffer.from(VERSION))
  expect([...(await viewer.take(2))]).toEqual([1, 1])
  viewer.send(Uint8Array.of(1))
  expect([...(await viewer.take(4))]).toEqual([0, 0, 0, 0])
  viewer.send(Uint8Array.of(1))
  const head = await viewer.take(24)
  const name = (await viewer.take(head.readUInt32BE(20))).toString()
  return { width: head.readUInt16BE(0), height: head.readUInt16BE(2), name }
}

/** The sentence that a viewer gets instead of a picture. */
export const refusal = async (viewer: TestViewer): Promise<string> => {
  expect((await viewer.take(12)).toString()).toBe(VERSION)
  viewer.send(Buffer.from(VERSION))
  expect([...(await viewer.take(1))]).toEqual([0])
  const length = (await viewer.take(4)).readUInt32BE()
  return (await viewer.take(length)).toString()
}

export const keyMessage = (keysym: number, isDown: boolean): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes[0] = 4
  bytes[1] = isDown ? 1 : 0
  bytes.writeUInt32BE(keysym, 4)
  return bytes
}

export const encodingsMessage = (...encodings: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 + 4 * encodings.length)
  bytes[0] = 2
  bytes.writeUInt16BE(encodings.length, 2)
  for (const [at, encoding] of encodings.entries()) bytes.writeInt32BE(encoding, 4 + 4 * at)
  return bytes
}
