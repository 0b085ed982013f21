import { createHash, createHmac, randomBytes } from "node:crypto"
import { createSocket } from "node:dgram"
import { once } from "node:events"
import { createServer, type TLSSocket } from "node:tls"
import { Schema } from "effect"
import { onTestFinished } from "vitest"
import { type Identity, makeIdentity } from "../../device/identity.ts"
import { type Chunk, decodeChunk } from "../../src/domain/wire/device/chunk.ts"
import { type Announced, decodeDatagram, encodeDatagram, NatPayload } from "../../src/domain/wire/device/discovery.ts"
import { FrameReader } from "../../src/domain/wire/device/frame.ts"
import { PROTOCOL_VERSION } from "../../src/domain/wire/device/limits.ts"
import {
  type ClientMessage,
  type DeviceMessage,
  decodeClientMessage,
  encodeDeviceMessage,
} from "../../src/domain/wire/device/message.ts"
import { CHANNEL_BINDING_BYTES, CHANNEL_BINDING_LABEL, proofText } from "../../src/domain/wire/device/passcode.ts"
import { announced } from "./announced.ts"

/**
 * A device on real sockets of 127.0.0.1 that behaves as a test decides, also wrongly. It implements only the parts that
 * the bridge needs; the emulator's devices implement all.
 */
export interface FakeDevice {
  readonly id: string
  readonly did: string
  /** Fingerprint of its first key, SHA-256 in hexadecimal. */
  readonly fingerprint: string
  /** Changes its key. Returns the new fingerprint. */
  newKey(): string
  readonly port: number
  /** The scan target that a person types. */
  readonly target: string
  readonly received: ClientMessage[]
  readonly chunks: Chunk[]
  readonly sessions: Set<TLSSocket>
  build: number
  mode: "hid" | "usb"
  passcode: string
  /** The wait that it reports with a refused proof, ms. */
  waitMs: number
  /** Probes that it received. */
  probes: number
  /** True when it answers probes. */
  answers: boolean
  /** Number of chunks that it has of the current image. */
  have: number
  /** The ticket that it gives to a viewer and accepts. */
  ticket: string
  /** Bytes that it sends together with the answer to a ticket. */
  first: Buffer
  /** The latest stream, and the bytes that came over it. */
  stream: TLSSocket | undefined
  readonly streamed: Buffer[]
  send(message: DeviceMessage): void
  sendBytes(bytes: Uint8Array): void
  /** Handles a NAT request that came through the cloud, like a device. */
  answerNat(payload: unknown): Promise<void>
  /** Cuts the connections and leaves the network. */
  vanish(): void
  /** Replaces its usual handling of a message. True when nothing more is to be done. */
  on: (message: ClientMessage, reply: (message: DeviceMessage) => void) => boolean
  onChunk: (chunk: Chunk, reply: (message: DeviceMessage) => void) => boolean
}

type Hello = Extract<DeviceMessage, { type: "hello" }>

const hello = (device: FakeDevice, nonce: string): Hello => ({
  type: "hello",
  version: PROTOCOL_VERSION,
  id: device.id,
  did: device.did,
  name: "Fake",
  model: 1,
  build: device.build,
  mode: device.mode,
  auth: device.passcode === "" ? "none" : "passcode",
  nonce,
  wait_ms: 0,
})

export const BOUND_MAC = "02:00:00:00:00:01"

export const statusOf = (device: FakeDevice, n: number): Extract<DeviceMessage, { type: "status" }> => ({
  type: "status",
  n,
  name: "Fake",
  build: device.build,
  mode: device.mode,
  mac: BOUND_MAC,
  hosts: [{ name: "Host", mac: BOUND_MAC, awake: false }],
  slot: "a",
  firmware: { stage: "idle", build: 0, percent: 0 },
})

/** Its automatic answer to a message of a session. */
const usual = (device: FakeDevice, message: ClientMessage, reply: (message: DeviceMessage) => void): void => {
  if (message.type === "ping") reply({ type: "pong" })
  if (message.type === "status") reply(statusOf(device, message.n))
  if (message.type === "fw_begin") reply({ type: "fw_have", n: message.n, next: device.have })
  if (message.type === "set_mode") {
    device.mode = message.mode
    reply({ type: "done", n: message.n })
    device.send({ type: "mode", mode: message.mode })
  }
  if (message.type === "view") reply({ type: "stream", n: message.n, ticket: device.ticket })
  if (["view_stop", "wake", "fw_commit"].includes(message.type) && "n" in message) reply({ type: "done", n: message.n })
}

