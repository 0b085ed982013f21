import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { connect, createServer as createTcpServer, type Server, type Socket } from "node:net"
import { fileURLToPath } from "node:url"
import { constants, deflateSync, inflateSync } from "node:zlib"
import { type WebSocket, WebSocketServer } from "ws"
import { Display } from "../model/devices/display.ts"
import type { ComputerScene } from "../model/screen/desktop.ts"

/**
 * The floor of the viewer's bench: an unchanged noVNC in an empty page, a WebSocket relay that copies bytes, and the
 * same emulated screen at a TCP port. It has no seal, session, bridge or guard.
 */

export interface BareViewer {
  readonly url: string
  readonly stop: () => void
}

const HOST = "127.0.0.1"
const NOVNC = fileURLToPath(new URL("../../node_modules/@novnc/novnc/", import.meta.url))
/** Age of the computer's start, so that it has booted, ms. */
const UP_MS = 60_000
/** Interval of the checks for a changed picture; without keys it changes once a second, ms. */
const LOOK_MS = 250

const sceneOf = (name: string, startedAt: number): ComputerScene => ({
  name,
  did: "bench",
  build: 1,
  mode: "hid",
  startedAt,
  host: "awake",
  stage: "idle",
  percent: 0,
  viewers: 1,
  isControlled: true,
})

const page = (relay: string): string => `<!doctype html>
<style>body { margin: 0 } #screen { width: 1280px; height: 720px }</style>
<div id="screen"></div>
<script type="module">
  import RFB from "/novnc/core/rfb.js"
  const rfb = new RFB(document.getElementById("screen"), ${JSON.stringify(relay)}, { shared: true })
  rfb.scaleViewport = true
  rfb.qualityLevel = 6
  rfb.compressionLevel = 2
</script>`

const portOf = (server: { address(): ReturnType<Server["address"]> }): number => {
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
}

const serveScreen = (display: Display, socket: Socket): void => {
  socket.setNoDelay(true)
  const line = { send: (bytes: Uint8Array) => void socket.write(bytes), close: () => void socket.destroy() }
  const stream = display.attach(line, { mayAct: () => true, acted: () => {} }, Date.now())
  socket.on("data", (bytes: Buffer) => {
    stream.receive(bytes)
    display.show(Date.now())
  })
  socket.on("error", () => socket.destroy())
  socket.on("close", () => stream.end())
}

/** Copies bytes both ways, and nothing else. */
const relay = (viewer: WebSocket, port: number): void => {
  const device = connect({ port, host: HOST, noDelay: true })
  device.on("data", (bytes) => viewer.send(bytes))
  viewer.on("message", (data) => {
    if (Buffer.isBuffer(data)) device.write(data)
  })
  device.on("error", () => device.destroy())
  device.on("close", () => viewer.close())
  viewer.on("close", () => device.destroy())
}

const servePages = (relayUrl: () => string) =>
  createServer((request, response) => {
    const path = new URL(request.url ?? "/", `http://${HOST}`).pathname
    const isScript = path.startsWith("/novnc/") && !path.includes("..")
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html; charset=utf-8")
    if (!isScript) {
      response.end(page(relayUrl()))
      return
    }
    try {
      response.end(readFileSync(NOVNC + path.slice("/novnc/".length)))
    } catch {
      response.writeHead(404).end()
    }
  })

const listening = async (server: Server): Promise<void> => {
  server.listen(0, HOST)
  await once(server, "listening")
}

/** The screen shows `name`: the bytes of its pictures depend on it. */
export const startBareViewer = async (name: string): Promise<BareViewer> => {
  const scene = sceneOf(name, Date.now() - UP_MS)
  const ports = {
    deflate: (bytes: Uint8Array) => deflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }),
    inflate: (bytes: Uint8Array, max: number) => inflateSync(bytes, { maxOutputLength: max }),
  }
  const display = new Display(
    () => scene,
    ports,
    () => undefined,
  )
  const screen = createTcpServer((socket) => serveScreen(display, socket))
  await listening(screen)
  const sockets = new WebSocketServer({ host: HOST, port: 0 })
  await once(sockets, "listening")
  sockets.on("connection", (viewer) => relay(viewer, portOf(screen)))
  const pages = servePages(() => `ws://${HOST}:${portOf(sockets)}/`)
  await listening(pages)
  const looking = setInterval(() => display.show(Date.now()), LOOK_MS)
  return {
    url: `http://${HOST}:${portOf(pages)}/`,
    stop: () => {
      clearInterval(looking)
      for (const viewer of sockets.clients) viewer.terminate()
      sockets.close()
      pages.close()
      pages.closeAllConnections()
      screen.close()
    },
  }
}
