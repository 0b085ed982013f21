import type { ViewerNews } from "./news.ts"
import type { RelativePoint } from "./pointingRfb.ts"
import { ScreenConnection, type ViewerSettings } from "./screenConnection.ts"

/** The live screen of one device in an element of the page: a socket with RFB, shown by noVNC behind our guard. */

export type { Quality, ViewerSettings } from "./screenConnection.ts"

export interface Viewer {
  readonly connect: (url: string, protocols: readonly string[]) => void
  readonly set: (settings: ViewerSettings) => void
  readonly focus: () => void
  readonly letGo: () => void
  /** Keysyms, pressed in order and let go of backwards. */
  readonly press: (keysyms: readonly number[]) => void
  /** One character, while these keys are held. */
  readonly type: (character: string, held?: readonly number[]) => void
  /** Moves the pointer to a point of the picture, or hides that of fingers; buttons that are held, as bits of RFB. */
  readonly point: (at: RelativePoint | null, buttons: number) => void
  /** Gives the device a text for its clipboard. */
  readonly copy: (text: string) => void
  /** The picture as it is, for a file; null before the first one. */
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
