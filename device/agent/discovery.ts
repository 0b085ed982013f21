import { createSocket, type Socket } from "node:dgram"
import { once } from "node:events"
import { isIPv6 } from "node:net"
import type { Mac } from "../../src/domain/values/mac.ts"
import { type Announced, decodeDatagram, encodeDatagram } from "../../src/domain/wire/device/discovery.ts"
import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"
import { encodeMagicPacket } from "../../src/domain/wire/device/magicPacket.ts"
import { broadcastAddresses, isLoopback, isNear } from "./addresses.ts"

/** The agent's datagrams: answers to probes, direct or by broadcast, and magic packets. */

/** The port at which every network card listens for magic packets. */
const WAKE_PORT = 9
const ALL_IPV4 = "0.0.0.0"

export interface DiscoverySockets {
  /** The actual port. */
  readonly port: number
  sendMagic(mac: Mac): void
  close(): void
}

export interface AirOptions {
  readonly endpoint: Endpoint
  readonly announce: () => Announced
  /** Targets of magic packets. Default: the broadcast addresses of this machine's networks. */
  readonly wakeEndpoints?: readonly Endpoint[]
}

const bound = async (address: string, port: number, isShared = false): Promise<Socket> => {
  const socket = createSocket({ type: isIPv6(address) ? "udp6" : "udp4", reuseAddr: isShared })
  try {
    socket.bind({ address, port, exclusive: true })
    await once(socket, "listening")
    socket.on("error", () => {})
    return socket
  } catch (error) {
    socket.close()
    throw error
  }
}

/**
 * A socket with one address of a network does not receive broadcasts there. These sockets do, where the system allows
 * it.
 */
const openEars = async (address: string, port: number): Promise<readonly Socket[]> => {
  if (isIPv6(address) || address === ALL_IPV4 || isLoopback(address)) return []
  const ears = broadcastAddresses(address).map((one) => bound(one, port, true).catch(() => undefined))
  return (await Promise.all(ears)).filter((ear) => ear !== undefined)
}

/** Rejects with the system's error when the address or port is not available. */
export const openAir = async ({ endpoint, announce, wakeEndpoints }: AirOptions): Promise<DiscoverySockets> => {
  const socket = await bound(endpoint.address, endpoint.port)
  const { port } = socket.address()
  const ears = await openEars(endpoint.address, port)
  const waking = await bound(ALL_IPV4, 0)
  waking.setBroadcast(true)
  for (const ear of [socket, ...ears])
    ear.on("message", (bytes, from) => {
      const probe = isNear(from.address) ? decodeDatagram(bytes) : undefined
      if (probe?.ok !== true || probe.value.type !== "probe") return
      const answer = encodeDatagram({ type: "announce", nonce: probe.value.nonce, device: announce() })
      socket.send(answer, from.port, from.address, () => {})
    })
  return {
    port,
    sendMagic: (mac) => {
      const packet = encodeMagicPacket(mac)
      const endpoints = wakeEndpoints ?? broadcastAddresses().map((address) => ({ address, port: WAKE_PORT }))
      for (const to of endpoints) waking.send(packet, to.port, to.address, () => {})
    },
    close: () => {
      for (const one of [socket, waking, ...ears]) one.close()
    },
  }
}
