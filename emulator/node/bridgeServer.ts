import type { IncomingMessage, Server } from "node:http"
import { createLoopbackServer, isLoopbackHost, plain, type Reply, urlOf } from "./http.ts"

/**
 * Holds the port of the bridge until the bridge exists: every request is checked as its socket will be (SEC-2) and
 * then answered with 501.
 */

const NOT_YET = "the bridge is not built yet"

const decide = (request: IncomingMessage, origins: readonly string[], token: string): Reply => {
  const { origin } = request.headers
  if (!isLoopbackHost(request)) return plain(403, "this server answers to loopback names only")
  if (origin !== undefined && !origins.includes(origin)) return plain(403, "the bridge serves no other origin")
  if (urlOf(request)?.searchParams.get("token") !== token) return plain(403, "the bridge wants its token")
  return plain(501, NOT_YET)
}

const reasons: Readonly<Record<number, string>> = { 403: "Forbidden", 501: "Not Implemented" }

/** `origins` are those of the app's pages. Listens nowhere yet. */
export const createBridgeServer = (origins: () => readonly string[], token: string): Server => {
  const server = createLoopbackServer((request) => decide(request, origins(), token))
  server.on("upgrade", (request, socket) => {
    const reply = decide(request, origins(), token)
    const status = "hangUp" in reply ? 501 : reply.status
    socket.on("error", () => socket.destroy())
    socket.end(`HTTP/1.1 ${status} ${reasons[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
  })
  return server
}
