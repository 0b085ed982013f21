import { createHash, createHmac } from "node:crypto"
import { constants, deflateSync, inflateSync } from "node:zlib"
import type { Accident, AccidentStage, DevicePorts, ScreenFault } from "../../emulator/model/devices/ports.ts"
import type { EmulatedDevice } from "../../emulator/model/devices/record.ts"
import { createWorld, type WorldModel } from "../../emulator/model/world.ts"
import { encodeChunk } from "../../src/domain/wire/device/chunk.ts"
import { encodeFrame, FrameReader } from "../../src/domain/wire/device/frame.ts"
import { PROTOCOL_VERSION } from "../../src/domain/wire/device/limits.ts"
import {
  type ClientMessage,
  type DeviceMessage,
  decodeDeviceMessage,
  encodeClientMessage,
} from "../../src/domain/wire/device/message.ts"
import { proofText } from "../../src/domain/wire/device/passcode.ts"
import type { SessionMachine } from "../../src/domain/wire/device/session.ts"
import { md5, START } from "./actors.ts"
import { RfbClient } from "./rfbClient.ts"

/** A device of the model with a client: without sockets, and with time that the test moves. */

export const CLIENT_NONCE = "c".repeat(32)

export const proofOf = (passcode: string, did: string, deviceNonce: string, binding = ""): string =>
  createHmac("sha256", passcode)
    .update(proofText({ did, deviceNonce, clientNonce: CLIENT_NONCE, binding }))
    .digest("hex")

/** An ordered accident. It happens once, at this point of the update. */
export interface Ordered {
  readonly stage: AccidentStage
  readonly percent: number
  readonly accident: Accident
}

/** An ordered fault of the screen. It acts once, for this many ms. */
export interface OrderedFault {
  readonly fault: ScreenFault
  readonly ms: number
}

const portsOf = (ordered: Ordered[], faults: OrderedFault[]): DevicePorts => {
  let nonces = 0
  return {
    newHasher: () => {
      const hash = createHash("md5")
      return { update: (bytes) => void hash.update(bytes), hex: () => hash.copy().digest("hex") }
    },
    hmac: (key, text) => createHmac("sha256", key).update(text).digest("hex"),
    nonce: (digits) => {
      nonces += 1
      return nonces.toString(16).padStart(digits, "0")
    },
    deflate: (bytes) => deflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }),
    inflate: (bytes, max) => inflateSync(bytes, { maxOutputLength: max, finishFlush: constants.Z_SYNC_FLUSH }),
    screenFault: (_did, wanted) => {
      const at = faults.findIndex(({ fault }) => fault === wanted)
      return at < 0 ? undefined : faults.splice(at, 1)[0]
    },
    accident: (_did, stage, percent) => {
      const at = ordered.findIndex((one) => one.stage === stage && percent >= one.percent)
      return at < 0 ? undefined : ordered.splice(at, 1)[0]?.accident
    },
  }
}

/** One connection to the device, and its received messages. */
export interface DeviceClient {
  readonly got: DeviceMessage[]
  closed: boolean
  send(message: ClientMessage): void
  bytes(bytes: Uint8Array): void
  /** The latest message of this type. */
  last<Type extends DeviceMessage["type"]>(type: Type): Extract<DeviceMessage, { readonly type: Type }>
  drop(): void
}

export interface DeviceWorld {
  readonly world: WorldModel
  readonly did: string
  readonly ordered: Ordered[]
  readonly screenFaults: OrderedFault[]
  now: number
  device(): Readonly<EmulatedDevice>
  /** Lets time pass, with a tick whenever the device has work due, at most every `grain` ms. */
  pass(ms: number): void
  /** Undefined when the device does not answer. */
  connect(): DeviceClient | undefined
  /** Connected, with the passcode proven. */
  open(): DeviceClient
  /** A second connection, attached with this ticket. Undefined when the device refuses it. */
  attach(ticket: string): Attached | undefined
  /** Text of the terminal behind the device. */
  text(): string
}

export interface Attached {
  readonly rfb: RfbClient
  readonly isClosed: () => boolean
  bytes(bytes: Uint8Array): void
  drop(): void
}

interface Options {
  readonly build?: number
  readonly passcode?: string
  /** The name of a demo device, instead of one that is alone in its world. */
  readonly demo?: string
}

const found = (world: WorldModel, { build = 100, demo }: Options): string => {
  if (demo === undefined) return world.addDevices({ count: 1, kind: "lan", name: "Bench", build }, START)[0] ?? ""
  return [...world.devices()].find(({ name }) => name === demo)?.did ?? ""
}

