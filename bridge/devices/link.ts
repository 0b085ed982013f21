import { createHash } from "node:crypto"
import { connect, type TLSSocket } from "node:tls"
import type { BridgeReason } from "../../src/domain/wire/bridge.ts"
import { type Chunk, encodeChunk } from "../../src/domain/wire/device/chunk.ts"
import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"
import type { DeviceErrorCode } from "../../src/domain/wire/device/errors.ts"
import { encodeFrame, FrameReader } from "../../src/domain/wire/device/frame.ts"
import { IDLE_TIMEOUT_MS, PING_INTERVAL_MS } from "../../src/domain/wire/device/limits.ts"
import {
  type ClientMessage,
  type DeviceMessage,
  type DeviceRequest,
  decodeDeviceMessage,
  encodeClientMessage,
} from "../../src/domain/wire/device/message.ts"
import { CHANNEL_BINDING_BYTES, CHANNEL_BINDING_LABEL } from "../../src/domain/wire/device/passcode.ts"
import { REQUEST_TIMEOUT_MS } from "../limits.ts"

/**
 * One sealed session with a device (TLS 1.3): frames in and out, requests with their answers, and a timeout for every
 * wait.
 */

type WithoutNumber<Request> = Request extends unknown ? Omit<Request, "n"> : never
type Wanted = WithoutNumber<DeviceRequest>

type Answer =
  | { readonly ok: true; readonly message: DeviceMessage }
  | { readonly ok: false; readonly reason: DeviceErrorCode | "ended" }

/** The reason for which a session ended. `bye` is the device's own reason. */
interface Ending {
  readonly reason: Extract<
    BridgeReason,
    "unreachable" | "timed_out" | "vanished" | "refused" | "closed" | "key_changed"
  >
  readonly bye?: "reboot" | "update" | "power"
}

export interface DeviceLink {
  send(message: ClientMessage): void
  sendChunk(chunk: Chunk): void
  request(wanted: Wanted): Promise<Answer>
  /** Receives the messages that answer no request. Returns the function that stops it. */
  onMessage(listener: (message: DeviceMessage) => void): () => void
  /** Resolves once, when the session is over. */
  readonly ended: Promise<Ending>
  readonly isOver: () => boolean
  close(): void
  /** The facts of the TLS channel that both ends know. Undefined until the handshake is done. */
  readonly seal: () => Seal | undefined
}

export interface Seal {
  /** SHA-256 of the device's public key, lower-case hexadecimal. */
  readonly fingerprint: string
  /** Identifies this channel and no other, lower-case hexadecimal. */
  readonly binding: string
  /** The name of the cipher suite in OpenSSL. */
  readonly cipher: string
}

/** True when the bridge may speak to a device with this key. */
export type Trusts = (fingerprint: string) => boolean

/** The open requests of a session, by number. */
class OpenRequests {
  readonly #open = new Map<number, { readonly answer: (answer: Answer) => void; readonly timer: NodeJS.Timeout }>()
  #last = 0

