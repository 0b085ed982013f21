import type { BridgeReason } from "../../src/domain/wire/bridge.ts"
import type { PageFrames, PageLink } from "./page.ts"

/**
 * The page in the window of the desktop program around this bridge. Messages pass as function calls, without a socket
 * or token.
 */
export interface WindowPage {
  /** Receives one message of the page, as JSON text. */
  receive(text: string): void
  /** The page is gone: reloaded, or closed with its window. */
  close(): void
}

/**
 * `show` sends the text of one message to the page. The link calls `shutOut` with the reason when the bridge reads no
 * more of the page.
 */
export const windowLink = (
  show: (text: string) => void,
  shutOut: (reason: BridgeReason) => void,
): { readonly link: PageLink; readonly page: WindowPage } => {
  let frames: PageFrames | undefined
  let isOpen = true
  const close = (): void => {
    if (!isOpen) return
    isOpen = false
    frames?.closed()
  }
  return {
    link: {
      isOpen: () => isOpen,
      // The window accepts every message at once, and a page sends one chunk at a time.
      backlog: () => 0,
      send: show,
      close: (_, reason) => {
        if (isOpen && reason !== undefined) shutOut(reason)
        close()
      },
      pause: () => undefined,
      resume: () => undefined,
      listen: (receive) => {
        frames = receive
      },
    },
    page: {
      receive: (text) => {
        if (isOpen) frames?.text(text)
      },
      close,
    },
  }
}