export const openDevice = (options: Options = {}): DeviceWorld => {
  const scenario = options.demo === undefined ? "empty" : "demo"
  const world = createWorld({ md5, seed: 1, scenario, now: START })
  const did = found(world, options)
  const ordered: Ordered[] = []
  const screenFaults: OrderedFault[] = []
  const ports = portsOf(ordered, screenFaults)
  const own: DeviceWorld = {
    world,
    did,
    ordered,
    screenFaults,
    now: START + 60_000,
    device: () => {
      const device = world.device(did)
      if (device === undefined) throw new Error("the device is gone")
      return device
    },
    pass: (ms) => {
      const end = own.now + ms
      for (;;) {
        const unit = world.unit(did, ports, own.now)
        unit?.tick(own.now)
        const due = unit?.nextDue(own.now) ?? null
        if (due === null || due >= end) break
        own.now = Math.max(own.now + 1, due)
      }
      own.now = end
      world.unit(did, ports, own.now)?.tick(own.now)
    },
    connect: () => connectTo(own, ports),
    attach: (ticket) => attachTo(own, ports, ticket),
    text: () => world.unit(did, ports, own.now)?.display.text ?? "",
    open: () => {
      const client = own.connect()
      if (client === undefined) throw new Error("nobody answers")
      client.send({ type: "hello", version: PROTOCOL_VERSION, client: "test" })
      if (client.last("hello").auth === "passcode") {
        const proof = proofOf(own.device().passcode, did, client.last("hello").nonce)
        client.send({ type: "auth", nonce: CLIENT_NONCE, proof })
        client.last("welcome")
      }
      return client
    },
  }
  world.patchDevice(did, { passcode: options.passcode ?? "" }, START)
  return own
}

const attachTo = (own: DeviceWorld, ports: DevicePorts, ticket: string): Attached | undefined => {
  let session: SessionMachine | undefined
  let isClosed = false
  let answer: DeviceMessage | undefined
  const unit = own.world.unit(own.did, ports, own.now)
  // As on a wire, bytes sent while the device speaks arrive afterwards.
  const waiting: Uint8Array[] = []
  let isBusy = false
  const bytes = (sent: Uint8Array): void => {
    waiting.push(sent)
    if (isBusy) return
    isBusy = true
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      session?.receive(next, own.now)
      unit?.tick(own.now)
    }
    isBusy = false
  }
  const rfb = new RfbClient(bytes)
  const reader = new FrameReader(["message"])
  session = unit?.connect(
    {
      binding: "",
      send: (sent) => {
        if (answer !== undefined) return rfb.push(sent)
        const [frame] = reader.push(sent).frames
        const message = frame === undefined ? undefined : decodeDeviceMessage(frame.body)
        if (message?.ok === true) answer = message.value
      },
      close: () => {
        isClosed = true
      },
    },
    own.now,
  )
  bytes(encodeClientMessage({ type: "attach", ticket }))
  if (answer?.type !== "attached") return undefined
  return { rfb, isClosed: () => isClosed, bytes, drop: () => session?.lost() }
}

const connectTo = (own: DeviceWorld, ports: DevicePorts): DeviceClient | undefined => {
  const reader = new FrameReader(["message"])
  const got: DeviceMessage[] = []
  let session: SessionMachine | undefined
  const client: DeviceClient = {
    got,
    closed: false,
    send: (message) => client.bytes(encodeClientMessage(message)),
    bytes: (bytes) => session?.receive(bytes, own.now),
    last: (type) => {
      const found = got.findLast((message) => message.type === type)
      if (found === undefined || !isOfType(found, type)) throw new Error(`no ${type}: ${JSON.stringify(got.at(-1))}`)
      return found
    },
    drop: () => session?.lost(),
  }
  session = own.world.unit(own.did, ports, own.now)?.connect(
    {
      binding: "",
      send: (frame) => {
        for (const { body } of reader.push(frame).frames) {
          const message = decodeDeviceMessage(body)
          if (!message.ok) throw new Error("the device sent what is no message")
          got.push(message.value)
        }
      },
      close: () => {
        client.closed = true
      },
    },
    own.now,
  )
  return session === undefined ? undefined : client
}

const isOfType = <Type extends DeviceMessage["type"]>(
  message: DeviceMessage,
  type: Type,
): message is Extract<DeviceMessage, { readonly type: Type }> => message.type === type

/** A small image in chunks of the smallest possible size. */
export const CHUNK = 4_096
export interface TestImage {
  readonly build: number
  readonly hash: string
  readonly bytes: Uint8Array
  readonly chunks: number
}

export const imageOf = (build: number, chunks = 5): TestImage => {
  const bytes = new Uint8Array(CHUNK * chunks - 1_000).map((_, at) => (at * 31 + build) % 251)
  return { build, hash: createHash("md5").update(bytes).digest("hex"), bytes, chunks }
}

export const begin = ({ build, hash, bytes }: TestImage): ClientMessage => ({
  type: "fw_begin",
  n: 1,
  build,
  hash,
  size: bytes.byteLength,
  chunk: CHUNK,
})

/** One chunk as a whole frame. */
export const chunkFrame = ({ bytes }: TestImage, index: number): Uint8Array => {
  const part = bytes.subarray(index * CHUNK, (index + 1) * CHUNK)
  const sum = createHash("md5").update(part).digest("hex")
  return encodeFrame({ kind: "chunk", body: encodeChunk({ index, md5: sum, bytes: part }) })
}

/** Uploads from the device's position on, commits, and waits until the device is back. Returns its first chunk. */
export const update = (own: DeviceWorld, image: TestImage): number => {
  const client = own.open()
  client.send(begin(image))
  const first = client.last("fw_have").next
  for (let index = first; index < image.chunks; index++) client.bytes(chunkFrame(image, index))
  client.send({ type: "fw_commit", n: 2 })
  own.pass(120_000)
  return first
}
