import type { Streaming } from "../../../src/domain/wire/device/session.ts"
import type { Area } from "../../../src/domain/wire/rfb/clientMessage.ts"
import { Computer, type Tone } from "../screen/computer.ts"
import { type ComputerScene, Desktop } from "../screen/desktop.ts"
import { Framebuffer } from "../screen/framebuffer.ts"
import { RfbServer, type StreamPorts } from "../screen/rfbServer.ts"
import { ScreenFaults, type TakeFault } from "./screenFaults.ts"

/**
 * The picture of one device (SCREEN-1). The computer behind it keeps the typed text until the power goes. Its
 * framebuffer exists, and is drawn, only while a stream is open.
 */

/** First size of the screen, and the limits of a viewer's changes, pixels. */
const FIRST_SIZE = { width: 1_280, height: 720 }
const SIZE_MIN = { width: 640, height: 400 }
const SIZE_MAX = { width: 1_920, height: 1_200 }

/** The session of a stream, as far as the stream needs it. */
export interface Watcher {
  /** True when its keys, pointer and clipboard count (SCREEN-2). */
  mayAct(): boolean
  /** Called when the viewer acted on the computer. */
  acted(): void
}

/** The keys and buttons that a viewer holds down. */
interface Hold {
  readonly watcher: Watcher
  readonly keys: Set<number>
  hasPointer: boolean
}

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value))

export class Display {
  readonly #scene: (now: number) => ComputerScene
  readonly #ports: StreamPorts
  readonly #faults: ScreenFaults
  readonly #streams = new Map<RfbServer, Hold>()
  #computer: Computer | undefined
  #screen: Framebuffer | undefined
  #desktop: Desktop | undefined
  #now = 0

  constructor(scene: (now: number) => ComputerScene, ports: StreamPorts, fault: TakeFault) {
    this.#faults = new ScreenFaults(fault, ports.deflate)
    this.#scene = scene
    this.#ports = ports
  }

  get streams(): number {
    return this.#streams.size
  }

  /** True when a person has left something on the computer. */
  get isUsed(): boolean {
    return this.#computer?.isUsed === true
  }

  /** The text of the terminal; empty until its first viewer after power-on. */
  get text(): string {
    return this.#computer?.cells.text() ?? ""
  }

  /** The latest tone. Returns it once. */
  takeTone(): Tone | null {
    const tone = this.#computer?.tone ?? null
    if (this.#computer !== undefined) this.#computer.tone = null
    return tone
  }

  /** The power goes: the computer loses its state, and every stream ends. */
  forget(): void {
    for (const stream of [...this.#streams.keys()]) stream.end()
    this.#computer = undefined
  }

  attach(line: { send(bytes: Uint8Array): void; close(): void }, watcher: Watcher, now: number): Streaming {
    this.#now = now
    this.#computer ??= new Computer(() => this.#scene(this.#now))
    const computer = this.#computer
    const screen = this.#screen ?? this.#open(computer, FIRST_SIZE.width, FIRST_SIZE.height)
    const hold: Hold = { watcher, keys: new Set(), hasPointer: false }
    const acts = {
      mayAct: watcher.mayAct,
      key: (keysym: number, isDown: boolean) => {
        if (isDown) hold.keys.add(keysym)
        else hold.keys.delete(keysym)
        computer.key(keysym, isDown, this.#now)
        watcher.acted()
      },
      pointer: (buttons: number, x: number, y: number) => {
        hold.hasPointer = buttons !== 0
        computer.pointer = { buttons, x, y }
        watcher.acted()
      },
      clipboard: (text: string) => {
        computer.shell.clipboard = text
      },
      resize: (width: number, height: number) => this.#resize(computer, stream, width, height),
      readClipboard: () => computer.shell.clipboard,
    }
    const close = (): void => {
      line.close()
      this.#leave(stream)
    }
    const stream: RfbServer = new RfbServer(line.send, close, this.#ports, acts, screen, this.#scene(now).name)
    this.#streams.set(stream, hold)
    return { receive: (bytes) => stream.receive(bytes), end: () => stream.end() }
  }

  /** Paints the changes and sends them to every stream that is ready. */
  show(now: number): void {
    this.#now = now
    if (this.#streams.size === 0) return
    for (const hold of this.#streams.values()) if (!hold.watcher.mayAct()) this.#letGo(hold)
    const scene = this.#scene(now)
    this.#desktop?.paint(scene, now)
    if (this.#computer?.shell.hasCopied === true) this.#offerClipboard(this.#computer)
    for (const stream of [...this.#streams.keys()]) {
      stream.rename(scene.name)
      if (!this.#faults.holds(stream, now)) stream.flush()
    }
  }

  /** The next time at which the picture changes without input, ms since 1970. Null without a viewer. */
  nextDue(now: number): number | null {
    return this.#streams.size === 0 ? null : (this.#desktop?.nextDue(now) ?? null)
  }

  #offerClipboard(computer: Computer): void {
    computer.shell.hasCopied = false
    for (const stream of this.#streams.keys()) stream.offerClipboard()
  }

  #open(computer: Computer, width: number, height: number): Framebuffer {
    const screen = new Framebuffer(width, height, (area: Area) => {
      for (const stream of this.#streams.keys()) stream.changed(area)
    })
    this.#screen = screen
    this.#desktop = new Desktop(screen, computer)
    return screen
  }

  #resize(computer: Computer, asking: RfbServer, width: number, height: number): void {
    const screen = this.#open(
      computer,
      within(width, SIZE_MIN.width, SIZE_MAX.width),
      within(height, SIZE_MIN.height, SIZE_MAX.height),
    )
    for (const stream of this.#streams.keys()) stream.replace(screen, stream === asking)
  }

  /** Releases the keys and buttons of a viewer that stops acting, unless another viewer holds them. */
  #letGo(hold: Hold): void {
    const others = [...this.#streams.values()].filter((other) => other !== hold)
    for (const keysym of hold.keys)
      if (!others.some(({ keys }) => keys.has(keysym))) this.#computer?.key(keysym, false, this.#now)
    hold.keys.clear()
    if (hold.hasPointer && this.#computer !== undefined)
      this.#computer.pointer = { ...this.#computer.pointer, buttons: 0 }
    hold.hasPointer = false
  }

  #leave(stream: RfbServer): void {
    const hold = this.#streams.get(stream)
    this.#streams.delete(stream)
    if (hold !== undefined) this.#letGo(hold)
    if (this.#streams.size > 0) return
    this.#computer?.release()
    this.#screen = undefined
    this.#desktop = undefined
  }
}
