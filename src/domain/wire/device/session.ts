import { Rate } from "../../values/rate.ts"
import { type Chunk, decodeChunk } from "./chunk.ts"
import { closesAfter, type DeviceErrorCode, deviceErrors } from "./errors.ts"
import { type Frame, FrameReader } from "./frame.ts"
import {
  HELLO_TIMEOUT_MS,
  IDLE_TIMEOUT_MS,
  MESSAGES_BURST,
  MESSAGES_PER_SECOND,
  NONCE_LENGTH,
  PROOF_TIMEOUT_MS,
  PROTOCOL_VERSION,
} from "./limits.ts"
import {
  type ClientMessage,
  type DeviceMessage,
  type DeviceRequest,
  decodeClientMessage,
  encodeDeviceMessage,
} from "./message.ts"
import type { Judgement, Proof } from "./passcode.ts"

/**
 * The device's side of one connection, from its first byte to its end, for emulated devices and for the agent. It has
 * no clock and no socket: its owner passes bytes and time.
 */

export interface ViewSettings {
  readonly audio: boolean
  /** True when keys, pointer and clipboard take effect. */
  readonly control: boolean
}

/** The refusal of a request; `next` is the number of the chunk that the device needs. */
export interface DeviceRefusal {
  readonly code: DeviceErrorCode
  readonly next?: number
}

/** The stream of a session, after `attached`. */
export interface Streaming {
  receive(bytes: Uint8Array): void
  end(): void
}

/** The outgoing side of a connection. After `close` nothing more is sent. */
export interface Line {
  /** Identifies the encrypted channel for both of its ends; empty without encryption. */
  readonly binding: string
  send(frame: Uint8Array): void
  close(): void
}

type Hello = Extract<DeviceMessage, { readonly type: "hello" }>

/** The device that owns the sessions. */
export interface SessionOwner {
  /** The device's report about itself to every client. */
  about(): Omit<Hello, "type" | "version" | "nonce" | "wait_ms">
  /** A random number in this many lower-case hexadecimal digits, never the same twice. */
  nonce(digits: number): string
  /** The time until the device accepts the next proof, ms. */
  waitMs(now: number): number
  judge(proof: Proof, now: number): Judgement
  /** Answers a request of an open session. */
  answer(session: SessionMachine, request: DeviceRequest, now: number): void
  receiveChunk(session: SessionMachine, chunk: Chunk, now: number): void
  /** Receives a copy of each message, for logging: `in` to the device, `out` from it. */
  overhear(way: "in" | "out", message: ClientMessage | DeviceMessage): void
  forget(session: SessionMachine): void
  /** True when the device can serve one more client. */
  hasRoom(): boolean
  /** Turns this connection into the stream of the ticket. Undefined when the ticket was used or is too old. */
  attach(ticket: string, session: SessionMachine, line: Line, now: number): Streaming | undefined
}

type Access = "connected" | "locked" | "open" | "stream" | "closed"

export class SessionMachine {
  access: Access = "connected"
  view: ViewSettings | null = null
  #stream: Streaming | undefined
  readonly #owner: SessionOwner
  readonly #line: Line
  readonly #reader = new FrameReader(["message", "chunk"])
  /**
   * Time of the last bytes from the other side; until the passcode is proved, of its last complete frame. ms since
   * 1970.
   */
  #receivedAt: number
  /** Time of the greeting, then of the last attempt to prove the passcode, ms since 1970. */
  #triedAt = Number.POSITIVE_INFINITY
  #nonce = ""
  readonly #rate = new Rate(MESSAGES_BURST, 1_000 / MESSAGES_PER_SECOND)

  constructor(owner: SessionOwner, line: Line, now: number) {
    this.#owner = owner
    this.#line = line
    this.#receivedAt = now
  }

  get isOpen(): boolean {
    return this.access === "open"
  }

  /** True for a greeted session: neither a stream nor a connection without a `hello`. */
  get isGreeted(): boolean {
    return this.access === "locked" || this.access === "open"
  }

