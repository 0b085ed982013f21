import { randomBytes } from "node:crypto"
import type { WebSocket } from "ws"
import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"
import type { Visitor } from "../gate/gate.ts"
import { closeCodes } from "../page/page.ts"
import type { DeviceSession } from "./entry.ts"
import { type Offer, serveViewer } from "./viewer.ts"

/**
 * Sockets for the screens of devices. Each is separate from the page's own socket, so that pixels never delay messages.
 */

export interface Viewers {
  /**
   * Returns a new path for the viewer of this session; the path before it ends. The path is no secret, because the gate
   * asks for the token again. In the program's own window, where the page has no token, the path works for one socket.
   */
  offer(visitor: Visitor, session: DeviceSession, endpoint: Endpoint, hold: () => () => void): string
  /** True when this visitor may open a viewer at this path. */
  has(path: string, visitor: Visitor): boolean
  attach(path: string, socket: WebSocket): void
}

const KEY_BYTES = 12
const PREFIX = "/viewer/"

const isSame = (a: Visitor, b: Visitor): boolean =>
  a.kind === "paired" ? b.kind === "paired" && a.origin === b.origin : a.kind === b.kind

/** `patienceMs`: the time within which a viewer must ask for its picture. */
export const createViewers = (patienceMs: number): Viewers => {
  const offers = new Map<string, Offer>()
  const bySession = new WeakMap<DeviceSession, Offer>()

  const offerNew = (visitor: Visitor, session: DeviceSession, endpoint: Endpoint, hold: Offer["hold"]): Offer => {
    const offer: Offer = { visitor, session, endpoint, hold, path: "", socket: undefined }
    bySession.set(session, offer)
    void session.ended.then(() => offers.delete(offer.path))
    return offer
  }

  return {
    offer: (visitor, session, endpoint, hold) => {
      const offer = bySession.get(session) ?? offerNew(visitor, session, endpoint, hold)
      offers.delete(offer.path)
      offer.path = `${PREFIX}${randomBytes(KEY_BYTES).toString("hex")}`
      offers.set(offer.path, offer)
      return offer.path
    },
    has: (path, visitor) => {
      const offer = offers.get(path)
      return offer !== undefined && isSame(offer.visitor, visitor)
    },
    attach: (path, socket) => {
      const offer = offers.get(path)
      if (offer === undefined) return socket.close(closeCodes.goingAway)
      if (offer.visitor.kind === "window") offers.delete(path)
      // A reloaded viewer replaces the one before.
      offer.socket?.close(closeCodes.goingAway)
      offer.socket = socket
      serveViewer(socket, offer, patienceMs)
    },
  }
}
