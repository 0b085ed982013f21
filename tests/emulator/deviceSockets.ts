import { createHash } from "node:crypto"
import { createSocket } from "node:dgram"
import { once } from "node:events"
import { mkdtempSync, readdirSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { connect, type TLSSocket } from "node:tls"
import { makeIdentity } from "../../device/identity.ts"
import { createEmulation, type Emulation } from "../../emulator/node/emulation.ts"
import { type Stack, startStack } from "../../emulator/node/stack.ts"
import { encodeChunk } from "../../src/domain/wire/device/chunk.ts"
import { type Announced, decodeDatagram, encodeDatagram } from "../../src/domain/wire/device/discovery.ts"
import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"
import { encodeFrame, FrameReader } from "../../src/domain/wire/device/frame.ts"
import { PROTOCOL_VERSION } from "../../src/domain/wire/device/limits.ts"
import {
  type ClientMessage,
  type DeviceMessage,
  decodeDeviceMessage,
  encodeClientMessage,
} from "../../src/domain/wire/device/message.ts"
import { CHANNEL_BINDING_BYTES, CHANNEL_BINDING_LABEL } from "../../src/domain/wire/device/passcode.ts"
import { type DeviceRegistry, decodeRegistry } from "../../src/domain/wire/device/registry.ts"
import { CLIENT_NONCE, proofOf } from "./deviceWorld.ts"

/** Emulated devices on real sockets, found like a bridge finds them. */

export interface Devices {
  readonly emulation: Emulation
  readonly urls: Stack["urls"]
  readonly registry: () => DeviceRegistry
  readonly registryPath: () => string
  /** The endpoint of the device of this name. */
  endpoint(name: string): Endpoint
  did(name: string): string
  control(method: string, path: string, body?: unknown): Promise<Response>
  close(): Promise<void>
}

/** The key of all devices of this process. */
export const identity = makeIdentity()

export const startDevices = async (count = 0): Promise<Devices> => {
  const registryFolder = mkdtempSync(join(tmpdir(), "sightline-registry-"))
  const emulation = createEmulation({ scenario: "demo", seed: 1, devices: count })
  const stack = await startStack({
    emulation,
    port: 0,
    token: "t",
    appMode: "none",
    devices: { registryFolder, identity },
  })
  if (stack === undefined) throw new Error("the stack did not start")
  const registryPath = () => join(registryFolder, readdirSync(registryFolder)[0] ?? "")
  const registry = (): DeviceRegistry => {
    const read = decodeRegistry(readFileSync(registryPath()))
    if (!read.ok) throw new Error("the registry is none")
    return read.value
  }
  const did = (name: string): string => {
    const device = [...emulation.world().devices()].find((one) => one.name === name)
    if (device === undefined) throw new Error(`there is no ${name}`)
    return device.did
  }
  return {
    emulation,
    urls: stack.urls,
    registry,
    registryPath,
    did,
    endpoint: (name) => {
      const found = registry().devices.find((device) => device.did === did(name))
      if (found === undefined) throw new Error(`${name} is not on the network`)
      return found
    },
    control: (method, path, body) =>
      fetch(
        `${stack.urls.cloud}/emulator/api/${path}`,
        body === undefined ? { method } : { method, body: JSON.stringify(body) },
      ),
    close: stack.close,
  }
}

const NONCE = "ab".repeat(16)

/** Longest wait for devices that should answer, ms. */
const PATIENCE_MS = 20_000

export type AnnouncedDevices = ReadonlyMap<string, Announced>

/** A client's socket that sends datagrams and collects the announcements. */
const openProber = async () => {
  const socket = createSocket("udp4")
  socket.bind(0, "127.0.0.1")
  await once(socket, "listening")
  socket.setBroadcast(true)
  const found = new Map<string, Announced>()
  let look = () => {}
  socket.on("message", (datagram, { address, port }) => {
    const read = decodeDatagram(datagram)
    if (read.ok && read.value.type === "announce") found.set(`${address}:${port}`, read.value.device)
    look()
  })
  const until = (enough: () => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`only ${found.size} devices have answered`)), PATIENCE_MS)
      look = () => {
        if (!enough()) return
        clearTimeout(timer)
        resolve()
      }
      look()
    })
  return {
    found,
    until,
    send: (bytes: Uint8Array, { address, port }: Endpoint) => socket.send(bytes, port, address),
    close: () => socket.close(),
  }
}

const PROBE = encodeDatagram({ type: "probe", nonce: NONCE })

/** Time after which a silent device is asked again, ms: a busy machine drops datagrams. */
const ASK_AGAIN_MS = 1_000