  /** Sends a request under the next number; `late` when no answer comes in time. */
  ask(send: (n: number) => void, late: () => void): Promise<Answer> {
    return new Promise((resolve) => {
      this.#last += 1
      this.#open.set(this.#last, { answer: resolve, timer: setTimeout(late, REQUEST_TIMEOUT_MS) })
      send(this.#last)
    })
  }

  /** False for a message that answers no open request. */
  settle(message: DeviceMessage): boolean {
    const number = numberOf(message)
    const waiting = number === undefined ? undefined : this.#open.get(number)
    if (number === undefined || waiting === undefined) return false
    this.#open.delete(number)
    clearTimeout(waiting.timer)
    waiting.answer(message.type === "error" ? { ok: false, reason: message.code } : { ok: true, message })
    return true
  }

  /** Ends all open requests with the session. */
  end(): void {
    for (const { answer, timer } of this.#open.values()) {
      clearTimeout(timer)
      answer({ ok: false, reason: "ended" })
    }
    this.#open.clear()
  }
}

const numberOf = (message: DeviceMessage): number | undefined => ("n" in message ? message.n : undefined)

/** Most bytes that wait here for the device. Above this the session ends, because the device does not read. */
const BACKLOG_MAX_BYTES = 8 * 1_024 * 1_024

const sealOf = (socket: TLSSocket): Seal | undefined => {
  const key = socket.getPeerX509Certificate()?.publicKey.export({ type: "spki", format: "der" })
  if (key === undefined) return undefined
  const binding = socket.exportKeyingMaterial(CHANNEL_BINDING_BYTES, CHANNEL_BINDING_LABEL, Buffer.alloc(0))
  const fingerprint = createHash("sha256").update(key).digest("hex")
  return { fingerprint, binding: binding.toString("hex"), cipher: socket.getCipher().name }
}

/**
 * Connects to a device. No authority vouches for a device's certificate, so the caller checks its key before it sends
 * anything.
 */
export const openSeal = ({ address, port }: Endpoint, opened: (seal: Seal | undefined) => void): TLSSocket => {
  const socket = connect({
    host: address,
    port,
    minVersion: "TLSv1.3",
    rejectUnauthorized: false,
    checkServerIdentity: () => undefined,
  })
  socket.setNoDelay(true)
  socket.on("secureConnect", () => opened(sealOf(socket)))
  return socket
}

/** A session with a device whose key `trusts` accepts. The bridge sends nothing to a device with another key. */
export const openLink = (endpoint: Endpoint, trusts: Trusts): DeviceLink => {
  let seal: Seal | undefined
  const unsent: Uint8Array[] = []
  const reader = new FrameReader(["message"])
  const listeners = new Set<(message: DeviceMessage) => void>()
  const requests = new OpenRequests()
  const ended = Promise.withResolvers<Ending>()
  let isOver = false
  let isConnected = false
  /**
   * The time of the last whole frame, on the clock of the process, ms. A device that sends a frame byte by byte without
   * end counts as vanished.
   */
  let frameAt = Number.POSITIVE_INFINITY
  let bye: Ending["bye"]

  const end = (reason: Ending["reason"]): void => {
    if (isOver) return
    isOver = true
    clearInterval(pinging)
    requests.end()
    socket.destroy()
    ended.resolve({ reason, ...(bye !== undefined && { bye }) })
  }
  const write = (bytes: Uint8Array): void => {
    if (isOver) return
    if (seal === undefined) unsent.push(bytes)
    else if (socket.writableLength > BACKLOG_MAX_BYTES) end("timed_out")
    else socket.write(bytes)
  }
  const send = (message: ClientMessage): void => write(encodeClientMessage(message))
  const pinging = setInterval(() => {
    if (performance.now() - frameAt > IDLE_TIMEOUT_MS) return end("vanished")
    if (isConnected) send({ type: "ping" })
  }, PING_INTERVAL_MS)

  const read = (bytes: Buffer): void => {
    const { frames, fault } = reader.push(bytes)
    if (frames.length > 0) frameAt = performance.now()
    for (const { body } of frames) {
      const message = decodeDeviceMessage(body)
      // A peer that sends junk is no device, and the rest of its bytes is worthless too.
      if (!message.ok) {
        end("refused")
        return
      }
      if (message.value.type === "bye") bye = message.value.reason
      if (!requests.settle(message.value)) for (const listener of [...listeners]) listener(message.value)
      if (isOver) return
    }
    if (fault !== undefined) end("refused")
  }

  const socket = openSeal(endpoint, (found) => {
    isConnected = true
    frameAt = performance.now()
    seal = found
    if (seal === undefined) end("refused")
    else if (!trusts(seal.fingerprint)) end("key_changed")
    else for (const bytes of unsent.splice(0)) write(bytes)
  })
  socket.setTimeout(IDLE_TIMEOUT_MS)
  socket.on("data", read)
  socket.on("timeout", () => end(isConnected ? "vanished" : "timed_out"))
  socket.on("error", () => end(isConnected ? "vanished" : "unreachable"))
  socket.on("close", () => end(bye === undefined ? "vanished" : "closed"))

  return {
    send,
    sendChunk: (chunk) => write(encodeFrame({ kind: "chunk", body: encodeChunk(chunk) })),
    request: async (wanted) => {
      if (isOver) return { ok: false, reason: "ended" }
      return requests.ask(
        (n) => send({ ...wanted, n }),
        () => end("timed_out"),
      )
    },
    onMessage: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    ended: ended.promise,
    isOver: () => isOver,
    close: () => end("closed"),
    seal: () => seal,
  }
}
