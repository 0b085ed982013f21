import { createServer, type IncomingMessage, type Server, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { type WebSocket, WebSocketServer } from "ws"
import { BRIDGE_FRAME_MAX_BYTES } from "../src/domain/values/limits.ts"
import { BRIDGE_PROTOCOL } from "../src/domain/wire/bridge.ts"
import { CHUNK_FRAME_MAX_BYTES } from "../src/domain/wire/firmwareChunk.ts"
import type { Gate, Visitor } from "./gate/gate.ts"
import { type PairingOptions, servePairing } from "./gate/pairingApi.ts"
import { HTTP_LOOK_MS, HTTP_TIMEOUT_MS, PAGES_MAX } from "./limits.ts"

/** The bridge's one port: pairing over HTTP, and sockets for pages that pass the gate before the upgrade. */

export interface ServerOptions {
  readonly gate: Gate
  readonly pairing: PairingOptions
  /** True when this visitor may open a socket at this path. The page's own path `/` needs no check. */
  readonly hasPath: (path: string, visitor: Visitor) => boolean
  readonly opened: (socket: WebSocket, opening: SocketOpening) => void
}

/** The request that opened a socket. */
export interface SocketOpening {
  readonly visitor: Visitor
  /** The path that the gate has checked. */
  readonly path: string
  /** The connection below the socket. */
  readonly raw: Socket
  /** The name and port by which the visitor addressed this machine. */
  readonly host: string | undefined
}

export const PAGE_PATH = "/"

/** Sends nothing but the status: a refused page learns no reason and cannot keep the socket open from its side. */
const refuse = (socket: Duplex, status: number): void => {
  const answer = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`
  socket.end(answer, () => socket.destroy())
}

/** The path without a query: only the path has a meaning here. */
const pathOf = ({ url = PAGE_PATH }: IncomingMessage): string => url.split("?", 1)[0] ?? PAGE_PATH

/** The server that it returns does not listen yet. */
export const createBridgeServer = ({ gate, pairing, hasPath, opened }: ServerOptions): Server => {
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: true,
    maxPayload: Math.max(BRIDGE_FRAME_MAX_BYTES, CHUNK_FRAME_MAX_BYTES),
    perMessageDeflate: false,
    // The page offers its token among the subprotocols. The bridge never sends it back.
    handleProtocols: () => BRIDGE_PROTOCOL,
  })
  const slowness = {
    requestTimeout: HTTP_TIMEOUT_MS,
    headersTimeout: HTTP_TIMEOUT_MS,
    connectionsCheckingInterval: HTTP_LOOK_MS,
  }
  const server = createServer(slowness, (request, response) => {
    servePairing(pairing, request, response).catch(() => response.destroy())
  })
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => socket.destroy())
    const admission = gate.admit(request)
    if (!admission.ok) return refuse(socket, admission.status)
    const path = pathOf(request)
    const { visitor } = admission
    const isOpen = path === PAGE_PATH ? visitor.kind !== "window" : hasPath(path, visitor)
    if (!isOpen) return refuse(socket, visitor.kind === "window" ? 401 : 404)
    if (sockets.clients.size >= PAGES_MAX) return refuse(socket, 503)
    const { host } = request.headers
    sockets.handleUpgrade(request, socket, head, (webSocket) =>
      opened(webSocket, { visitor, path, raw: request.socket, host }),
    )
  })
  return server
}
