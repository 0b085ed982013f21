import { createSocket, type RemoteInfo, type Socket } from "node:dgram"
import { once } from "node:events"
import { isIPv6 } from "node:net"
import { type Datagram, decodeDatagram, encodeDatagram } from "../../src/domain/wire/device/discovery.ts"
import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"

/** The bridge's datagram sockets, one for each address family. Sending never throws: a network may be away. */
export interface Datagrams {
  send(datagram: Datagram, to: Endpoint): void
  /**
   * Sends through a separate socket. The system queues datagrams to an address of the own network until it knows the
   * host, for seconds where there is none. Meanwhile a full socket sends nothing at all.
   */
  sweep(datagram: Datagram, to: Endpoint): void
  /** True while the system accepts no more datagrams of a sweep. */
  isHeldUp(): boolean
  sendBytes(bytes: Uint8Array, to: Endpoint): void
  /** The port of the IPv4 socket, at which answers reach this process. */
  readonly port: number
  close(): void
}

/** Room for bursts of answers to a broadcast. The system may grant less. */
const RECEIVE_BUFFER_BYTES = 4 * 1_024 * 1_024
/** Undefined where the system gives no such socket, for example without IPv6. */
const openSocket = async (type: "udp4" | "udp6"): Promise<Socket | undefined> => {
  const socket = createSocket({ type, ipv6Only: type === "udp6", recvBufferSize: RECEIVE_BUFFER_BYTES })
  try {
    socket.bind(0)
    await once(socket, "listening")
  } catch {
    socket.close()
    return undefined
  }
  // A send to a closed port may come back as an error of the socket. It means the same as silence.
  socket.on("error", () => {})
  return socket
}

/** Rejects when the system gives no IPv4 socket. */
export const openDatagrams = async (onDatagram: (datagram: Datagram, from: Endpoint) => void): Promise<Datagrams> => {
  const [v4, sweeping, v6] = await Promise.all([openSocket("udp4"), openSocket("udp4"), openSocket("udp6")])
  if (v4 === undefined || sweeping === undefined) throw new Error("the system provides no datagram socket")
  v4.setBroadcast(true)
  const read = (bytes: Buffer, { address, port }: RemoteInfo): void => {
    const datagram = decodeDatagram(bytes)
    if (datagram.ok) onDatagram(datagram.value, { address, port })
  }
  for (const socket of [v4, sweeping, v6]) socket?.on("message", read)
  let isClosed = false
  const sendBytes = (bytes: Uint8Array, { address, port }: Endpoint, by = v4): void => {
    if (isClosed) return
    try {
      const socket = isIPv6(address) ? v6 : by
      socket?.send(bytes, port, address, () => {})
    } catch {
      // No datagram can go there, for example to port 0. The sender treats the endpoint as one that does not answer.
    }
  }
  return {
    send: (datagram, to) => sendBytes(encodeDatagram(datagram), to),
    sweep: (datagram, to) => sendBytes(encodeDatagram(datagram), to, sweeping),
    isHeldUp: () => sweeping.getSendQueueCount() > 0,
    sendBytes: (bytes, to) => sendBytes(bytes, to),
    port: v4.address().port,
    close: () => {
      if (isClosed) return
      isClosed = true
      for (const socket of [v4, sweeping, v6]) socket?.close()
    },
  }
}