  receive(bytes: Uint8Array, now: number): void {
    if (this.#stream !== undefined) {
      this.#stream.receive(bytes)
      return
    }
    const { frames, fault } = this.#reader.push(bytes)
    // A stranger must not stay connected by sending single bytes.
    if (this.access === "open" || (this.access === "locked" && frames.length > 0)) this.#receivedAt = now
    for (const frame of frames) {
      if (this.access === "closed") return
      if (this.#rate.take(now)) this.#take(frame, now)
      else this.fail("too-many")
    }
    if (fault !== undefined && this.access !== "closed") this.fail(fault)
  }

  #take({ kind, body }: Frame, now: number): void {
    if (kind === "chunk") {
      const chunk = decodeChunk(body)
      if (!chunk.ok) this.fail("bad-message")
      else if (this.access === "connected") this.fail("wrong-order")
      else if (!this.isOpen) this.refuse({ code: "auth-required" })
      else this.#owner.receiveChunk(this, chunk.value, now)
      return
    }
    const message = decodeClientMessage(body)
    if (message.ok) this.#handle(message.value, now)
    else this.fail("bad-message")
  }

  #handle(message: ClientMessage, now: number): void {
    this.#owner.overhear("in", message)
    const isFirst = message.type === "hello" || message.type === "attach"
    if (isFirst !== (this.access === "connected")) this.fail("wrong-order")
    else if (message.type === "attach") this.#attach(message.ticket, now)
    else if (message.type === "hello") this.#greet(message.version, now)
    else if (message.type === "ping") this.send({ type: "pong" })
    else if (message.type === "auth") this.#prove(message.nonce, message.proof, now)
    else if (this.isOpen) this.#owner.answer(this, message, now)
    else this.refuse({ code: "auth-required" }, "n" in message ? message.n : undefined)
  }

  #attach(ticket: string, now: number): void {
    const line: Line = { ...this.#line, close: () => this.#end() }
    const stream = this.#owner.attach(ticket, this, line, now)
    if (stream === undefined) {
      this.fail("bad-ticket")
      return
    }
    this.access = "stream"
    this.#stream = stream
  }

  #greet(version: number, now: number): void {
    if (version !== PROTOCOL_VERSION) {
      this.fail("version")
      return
    }
    if (!this.#owner.hasRoom()) {
      this.fail("too-many")
      return
    }
    const about = this.#owner.about()
    this.#receivedAt = now
    this.#triedAt = now
    this.#nonce = this.#owner.nonce(NONCE_LENGTH)
    this.access = about.auth === "none" ? "open" : "locked"
    const wait_ms = this.#owner.waitMs(now)
    this.send({ type: "hello", version: PROTOCOL_VERSION, ...about, nonce: this.#nonce, wait_ms })
  }

  #prove(clientNonce: string, proof: string, now: number): void {
    if (this.access !== "locked") {
      this.fail("wrong-order")
      return
    }
    this.#triedAt = now
    const { binding } = this.#line
    const judgement = this.#owner.judge({ deviceNonce: this.#nonce, clientNonce, proof, binding }, now)
    if (judgement === "right") {
      this.access = "open"
      this.send({ type: "welcome" })
      return
    }
    this.#nonce = this.#owner.nonce(NONCE_LENGTH)
    this.send({ type: "denied", code: judgement, nonce: this.#nonce, wait_ms: this.#owner.waitMs(now) })
  }

  send(message: DeviceMessage): void {
    if (this.access === "closed") return
    this.#owner.overhear("out", message)
    this.#line.send(encodeDeviceMessage(message))
  }

  refuse({ code, next }: DeviceRefusal, n?: number): void {
    const numbered = n === undefined ? {} : { n }
    const wanted = next === undefined ? {} : { next }
    this.send({ type: "error", ...numbered, code, message: deviceErrors[code].about, ...wanted })
    if (closesAfter(code)) this.#end()
  }

  fail(code: DeviceErrorCode): void {
    this.refuse({ code })
    this.#end()
  }

  /** The device disconnects and gives the reason. */
  leave(reason: "reboot" | "update" | "power"): void {
    // A device without power sends no `bye`.
    if (reason !== "power" && this.isGreeted) this.send({ type: "bye", reason })
    this.#end()
  }

  /** The session of this stream has ended. */
  hangUp(): void {
    this.#end()
  }

  /** The other side has closed, or the connection broke. */
  lost(): void {
    this.access = "closed"
    this.#owner.forget(this)
    this.#stream?.end()
  }

  #end(): void {
    if (this.access === "closed") return
    this.lost()
    this.#line.close()
  }

  /** The time when the device closes it, ms since 1970. A stream lives as long as its session. */
  get patience(): number {
    if (this.access === "stream") return Number.POSITIVE_INFINITY
    if (this.access === "connected") return this.#receivedAt + HELLO_TIMEOUT_MS
    const silent = this.#receivedAt + IDLE_TIMEOUT_MS
    return this.access === "locked" ? Math.min(silent, this.#triedAt + PROOF_TIMEOUT_MS) : silent
  }
}
