import { ByteWriter } from "../../../src/domain/wire/rfb/bytes.ts"
import {
  type Area,
  decodeRfbClientMessage,
  type PixelFormat,
  type RfbClientMessage,
} from "../../../src/domain/wire/rfb/clientMessage.ts"
import { actsOnComputer, RfbClientStream } from "../../../src/domain/wire/rfb/clientStream.ts"
import {
  clipboardFlags,
  encodings,
  FENCE_BLOCK_BEFORE,
  FENCE_REQUEST,
  serverTypes,
} from "../../../src/domain/wire/rfb/protocol.ts"
import { ServerHandshake } from "../../../src/domain/wire/rfb/serverHandshake.ts"
import * as clipboard from "./clipboard.ts"
import { CURSOR_HEIGHT, CURSOR_WIDTH, cursorBody } from "./cursor.ts"
import { ChangedBands } from "./damage.ts"
import type { Framebuffer } from "./framebuffer.ts"
import { type Deflate, pseudoRectangle, rawRectangle, tightAreas, tightRectangle } from "./rectangle.ts"

/**
 * The device's end of one RFB 3.8 stream, security None, inside the TLS channel of the device (SCREEN-1). It has no
 * clock and no socket. It sends an update when the viewer has asked for one, or when the viewer wants continuous
 * updates and has answered all but one fence.
 */

export interface StreamPorts {
  readonly deflate: Deflate
  readonly inflate: clipboard.Inflate
}

/** The actions of a viewer on the computer. The owner decides whether they have an effect. */
export interface StreamActions {
  key(keysym: number, isDown: boolean): void
  pointer(buttons: number, x: number, y: number): void
  clipboard(text: string): void
  /** The viewer wants a screen of this size. */
  resize(width: number, height: number): void
  /**
   * True when keys, pointer and clipboard have an effect: not view-only, not in USB stream mode, and the computer is
   * awake.
   */
  mayAct(): boolean
  readClipboard(): string
}

const UNANSWERED_FENCES_MAX = 2
const SCREEN_ID = 1
const NOTHING: Area = { x: 0, y: 0, width: 0, height: 0 }

const DEFAULT_FORMAT: PixelFormat = {
  bitsPerPixel: 32,
  isBigEndian: false,
  isTrueColor: true,
  redShift: 16,
  greenShift: 8,
  blueShift: 0,
}

type Stage = "greeting" | "running" | "over"

export class RfbServer {
  readonly #send: (bytes: Uint8Array) => void
  readonly #close: () => void
  readonly #ports: StreamPorts
  readonly #actions: StreamActions
  readonly #messages = new RfbClientStream()
  #screen: Framebuffer
  #damage: ChangedBands
  #name: string
  readonly #handshake: ServerHandshake
  #stage: Stage = "greeting"
  #format = DEFAULT_FORMAT
  #encodings: ReadonlySet<number> = new Set()
  #isAsked = false
  #isContinuous = false
  #fences = 0
  /** Rectangles without pixels that go with the next update. */
  #news: Uint8Array[] = []

  constructor(
    send: (bytes: Uint8Array) => void,
    close: () => void,
    ports: StreamPorts,
    actions: StreamActions,
    screen: Framebuffer,
    name: string,
  ) {
    this.#send = send
    this.#close = close
    this.#ports = ports
    this.#actions = actions
    this.#screen = screen
    this.#damage = new ChangedBands(screen.width, screen.height)
    this.#name = name
    this.#handshake = new ServerHandshake(send)
  }

  get isRunning(): boolean {
    return this.#stage === "running"
  }

  changed(area: Area): void {
    this.#damage.add(area)
  }