/** One connection: hello, the passcode, then the device's answers. */
const serve = (device: FakeDevice, socket: TLSSocket): void => {
  const reader = new FrameReader(["message", "chunk"])
  const reply = (message: DeviceMessage): void => void socket.write(encodeDeviceMessage(message))
  let nonce = randomBytes(16).toString("hex")
  const binding = socket
    .exportKeyingMaterial(CHANNEL_BINDING_BYTES, CHANNEL_BINDING_LABEL, Buffer.alloc(0))
    .toString("hex")
  const judge = ({ nonce: clientNonce, proof }: Extract<ClientMessage, { type: "auth" }>): void => {
    const text = proofText({ did: device.did, deviceNonce: nonce, clientNonce, binding })
    const isRight = createHmac("sha256", device.passcode).update(text).digest("hex") === proof
    nonce = randomBytes(16).toString("hex")
    reply(isRight ? { type: "welcome" } : { type: "denied", code: "wrong-passcode", nonce, wait_ms: device.waitMs })
  }
  const hear = (message: ClientMessage): void => {
    device.received.push(message)
    if (device.on(message, reply)) return
    if (message.type === "hello") reply(hello(device, nonce))
    else if (message.type === "attach") attach(message.ticket)
    else if (message.type === "auth") judge(message)
    else usual(device, message, reply)
  }
  /** After the answer comes RFB, which this device only records as bytes. */
  const attach = (ticket: string): void => {
    if (ticket !== device.ticket) return void socket.destroy()
    device.sessions.delete(socket)
    device.stream = socket
    socket.removeAllListeners("data")
    socket.on("data", (bytes: Buffer) => device.streamed.push(bytes))
    socket.write(Buffer.concat([encodeDeviceMessage({ type: "attached" }), device.first]))
  }
  const store = (chunk: Chunk): void => {
    device.chunks.push(chunk)
    if (device.onChunk(chunk, reply)) return
    const isGood = createHash("md5").update(chunk.bytes).digest("hex") === chunk.md5
    if (isGood && chunk.index === device.have) device.have += 1
    const refusal = { type: "error", code: "wrong-chunk", message: "", next: device.have } as const
    reply(isGood && chunk.index < device.have ? { type: "fw_have", next: device.have } : refusal)
  }
  device.sessions.add(socket)
  socket.on("close", () => device.sessions.delete(socket))
  socket.on("error", () => {})
  socket.on("data", (bytes: Buffer) => {
    for (const { kind, body } of reader.push(bytes).frames) {
      const read = kind === "chunk" ? undefined : decodeClientMessage(body)
      const chunk = kind === "chunk" ? decodeChunk(body) : undefined
      if (read?.ok === true) hear(read.value)
      if (chunk?.ok === true) store(chunk.value)
    }
  })
}

let made = 0

const certificateOf = ({ key, certificate }: Identity) => ({ key, cert: certificate, minVersion: "TLSv1.3" as const })

export const startDevice = async (changes: Partial<Announced> = {}): Promise<FakeDevice> => {
  const identity = makeIdentity()
  made += 1
  const about = announced(`fake-${made}`, "Fake", changes)
  const server = createServer(certificateOf(identity), (socket) => serve(device, socket))
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const air = createSocket("udp4")
  air.bind(port, "127.0.0.1")
  await once(air, "listening")
  const device: FakeDevice = {
    id: about.id,
    did: about.did,
    fingerprint: identity.fingerprint,
    newKey: () => {
      const next = makeIdentity()
      server.setSecureContext(certificateOf(next))
      return next.fingerprint
    },
    port,
    target: `127.0.0.1:${port}`,
    received: [],
    chunks: [],
    sessions: new Set(),
    build: about.build,
    mode: about.is_usb ? "usb" : "hid",
    passcode: "",
    waitMs: 0,
    probes: 0,
    answers: true,
    have: 0,
    ticket: "ab".repeat(16),
    first: Buffer.alloc(0),
    stream: undefined,
    streamed: [],
    send: (message) => device.sendBytes(encodeDeviceMessage(message)),
    sendBytes: (bytes) => {
      for (const socket of device.sessions) socket.write(bytes)
    },
    answerNat: async (payload) => {
      const { nonce, candidates } = Schema.decodeUnknownSync(NatPayload)(payload)
      for (const candidate of candidates) {
        const [address = "", to = ""] = candidate.split(":")
        air.send(encodeDatagram({ type: "nat_answer", nonce, did: device.did }), Number(to), address)
      }
    },
    vanish: () => {
      device.answers = false
      for (const socket of device.sessions) socket.destroy()
      device.stream?.destroy()
    },
    on: () => false,
    onChunk: () => false,
  }
  air.on("message", (bytes, from) => {
    const probe = decodeDatagram(bytes)
    if (!probe.ok || probe.value.type !== "probe") return
    device.probes += 1
    if (!device.answers) return
    const item = { ...about, build: device.build, is_usb: device.mode === "usb", is_hid: device.mode === "hid" }
    air.send(encodeDatagram({ type: "announce", nonce: probe.value.nonce, device: item }), from.port, from.address)
  })
  onTestFinished(() => {
    device.vanish()
    server.close()
    air.close()
  })
  return device
}
