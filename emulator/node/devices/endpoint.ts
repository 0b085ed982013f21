import { createSocket, type Socket as Datagrams } from "node:dgram"
import { once } from "node:events"
import { createServer, type Server, type Socket } from "node:net"
import type { SecureContext } from "node:tls"
import { sealConnection } from "../../../device/seal.ts"
import type { Endpoint } from "../../../src/domain/wire/device/endpoint.ts"
import type { Line } from "../../../src/domain/wire/device/session.ts"

/** The two sockets of one device: UDP from the start, TCP on demand. */

/** Most bytes that wait for a slow reader. Beyond them the connection is dropped. */
const UNREAD_MAX_BYTES = 8 * 1024 * 1024

export interface ConnectionReader {
  receive(bytes: Uint8Array): void
  lost(): void
}

/** Handles the traffic of all devices. */
export interface Answering {
  /** The TLS context for the next connection to the device. */
  seal(did: string): SecureContext
  datagram(did: string, bytes: Uint8Array, from: Endpoint): void
  /** True when the device takes a connection. */
  answers(did: string): boolean
  call(did: string, line: Line): ConnectionReader | undefined
}

export interface EmulatedEndpoint {
  /** The address of the device, with its actual port. */
  readonly endpoint: Endpoint
  send(bytes: Uint8Array, to: Endpoint): void
  /** Opens the TCP port, once. Rejects when the system refuses; a later call may try again. */
  listen(): Promise<void>
  /** True while a client is connected. */
  readonly isUsed: boolean
  /** Ends every connection. The device keeps its endpoint. */
  hangUp(): void
  close(): void
}

const serve = (raw: Socket, did: string, answering: Answering): void => {
  raw.setNoDelay(true)
  raw.on("error", () => raw.destroy())
  if (!answering.answers(did)) {
    raw.resetAndDestroy()
    return
  }
  const sealed = sealConnection(raw, answering.seal(did), ({ socket, binding }) => {
    const caller = answering.call(did, {
      binding,
      send: (bytes) => {
        if (socket.writableLength > UNREAD_MAX_BYTES) socket.destroy()
        else if (!socket.destroyed) socket.write(bytes)
      },
      close: () => socket.end(() => socket.destroy()),
    })
    if (caller === undefined) {
      raw.resetAndDestroy()
      return
    }
    socket.on("data", (bytes: Buffer) => caller.receive(bytes))
    socket.on("close", () => caller.lost())
  })
  sealed.on("error", () => sealed.destroy())
}

const opened = async (datagrams: Datagrams, { address, port }: Endpoint): Promise<number> => {
  datagrams.bind({ address, port, exclusive: true })
  await once(datagrams, "listening")
  return datagrams.address().port
}

const openServer = (did: string, answering: Answering): Server => {
  // A device's unit closes its connections; there are no half-open ones.
  const server = createServer((socket) => serve(socket, did, answering))
  server.on("error", () => {})
  return server
}

/** Rejects with the system's error when the endpoint is not available. */
export const openEndpoint = async (wanted: Endpoint, did: string, answering: Answering): Promise<EmulatedEndpoint> => {
  const datagrams = createSocket("udp4")
  try {
    const port = await opened(datagrams, wanted)
    return endpointOf(datagrams, { address: wanted.address, port }, did, answering)
  } catch (error) {
    datagrams.close()
    throw error
  }
}

const endpointOf = (datagrams: Datagrams, endpoint: Endpoint, did: string, answering: Answering): EmulatedEndpoint => {
  let server: Server | undefined
  let listening: Promise<void> | undefined
  const sockets = new Set<Socket>()
  datagrams.on("error", () => {})
  datagrams.on("message", (bytes, { address, port }) => answering.datagram(did, bytes, { address, port }))
  const open = async (): Promise<void> => {
    const made = openServer(did, answering)
    server = made
    made.on("connection", (socket) => {
      sockets.add(socket)
      socket.on("close", () => sockets.delete(socket))
    })
    made.listen({ port: endpoint.port, host: endpoint.address, exclusive: true })
    await once(made, "listening")
  }
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    endpoint,
    get isUsed() {
      return sockets.size > 0
    },
    hangUp,
    send: (bytes, to) => datagrams.send(bytes, to.port, to.address, () => {}),
    listen: () => {
      listening ??= open().catch((error: unknown) => {
        // A port that was not available now may be free at the next request.
        listening = undefined
        throw error
      })
      return listening
    },
    close: () => {
      datagrams.close()
      server?.close()
      hangUp()
    },
  }
}