  receive(bytes: Uint8Array): void {
    if (this.#stage === "over") return
    if (this.#stage !== "running") {
      this.#greet(bytes)
      return
    }
    const { messages, fault } = this.#messages.push(bytes)
    for (const message of messages)
      if (!actsOnComputer(message) || this.#actions.mayAct()) this.#handle(decodeRfbClientMessage(message))
    if (fault !== undefined) this.end()
  }

  end(): void {
    if (this.#stage === "over") return
    this.#stage = "over"
    this.#close()
  }

  /** Switches to another screen. The next update announces its size. */
  replace(screen: Framebuffer, isAsked: boolean): void {
    this.#screen = screen
    this.#damage = new ChangedBands(screen.width, screen.height)
    this.#damage.all()
    this.#saySize(isAsked ? 1 : 0)
  }

  rename(name: string): void {
    if (name === this.#name) return
    this.#name = name
    if (this.#encodings.has(encodings.desktopName)) this.#sayName()
  }

  /** Tells the viewer that the computer's clipboard has changed. */
  offerClipboard(): void {
    if (this.#stage !== "running") return
    if (this.#encodings.has(encodings.extendedClipboard)) this.#send(clipboard.notifyText())
    else this.#send(clipboard.latinText(this.#actions.readClipboard()))
  }

  /** Sends the changes when the viewer is ready for them. */
  flush(): void {
    if (this.#stage !== "running" || !this.#isReady) return
    const areas = this.#damage.take()
    if (areas.length === 0 && this.#news.length === 0) return
    const hasTight = this.#encodings.has(encodings.tight)
    const pixels = hasTight
      ? areas.flatMap(tightAreas).map((area) => tightRectangle(this.#screen, area, this.#ports.deflate))
      : areas.map((area) => rawRectangle(this.#screen, area, this.#format))
    const rectangles = [...this.#news, ...pixels]
    this.#news = []
    this.#isAsked = false
    const writer = new ByteWriter().u8(serverTypes.update).pad(1).u16(rectangles.length)
    for (const rectangle of rectangles) writer.bytes(rectangle)
    if (this.#isContinuous && this.#encodings.has(encodings.fence)) this.#addFence(writer)
    this.#send(writer.done())
  }

  /** Sends these bytes instead of a picture, without checking them. */
  disturb(bytes: Uint8Array): void {
    this.#send(bytes)
  }

  get #isReady(): boolean {
    return this.#isAsked || (this.#isContinuous && this.#fences < UNANSWERED_FENCES_MAX)
  }

  /** Goes in one piece with its update: alone it would cost a separate message on each hop. */
  #addFence(writer: ByteWriter): void {
    this.#fences += 1
    writer
      .u8(serverTypes.fence)
      .pad(3)
      .u32((FENCE_REQUEST | FENCE_BLOCK_BEFORE) >>> 0)
      .u8(0)
  }

  #greet(bytes: Uint8Array): void {
    const step = this.#handshake.push(bytes)
    if (step.kind === "refused") this.end()
    if (step.kind !== "done") return
    this.#stage = "running"
    this.#send(this.#serverInit())
    this.#damage.all()
    if (step.rest.byteLength > 0) this.receive(step.rest)
  }

  #serverInit(): Uint8Array {
    const name = new TextEncoder().encode(this.#name)
    const { redShift, greenShift, blueShift } = DEFAULT_FORMAT
    return new ByteWriter()
      .u16(this.#screen.width)
      .u16(this.#screen.height)
      .u8(32)
      .u8(24)
      .u8(0)
      .u8(1)
      .u16(255)
      .u16(255)
      .u16(255)
      .u8(redShift)
      .u8(greenShift)
      .u8(blueShift)
      .pad(3)
      .u32(name.byteLength)
      .bytes(name)
      .done()
  }

  #handle(message: RfbClientMessage): void {
    if (message.type === "pixel_format") this.#setFormat(message.format)
    else if (message.type === "encodings") this.#setEncodings(message.encodings)
    else if (message.type === "update_request") {
      if (!message.isIncremental) this.#damage.add(message.area)
      this.#isAsked = true
    } else if (message.type === "continuous_updates") {
      this.#isContinuous = message.isOn
      if (!message.isOn) this.#send(Uint8Array.of(serverTypes.endOfContinuousUpdates))
    } else if (message.type === "fence") this.#answerFence(message.flags, message.payload)
    else if (message.type === "key") this.#actions.key(message.keysym, message.isDown)
    else if (message.type === "pointer") this.#actions.pointer(message.buttons, message.x, message.y)
    else if (message.type === "cut_text") this.#actions.clipboard(new TextDecoder("latin1").decode(message.bytes))
    else if (message.type === "clipboard") this.#takeClipboard(message.flags, message.data)
    else if (message.type === "desktop_size") this.#actions.resize(message.width, message.height)
  }

  /** Supports only 32-bit true colour. Other formats are for old machines. */
  #setFormat(format: PixelFormat): void {
    if (format.bitsPerPixel !== 32 || !format.isTrueColor) this.end()
    else this.#format = format
  }

  #setEncodings(wanted: readonly number[]): void {
    const before = this.#encodings
    this.#encodings = new Set(wanted)
    const isNew = (encoding: number): boolean => this.#encodings.has(encoding) && !before.has(encoding)
    if (isNew(encodings.qemuKeys)) this.#news.push(pseudoRectangle(NOTHING, encodings.qemuKeys))
    if (isNew(encodings.cursor)) {
      const hotspot = { x: 0, y: 0, width: CURSOR_WIDTH, height: CURSOR_HEIGHT }
      this.#news.push(pseudoRectangle(hotspot, encodings.cursor, cursorBody(this.#format)))
    }
    if (isNew(encodings.extendedDesktopSize)) this.#saySize(0)
    if (isNew(encodings.desktopName)) this.#sayName()
    if (isNew(encodings.extendedClipboard)) this.#send(clipboard.capabilities())
    if (isNew(encodings.continuousUpdates)) this.#send(Uint8Array.of(serverTypes.endOfContinuousUpdates))
  }

  /** `reason` 1 answers a request of this viewer. */
  #saySize(reason: 0 | 1): void {
    const { width, height } = this.#screen
    if (this.#encodings.has(encodings.extendedDesktopSize)) {
      const layout = new ByteWriter().u8(1).pad(3).u32(SCREEN_ID).u16(0).u16(0).u16(width).u16(height).u32(0)
      const area = { x: reason, y: 0, width, height }
      this.#news.push(pseudoRectangle(area, encodings.extendedDesktopSize, layout.done()))
    } else if (this.#encodings.has(encodings.desktopSize))
      this.#news.push(pseudoRectangle({ x: 0, y: 0, width, height }, encodings.desktopSize))
  }

  #sayName(): void {
    const name = new TextEncoder().encode(this.#name)
    const body = new ByteWriter().u32(name.byteLength).bytes(name).done()
    this.#news.push(pseudoRectangle(NOTHING, encodings.desktopName, body))
  }

  #answerFence(flags: number, payload: Uint8Array): void {
    if ((flags & FENCE_REQUEST) === 0) {
      this.#fences = Math.max(0, this.#fences - 1)
      return
    }
    const answer = new ByteWriter()
      .u8(serverTypes.fence)
      .pad(3)
      .u32(flags & FENCE_BLOCK_BEFORE)
    this.#send(answer.u8(payload.byteLength).bytes(payload).done())
  }

  #takeClipboard(flags: number, data: Uint8Array): void {
    // A message about capabilities names every action, so it is no request.
    if ((flags & clipboardFlags.caps) !== 0 || (flags & clipboardFlags.text) === 0) return
    if ((flags & clipboardFlags.notify) !== 0) this.#send(clipboard.requestText())
    else if ((flags & clipboardFlags.request) !== 0)
      this.#send(clipboard.provideText(this.#actions.readClipboard(), this.#ports.deflate))
    else if ((flags & clipboardFlags.provide) !== 0) {
      const text = clipboard.readProvided(data, this.#ports.inflate)
      if (text === undefined) this.end()
      else this.#actions.clipboard(text)
    }
  }
}
