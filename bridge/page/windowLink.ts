import type { BridgeReason } from "../../src/domain/wire/bridge.ts"
import type { PageFrames, PageLink } from "./page.ts"

/** The page in the window of the program that this bridge runs in: its messages go from hand to hand, and no token is needed. */
export interface WindowPage {
  /** One message of the page, as the text of JSON. */
  receive(text: string): void
  /** The page is gone: reloaded, or closed with its window. */
  close(): void
}

/** `show` gives the text of one message to the page; `shutOut` is called when the bridge reads no more of it, with the reason. */
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
      // The window takes what it is given; a page asks for one chunk after the other.
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
