import { randomBytes } from "node:crypto"
import type { WebSocket } from "ws"
import { parseViewerMessage, type ViewerCallback, type ViewerMessage } from "../../src/domain/wire/viewer.ts"
import type { Visitor } from "../gate/gate.ts"
import {
  JUNK_MAX,
  PAGE_BACKLOG_HOLD_BYTES,
  VIEWER_FRAMES_BURST,
  VIEWER_FRAMES_PER_SECOND,
  VIEWER_PAUSE_MS,
} from "../limits.ts"
import { closeCodes } from "../page/page.ts"
import { createRate } from "../page/rate.ts"
import { closeFor } from "../page/socketLink.ts"
import type { DeviceSession } from "./entry.ts"

/** The sockets with the pictures of devices: one beside the page's own, so that pictures never wait before messages. */

export interface Viewers {
  /**
   * Opens a place for the viewer of this session, in place of the one offered before. Its path holds nothing secret, because the
   * token is asked for again; where the page has none, in the program's own window, the path is good for one socket.
   */
  offer(visitor: Visitor, session: DeviceSession, hold: () => () => void): string
  /** Whether this visitor may view here. */
  has(path: string, visitor: Visitor): boolean
  attach(path: string, socket: WebSocket): void
}

interface Offer {
  readonly visitor: Visitor
  readonly session: DeviceSession
  readonly hold: () => () => void
  path: string
  socket: WebSocket | undefined
}

const KEY_BYTES = 12
const PREFIX = "/viewer/"

const isSame = (a: Visitor, b: Visitor): boolean =>
  a.kind === "paired" ? b.kind === "paired" && a.origin === b.origin : a.kind === b.kind

const follow = async (
  session: DeviceSession,
  message: ViewerMessage,
  send: (m: ViewerCallback) => void,
): Promise<void> => {
  if (message.type !== "view") session.send(message)
  else if (!(await session.request(message)).ok) send({ type: "error", reason: "refused" })
}

/**
 * Hands messages on no faster than a device takes them: it would close the session, and no key may be lost. The rest waits
 * with the sender; here waits what had arrived in the same packet.
 */
const paced = (socket: WebSocket, handOn: (message: ViewerMessage) => void): ((message: ViewerMessage) => void) => {
  const rate = createRate(VIEWER_FRAMES_BURST, VIEWER_FRAMES_PER_SECOND)
  const waiting: ViewerMessage[] = []
  let timer: NodeJS.Timeout | undefined
  const drain = (): void => {
    timer = undefined
    while (waiting.length > 0 && rate.take(performance.now())) {
      const [next] = waiting.splice(0, 1)
      if (next !== undefined) handOn(next)
    }
    if (waiting.length === 0) socket.resume()
    else {
      socket.pause()
      timer = setTimeout(drain, VIEWER_PAUSE_MS)
    }
  }
  socket.on("close", () => clearTimeout(timer))
  return (message) => {
    waiting.push(message)
    if (timer === undefined) drain()
  }
}

const serve = (socket: WebSocket, offer: Offer): void => {
  const { session } = offer
  const release = offer.hold()
  const send = (message: ViewerCallback): void => {
    // Only a device that sends more pictures than it may comes to this; the newest is the one to leave out then.
    if (socket.bufferedAmount < PAGE_BACKLOG_HOLD_BYTES) socket.send(JSON.stringify(message))
  }
  const stop = session.onMessage((message) => {
    if (message.type === "picture") send({ type: "picture", picture: message.picture })
  })
  const take = paced(socket, (message) => void follow(session, message, send))
  let junk = 0
  socket.on("message", (data, isBinary) => {
    if (socket.readyState !== socket.OPEN) return
    const message = isBinary ? undefined : parseViewerMessage(data.toString())
    if (message?.ok === true) {
      junk = 0
      take(message.value)
      return
    }
    junk += 1
    send({ type: "error", reason: "junk" })
    if (junk >= JUNK_MAX) closeFor(socket, closeCodes.policy, "junk")
  })
  socket.on("error", () => socket.terminate())
  socket.on("close", () => {
    stop()
    release()
    // Another viewer has taken the place, and wants the pictures to go on.
    if (offer.socket === socket) void session.request({ type: "view_stop" })
  })
  void session.ended.then(() => socket.close(closeCodes.goingAway))
}

export const createViewers = (): Viewers => {
  const offers = new Map<string, Offer>()
  const bySession = new WeakMap<DeviceSession, Offer>()

  const offerNew = (visitor: Visitor, session: DeviceSession, hold: Offer["hold"]): Offer => {
    const offer: Offer = { visitor, session, hold, path: "", socket: undefined }
    bySession.set(session, offer)
    void session.ended.then(() => offers.delete(offer.path))
    return offer
  }

  return {
    offer: (visitor, session, hold) => {
      const offer = bySession.get(session) ?? offerNew(visitor, session, hold)
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
      // A reloaded viewer takes the place of the one before.
      offer.socket?.close(closeCodes.goingAway)
      offer.socket = socket
      serve(socket, offer)
    },
  }
}
