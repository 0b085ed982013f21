import { once } from "node:events"
import type { Server } from "node:http"
import { connect } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { createLoopbackServer, plain } from "../../emulator/node/http.ts"
import { runBridge } from "../bridge/running.ts"

/** Ends a hang. The server drops a client in a third of this time, ms. */
const PATIENCE_MS = 28_000
/** More than the socket buffers of both sides. */
const ANSWER_BYTES = 32 * 1_024 * 1_024

/** Sends the beginning and then a byte now and then. Resolves when the server ends the connection. */
const dripping = async (port: number, beginning: string): Promise<void> => {
  const socket = connect(port, "127.0.0.1")
  onTestFinished(() => void socket.destroy())
  socket.on("error", () => undefined)
  await once(socket, "connect")
  socket.write(beginning)
  socket.resume()
  const drip = setInterval(() => socket.write("a"), 500)
  await once(socket, "close")
  clearInterval(drip)
}

const portOf = async (server: Server): Promise<number> => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
}

const mockServer = (): Promise<number> =>
  portOf(
    createLoopbackServer(
      (request) =>
        new Promise((resolve) => {
          request.resume().on("end", () => resolve(plain(200, "all of it")))
        }),
    ),
  )
const bridge = async (): Promise<number> => (await runBridge()).bridge.port

const HEADERS =
  "POST /pairing HTTP/1.1\r\nhost: 127.0.0.1\r\norigin: https://app.example\r\ncontent-type: application/json\r\n"

test.concurrent(
  "[SEC-2] the servers of the emulator drop who takes nothing of an answer",
  async () => {
    const server = createLoopbackServer(() => plain(200, "a".repeat(ANSWER_BYTES)))
    const port = await portOf(server)
    const dropped = Promise.withResolvers<void>()
    server.on("connection", (socket) => socket.on("close", () => dropped.resolve()))
    const client = connect(port, "127.0.0.1")
    onTestFinished(() => void client.destroy())
    client.on("error", () => undefined)
    client.write("GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
    await dropped.promise
  },
  PATIENCE_MS,
)

test.concurrent.each([
  ["the servers of the emulator", mockServer],
  ["the bridge", bridge],
])(
  "[SEC-2] %s drop who sends headers or a body byte by byte, within the limit",
  async (_, open) => {
    const port = await open()
    const began = performance.now()
    await Promise.all([
      dripping(port, "GET / HTTP/1.1\r\nx-slow: "),
      dripping(port, `${HEADERS}content-length: 1000\r\n\r\n`),
      dripping(port, `${HEADERS}transfer-encoding: chunked\r\n\r\nfff\r\n`),
    ])
    expect(performance.now() - began).toBeLessThan(PATIENCE_MS)
  },
  60_000,
)
