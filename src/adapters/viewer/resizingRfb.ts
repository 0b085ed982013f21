import RFB from "@novnc/novnc"
import { WatchedRfb } from "./watchedRfb.ts"

/** The room that the window has for the picture, CSS pixels. */
export interface Room {
  readonly width: number
  readonly height: number
}

/** A window that is being resized is followed once it rests for so long, ms. */
const REST_MS = 250

/**
 * noVNC that asks the screen to take the size of its room, where the server allows that (SCREEN-6). noVNC's own way would ask for the size of
 * the picture, which follows the screen and is larger than the room when the person zooms. Each size is asked for once: a size that the server
 * or another person chooses later stays.
 */
export class ResizingRfb extends WatchedRfb {
  #room: Room | null = null
  #asked = ""
  #isRefused = false
  #rest: ReturnType<typeof setTimeout> | undefined

  constructor(target: HTMLElement, channel: object, options: { readonly shared: boolean }) {
    super(target, channel, options)
    this.addEventListener("disconnect", () => clearTimeout(this.#rest))
  }

  /** Null leaves the screen as it is. */
  fitTo(room: Room | null): void {
    this.#room = room
    if (room === null) this.#asked = ""
    this.#askAtRest()
  }

  #askAtRest(): void {
    clearTimeout(this.#rest)
    if (this.#room !== null) this.#rest = setTimeout(() => this.#ask(), REST_MS)
  }

  #ask(): void {
    if (this.#room === null || this.#isRefused || !this._supportsSetDesktopSize) return
    const [width, height] = [Math.floor(this.#room.width), Math.floor(this.#room.height)]
    const wanted = `${width}x${height}`
    if (this.#asked === wanted || width < 1 || height < 1) return
    this.#asked = wanted
    RFB.messages.setDesktopSize(this._sock, width, height, this._screenID, this._screenFlags)
  }

  /** Says with "resizable" whether the screen takes another size: servers that do not say so first, others when they refuse. */
  override _handleExtendedDesktopSize(): boolean {
    const isWhole = super._handleExtendedDesktopSize()
    if (!isWhole) return false
    const { x: isOurs, y: fault } = this._FBU
    this.#isRefused ||= isOurs === 1 && fault !== 0
    this.dispatchEvent(new CustomEvent("resizable", { detail: !this.#isRefused }))
    this.#askAtRest()
    return true
  }
}
