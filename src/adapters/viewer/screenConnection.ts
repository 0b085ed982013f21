import { refusalIn } from "../../domain/wire/rfb/refusals.ts"
import type { StreamEnd } from "../../domain/wire/rfb/streamEnds.ts"
import type { ViewerCallback } from "../../domain/wire/viewer.ts"
import { AnswerWatch } from "./answerWatch.ts"
import { Channel } from "./channel.ts"
import { GuardedRfb, type Takes } from "./guardedRfb.ts"
import type { ViewerNews } from "./news.ts"
import type { Room } from "./resizingRfb.ts"
import { StallWatch } from "./stallWatch.ts"

/** One connection to the screen of a device: its socket, noVNC behind our guard, and their measurements. */

export type Quality = "sharp" | "balanced" | "slow"

export interface ViewerSettings extends Takes {
  /** The size that the screen is asked to take; null leaves it as it is. */
  readonly room: Room | null
  readonly audio: boolean
  readonly quality: Quality
}

/** Shift to Hyper, left and right. */
const isModifier = (keysym: number): boolean => keysym >= 0xffe1 && keysym <= 0xffee

/** Delay and throughput are measured this often, ms. */
const MEASURE_MS = 1_000
const MS_PER_SECOND = 1_000
/** Delays are reported no more often than this, ms. */
const DELAYS_APART_MS = 250
/** The JPEG quality and compression that noVNC requests, from 0 to 9. */
const wishes: Readonly<Record<Quality, readonly [quality: number, compression: number]>> = {
  sharp: [9, 2],
  balanced: [6, 2],
  slow: [1, 9],
}

export class ScreenConnection {
  readonly #place: HTMLElement
  readonly report: (news: ViewerNews) => void
  readonly #socket: WebSocket
  readonly #channel: Channel
  readonly #pings = new Map<number, number>()
  readonly #stall = new StallWatch(MEASURE_MS)
  readonly #answers = new AnswerWatch(MEASURE_MS)
  /** The screen was asked for a dot, and has not answered. */
  #isAsked = false
  #settings: ViewerSettings
  #rfb: GuardedRfb | undefined
  /** The settings last sent to the device. */
  #viewed: { readonly audio: boolean; readonly control: boolean } | undefined
  #measuring: ReturnType<typeof setInterval> | undefined
  #frames = 0
  #received = 0
  #pingNumber = 0
  #pictureAt = 0
  #isEnded = false
  /** The time of the last reported delay, ms of the page's clock. */
  #delayAt = Number.NEGATIVE_INFINITY

  constructor(
    place: HTMLElement,
    url: string,
    protocols: readonly string[],
    settings: ViewerSettings,
    report: (news: ViewerNews) => void,
  ) {
    this.#place = place
    this.report = report
    this.#settings = settings
    this.#socket = new WebSocket(url, [...protocols])
    this.#channel = new Channel(this.#socket, (message) => this.#hear(message))
    this.#socket.addEventListener("open", () => this.#open())
    this.#socket.addEventListener("close", () => this.#closed())
  }

  get rfb(): GuardedRfb | undefined {
    return this.#rfb
  }

  get canvas(): HTMLCanvasElement | null {
    return this.#pictureAt === 0 ? null : (this.#rfb?._canvas ?? null)
  }

