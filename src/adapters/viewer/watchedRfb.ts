import RFB from "@novnc/novnc"
import type { Progress } from "./stallWatch.ts"

/** noVNC that knows what it waits for. */
export class WatchedRfb extends RFB {
  #hasPixels = false
  #isInside = false
  #messages = 0

  /** Whether the device has sent any pixels yet. */
  get hasPixels(): boolean {
    return this.#hasPixels
  }

  get progress(): Omit<Progress, "received"> {
    // What cannot be drawn holds up all that comes behind it.
    const awaits = this._display.pending() ? "drawing" : this.#isInside ? "bytes" : "nothing"
    return { hasPixels: this.#hasPixels, awaits, messages: this.#messages }
  }

  /** Asks for one dot of the picture, which a screen sends whether it has changed or not. */
  askForDot(): void {
    RFB.messages.fbUpdateRequest(this._sock, false, 0, 0, 1, 1)
  }

  override _normalMsg(): boolean {
    const isWhole = super._normalMsg()
    this.#isInside = !isWhole
    if (isWhole) this.#messages += 1
    return isWhole
  }

  override _handleDataRect(): boolean {
    const isWhole = super._handleDataRect()
    this.#hasPixels ||= isWhole
    return isWhole
  }
}
