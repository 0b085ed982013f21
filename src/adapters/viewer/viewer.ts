import type { ViewerNews } from "./news.ts"
import type { RelativePoint } from "./pointingRfb.ts"
import { ScreenConnection, type ViewerSettings } from "./screenConnection.ts"

/** The live screen of one device in an element of the page: a socket with RFB, displayed by noVNC behind our guard. */

export type { Quality, ViewerSettings } from "./screenConnection.ts"

export interface Viewer {
  readonly connect: (url: string, protocols: readonly string[]) => void
  readonly set: (settings: ViewerSettings) => void
  readonly focus: () => void
  readonly letGo: () => void
  /** Presses keysyms in order and releases them in reverse. */
  readonly press: (keysyms: readonly number[]) => void
  /** Types one character while these keys are held. */
  readonly type: (character: string, held?: readonly number[]) => void
  /**
   * Moves the pointer to a point of the picture; null hides the pointer of fingers. `buttons`: the held ones, as bits
   * of RFB.
   */
  readonly point: (at: RelativePoint | null, buttons: number) => void
  /** Sends a text for the clipboard of the device. */
  readonly copy: (text: string) => void
  /** The present picture, for a file; null before the first one. */
  readonly canvas: () => HTMLCanvasElement | null
  readonly stop: () => void
}

export const startViewer = (
  place: HTMLElement,
  settings: ViewerSettings,
  report: (news: ViewerNews) => void,
): Viewer => {
  let wanted = settings
  let connection: ScreenConnection | undefined
  return {
    connect: (url, protocols) => {
      connection?.close()
      const mine: ScreenConnection = new ScreenConnection(place, url, protocols, wanted, (news) => {
        if (connection === mine) report(news)
      })
      connection = mine
    },
    set: (next) => {
      wanted = next
      connection?.set(next)
    },
    focus: () => connection?.rfb?.focus({ preventScroll: true }),
    letGo: () => connection?.rfb?.letGo(),
    press: (keysyms) => connection?.rfb?.press(keysyms),
    type: (character, held) => connection?.rfb?.type(character, held),
    point: (at, buttons) => connection?.rfb?.point(at, buttons),
    copy: (text) => connection?.rfb?.give(text),
    canvas: () => connection?.canvas ?? null,
    stop: () => {
      connection?.close()
      connection = undefined
    },
  }
}