  set(settings: ViewerSettings): void {
    this.#settings = settings
    if (this.#rfb !== undefined) this.#apply(this.#rfb)
    this.#view()
  }

  #apply(rfb: GuardedRfb): void {
    const [quality, compression] = wishes[this.#settings.quality]
    rfb.qualityLevel = quality
    rfb.compressionLevel = compression
    rfb.take(this.#settings)
    rfb.fitTo(this.#settings.keys ? this.#settings.room : null)
  }

  close(): void {
    clearInterval(this.#measuring)
    this.#rfb?.letGo()
    this.#socket.close()
  }

  #view(): void {
    const { audio, keys, pointer } = this.#settings
    const control = keys || pointer
    if (this.#viewed?.audio === audio && this.#viewed.control === control) return
    this.#viewed = { audio, control }
    this.#channel.say({ type: "view", audio, control })
  }

  #open(): void {
    this.report({ type: "opened" })
    // The picture of the earlier connection stays until this one draws its own.
    const before = this.#place.firstElementChild
    const rfb = new GuardedRfb(this.#place, this.#channel, {
      frame: () => {
        this.#takePlaceOf(before)
        this.#frame()
      },
      size: (width, height) => this.report({ type: "size", width, height }),
      key: (keysym, down) => {
        // A modifier alone changes nothing on the screen, so the next picture would not be its effect.
        if (down && !isModifier(keysym)) this.#channel.keyAt ??= performance.now()
        this.report({ type: "key", keysym, down })
      },
      letGo: () => this.report({ type: "letGo" }),
      composing: (text) => this.report({ type: "composing", text }),
      unwritten: () => this.report({ type: "unwritten" }),
      twoFingers: (move) => this.report({ type: "twoFingers", ...move }),
      clipboard: (text) => this.report({ type: "clipboard", text }),
      guarded: (reason) => this.#end(reason),
    })
    rfb.addEventListener("securityfailure", (event) => {
      // Otherwise noVNC would close the socket, which also reports the return of the computer.
      this.#channel.keep()
      if (event instanceof CustomEvent) this.#end(refusalIn(String(event.detail.reason)))
    })
    rfb.addEventListener("clipboard", (event) => {
      if (event instanceof CustomEvent) this.report({ type: "clipboard", text: String(event.detail.text) })
    })
    rfb.addEventListener("resizable", (event) => {
      if (event instanceof CustomEvent) this.report({ type: "resizable", can: event.detail === true })
    })
    rfb.scaleViewport = true
    rfb.showDotCursor = true
    rfb.background = "transparent"
    this.#apply(rfb)
    this.#rfb = rfb
    this.#view()
    this.#measuring = setInterval(() => this.#measure(), MEASURE_MS)
  }

  /** Removes the picture of the earlier connection. A person who was typing into it can type on. */
  #takePlaceOf(before: Element | null): void {
    if (before?.isConnected !== true) return
    const { activeElement: active } = document
    // At its end noVNC has briefly removed the picture from the page, so the focus may be lost.
    if (active === document.body || before.contains(active)) this.#rfb?.focus({ preventScroll: true })
    before.remove()
  }

  #frame(): void {
    // noVNC may still draw data from before the end.
    if (this.#isEnded) return
    this.#current()
    if (this.#isAsked) {
      this.#isAsked = false
      return
    }
    this.#frames += 1
    const { keyAt } = this.#channel
    this.#channel.keyAt = null
    if (keyAt !== null) requestAnimationFrame(() => this.#delay(performance.now() - keyAt))
  }

  /** Reports that the picture equals the screen now. */
  #current(): void {
    const now = Date.now()
    if (now - this.#pictureAt < MEASURE_MS) return
    this.#pictureAt = now
    this.report({ type: "picture", at: now })
  }

  #measure(): void {
    const { received } = this.#channel
    // After the device has ended its stream, no picture is due. The socket stays open for reports about its computer.
    const rfb = this.#isEnded ? undefined : this.#rfb
    if (rfb !== undefined && this.#stall.isStalled({ ...rfb.progress, received })) rfb.end("stalled")
    if (rfb?.hasPixels === true) this.#watch(rfb, received)
    const perSecond = MS_PER_SECOND / MEASURE_MS
    const bytesPerSecond = (received - this.#received) * perSecond
    this.report({ type: "figures", framesPerSecond: this.#frames * perSecond, bytesPerSecond, bytes: received })
    this.#received = received
    this.#frames = 0
    this.#pingNumber += 1
    // An unanswered ping is forgotten: another connection reports the loss of the device.
    this.#pings.clear()
    this.#pings.set(this.#pingNumber, performance.now())
    this.#channel.say({ type: "ping", n: this.#pingNumber })
  }

  #watch(rfb: GuardedRfb, received: number): void {
    if (rfb.progress.awaits !== "nothing") {
      this.#answers.pass()
      return
    }
    const due = this.#answers.look(received)
    if (due === "nothing") this.#isAsked = false
    if (due === "late") this.report({ type: "unanswered" })
    if (due === "giveUp") rfb.end("stalled")
    if (due !== "ask") return
    rfb.askForDot()
    this.#isAsked = true
    // No picture has followed the key, so the key changed nothing. The dot that follows is not its effect.
    this.#channel.keyAt = null
  }

  #hear(message: ViewerCallback): void {
    if (message.type === "error") {
      // A message that the device did not accept ends no stream.
      if (message.reason !== "too_fast") this.#end(message.reason === "refused" ? "refused" : "ended")
    } else if (message.type !== "pong") this.report(message)
    else {
      const at = this.#pings.get(message.n)
      if (at === undefined) return
      this.#delay(performance.now() - at)
      // A screen without changes sends nothing.
      const { hasPixels = false, awaits } = this.#rfb?.progress ?? {}
      if (!this.#isEnded && !this.#isAsked && hasPixels && awaits === "nothing") this.#current()
    }
  }

  /** Each reported delay renders the page again: one for each picture would cost more than the picture. */
  #delay(ms: number): void {
    const now = performance.now()
    if (now - this.#delayAt < DELAYS_APART_MS) return
    this.#delayAt = now
    this.report({ type: "latency", ms: Math.round(ms) })
  }

  /** Reports the reason of the end once. The end of the connection that follows adds nothing. */
  #end(reason: StreamEnd): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#putBack()
    this.report({ type: "ended", reason })
  }

  #closed(): void {
    clearInterval(this.#measuring)
    this.#putBack()
    this.report({ type: "closed" })
  }

  /**
   * Puts the last picture back, with its time (SCREEN-7): at the end noVNC removes it from the page. The focus would go
   * with it, and the next keys of a person who was typing would be commands of the page.
   */
  #putBack(): void {
    const last = this.#rfb?._canvas.parentElement
    queueMicrotask(() => {
      if (last === null || last === undefined || this.#place.childElementCount > 0) return
      this.#place.append(last)
      if (document.activeElement === document.body) this.#rfb?.focus({ preventScroll: true })
    })
  }
}
