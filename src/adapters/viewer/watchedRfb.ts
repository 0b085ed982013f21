import RFB from "@novnc/novnc"
import type { Progress } from "./stallWatch.ts"

/** noVNC that reports what it is waiting for. */
export class WatchedRfb extends RFB {
  #hasPixels = false
  #isInside = false
  #messages = 0

  /** True when the device has sent pixels. */
  get hasPixels(): boolean {
    return this.#hasPixels
  }

  get progress(): Omit<Progress, "received"> {
    // A picture that cannot be drawn blocks everything after it.
    const awaits = this._display.pending() ? "drawing" : this.#isInside ? "bytes" : "nothing"
    return { hasPixels: this.#hasPixels, awaits, messages: this.#messages }
  }

  /** Asks for one dot of the picture, which a screen sends even without changes. */
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