/** Probes these endpoints until `enough` devices have answered. */
export const probe = async (endpoints: readonly Endpoint[], enough = endpoints.length): Promise<AnnouncedDevices> => {
  const prober = await openProber()
  const ask = () => {
    for (const endpoint of endpoints)
      if (!prober.found.has(`${endpoint.address}:${endpoint.port}`)) prober.send(PROBE, endpoint)
  }
  ask()
  const again = setInterval(ask, ASK_AGAIN_MS)
  try {
    await prober.until(() => prober.found.size >= enough)
  } finally {
    clearInterval(again)
    prober.close()
  }
  return prober.found
}

/**
 * The devices that answer these bytes at an endpoint where none should. Waits until a device that does answer, and was
 * asked later, has answered twice.
 */
export const listen = async (
  endpoint: Endpoint,
  witness: Endpoint,
  bytes: Uint8Array = PROBE,
): Promise<readonly string[]> => {
  const prober = await openProber()
  prober.send(bytes, endpoint)
  const name = `${witness.address}:${witness.port}`
  for (let round = 0; round < 2; round++) {
    prober.found.delete(name)
    prober.send(PROBE, witness)
    await prober.until(() => prober.found.has(name))
  }
  prober.found.delete(name)
  prober.close()
  return [...prober.found.keys()]
}

/** One sealed connection to a device. */
export interface Wire {
  readonly socket: TLSSocket
  /** Names the channel, for the proof of a passcode. */
  readonly binding: string
  send(message: ClientMessage): void
  /** The next unread message of this type. Rejects when the connection ends before it. */
  next<Type extends DeviceMessage["type"]>(type: Type): Promise<Extract<DeviceMessage, { readonly type: Type }>>
  /** Resolves when the device has closed. */
  readonly ended: Promise<void>
}

const isOfType = <Type extends DeviceMessage["type"]>(
  message: DeviceMessage,
  type: Type,
): message is Extract<DeviceMessage, { readonly type: Type }> => message.type === type

export const dial = async ({ address, port }: Endpoint): Promise<Wire> => {
  const socket = connect({ port, host: address, rejectUnauthorized: false, minVersion: "TLSv1.3" })
  const reader = new FrameReader(["message"])
  const unread: DeviceMessage[] = []
  const waiting = new Set<() => void>()
  const wake = (): void => {
    for (const look of [...waiting]) look()
  }
  let over = false
  const ended = new Promise<void>((resolve) =>
    socket.on("close", () => {
      over = true
      resolve()
      wake()
    }),
  )
  socket.on("error", () => {})
  const connected = new Promise<void>((resolve) => socket.on("secureConnect", resolve))
  socket.on("data", (bytes: Buffer) => {
    for (const { body } of reader.push(bytes).frames) {
      const message = decodeDeviceMessage(body)
      if (message.ok) unread.push(message.value)
    }
    wake()
  })
  await Promise.race([connected, ended])
  const binding = (): string =>
    socket.exportKeyingMaterial(CHANNEL_BINDING_BYTES, CHANNEL_BINDING_LABEL, Buffer.alloc(0)).toString("hex")
  return {
    socket,
    binding: over ? "" : binding(),
    ended,
    send: (message) => void socket.write(encodeClientMessage(message)),
    next: (type) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const at = unread.findIndex((message) => isOfType(message, type))
          const found = at < 0 ? undefined : unread.splice(0, at + 1).at(-1)
          if (found !== undefined && isOfType(found, type)) resolve(found)
          else if (over) reject(new Error(`the connection ended before ${type}`))
          else return
          waiting.delete(look)
        }
        waiting.add(look)
        look()
      }),
  }
}

/** Connects, and proves the passcode when the device asks for one. */
export const enter = async (endpoint: Endpoint, passcode: string): Promise<Wire> => {
  const wire = await dial(endpoint)
  wire.send({ type: "hello", version: PROTOCOL_VERSION, client: "test" })
  const { auth, did, nonce } = await wire.next("hello")
  if (auth === "none") return wire
  wire.send({ type: "auth", nonce: CLIENT_NONCE, proof: proofOf(passcode, did, nonce, wire.binding) })
  await wire.next("welcome")
  return wire
}

/**
 * Sends chunks of an image from `first` on, each after the answer to the one before. Returns the number of accepted
 * chunks.
 */
export const upload = async (wire: Wire, image: Uint8Array, chunk: number, first: number): Promise<number> => {
  let next = first
  while (next * chunk < image.byteLength) {
    const bytes = image.subarray(next * chunk, (next + 1) * chunk)
    const md5 = createHash("md5").update(bytes).digest("hex")
    wire.socket.write(encodeFrame({ kind: "chunk", body: encodeChunk({ index: next, md5, bytes }) }))
    next = (await wire.next("fw_have")).next
  }
  return next
}
