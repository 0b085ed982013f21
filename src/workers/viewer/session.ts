import { INPUT_EVENTS_MAX } from "../../domain/wire/device/limits.ts"
import type { InputEvent, Picture } from "../../domain/wire/device/message.ts"
import { parseViewerCallback, type ViewerMessage } from "../../domain/wire/viewer.ts"
import { drawPicture, type PictureWords } from "./drawing.ts"

/** One device's pictures, from its socket to the canvas, and what is typed towards it. Nothing of it is on the page's thread. */

export interface ViewerSettings {
  readonly audio: boolean
  readonly input: boolean
}

/** What the page is told of what it sees. */
export type ViewerNews =
  | { readonly type: "picture"; readonly picture: Pick<Picture, "typed" | "mode" | "host" | "at" | "sound"> }
  /** From a key or a look for one to the picture that shows it, ms. */
  | { readonly type: "latency"; readonly ms: number }
  | { readonly type: "closed" }

/** Without any input the delay is measured by an empty message this often, ms. */
const MEASURE_MS = 1_000
const SENT_KEPT = 64

export class ViewerSession {
  readonly #context: OffscreenCanvasRenderingContext2D | null
  readonly #words: PictureWords
  readonly #tell: (news: ViewerNews) => void
  readonly #sentAt = new Map<number, number>()
  #settings: ViewerSettings
  #socket: WebSocket | undefined
  #latest: Picture | undefined
  #seq = 0
  #measuring: ReturnType<typeof setInterval> | undefined

  constructor(
    canvas: OffscreenCanvas,
    words: PictureWords,
    settings: ViewerSettings,
    tell: (news: ViewerNews) => void,
  ) {
    this.#context = canvas.getContext("2d", { alpha: false })
    this.#words = words
    this.#settings = settings
    this.#tell = tell
  }

  connect(url: string, protocols: readonly string[]): void {
    this.close()
    const socket = new WebSocket(url, [...protocols])
    this.#socket = socket
    socket.addEventListener("open", () => {
      this.#say({ type: "view", ...this.#settings })
      this.#measuring = setInterval(() => this.input([]), MEASURE_MS)
    })
    socket.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      const read = typeof data === "string" ? parseViewerCallback(data) : undefined
      if (read?.ok === true && read.value.type === "picture") this.#take(read.value.picture)
    })
    socket.addEventListener("close", () => {
      if (this.#socket !== socket) return
      this.close()
      this.#tell({ type: "closed" })
    })
  }

  set(settings: ViewerSettings): void {
    this.#settings = settings
    this.#say({ type: "view", ...settings })
  }

  input(events: readonly InputEvent[]): void {
    for (let from = 0; from === 0 || from < events.length; from += INPUT_EVENTS_MAX) {
      this.#seq += 1
      this.#sentAt.set(this.#seq, performance.now())
      if (this.#sentAt.size > SENT_KEPT) this.#sentAt.delete(Math.min(...this.#sentAt.keys()))
      this.#say({ type: "input", seq: this.#seq, events: events.slice(from, from + INPUT_EVENTS_MAX) })
    }
  }

  close(): void {
    clearInterval(this.#measuring)
    const socket = this.#socket
    this.#socket = undefined
    this.#sentAt.clear()
    socket?.close()
  }

  #say(message: ViewerMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  /** Of pictures that come faster than they can be drawn, only the newest is. */
  #take(picture: Picture): void {
    const isWaiting = this.#latest !== undefined
    this.#latest = picture
    if (!isWaiting) requestAnimationFrame(() => this.#draw())
  }

  #draw(): void {
    const picture = this.#latest
    this.#latest = undefined
    if (picture === undefined) return
    if (this.#context !== null) drawPicture(this.#context, picture, this.#words)
    this.#say({ type: "picture_ack", number: picture.number })
    const { typed, mode, host, at, sound, echo } = picture
    this.#tell({ type: "picture", picture: { typed, mode, host, at, sound } })
    const sent = echo === null ? undefined : this.#sentAt.get(echo)
    if (echo === null || sent === undefined) return
    for (const seq of this.#sentAt.keys()) if (seq <= echo) this.#sentAt.delete(seq)
    this.#tell({ type: "latency", ms: Math.round(performance.now() - sent) })
  }
}
