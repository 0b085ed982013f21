import type { WebSocket } from "ws"
import type { BridgeCallback } from "../../src/domain/wire/bridge.ts"
import type { Visitor } from "../gate/gate.ts"
import type { Overhear } from "../options.ts"
import { type ConnectedPage, closeCodes, openPage, type PageHandlers, type PageLink } from "./page.ts"

/** All open sockets, of pages and viewers. */
export interface Hub {
  /** Tracks the socket until it closes. */
  add(socket: WebSocket): void
  openPage(link: PageLink, visitor: Visitor, visit: (page: ConnectedPage) => PageHandlers): ConnectedPage
  /** Sends the message to every page. */
  tell(message: BridgeCallback): void
  /** Closes the pages of revoked origins. Their viewers end with them. */
  closeRevoked(mayCome: (origin: string) => boolean): void
  /** Cuts every socket at once. */
  cut(): void
}

export const createHub = (overhear?: Overhear): Hub => {
  const sockets = new Set<WebSocket>()
  const pages = new Set<ConnectedPage>()

  return {
    add: (socket) => {
      sockets.add(socket)
      socket.on("close", () => sockets.delete(socket))
    },
    openPage: (link, visitor, visit) => {
      const page = openPage(link, visitor, visit, overhear)
      pages.add(page)
      page.gone.addEventListener("abort", () => pages.delete(page))
      return page
    },
    tell: (message) => {
      for (const page of pages) page.send(message)
    },
    closeRevoked: (mayCome) => {
      for (const page of pages)
        if (page.visitor.kind === "paired" && !mayCome(page.visitor.origin)) page.close(closeCodes.policy)
    },
    cut: () => {
      for (const socket of sockets) socket.terminate()
    },
  }
}
