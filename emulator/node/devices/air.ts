import { createSocket, type Socket } from "node:dgram"
import { once } from "node:events"
import { DEVICE_PORT } from "../../../src/domain/values/limits.ts"
import type { Mac } from "../../../src/domain/values/mac.ts"
import type { Endpoint } from "../../../src/domain/wire/device/endpoint.ts"
import { decodeMagicPacket, encodeMagicPacket } from "../../../src/domain/wire/device/magicPacket.ts"
import { LOOPBACK } from "./loopback.ts"

/**
 * The traffic that every host on the network receives: magic packets, and probes to all. On a real network magic
 * packets go to port 9. On many systems only the administrator may open that port, so here they go to one above 1023.
 */

export const WAKE_PORT = 36_460
/** Receives broadcasts on the loopback network, on systems that let a socket have this address. */
const BROADCAST = "127.255.255.255"
/** A packet on loopback that has not arrived after this time is lost, ms. */
const PACKET_LOST_MS = 250

export interface Air {
  readonly wake: Endpoint
  readonly broadcast: Endpoint | null
  /** Sends a magic packet. Resolves when it has arrived or is lost. */
  magic(mac: Mac): Promise<void>
  /** Sends a datagram that belongs to no device. */
  send(bytes: Uint8Array, to: Endpoint): void
  close(): void
}

export interface Hearing {
  magic(mac: Mac): void
  broadcast(bytes: Uint8Array, from: Endpoint): void
}

const bound = async (socket: Socket, { address, port }: Endpoint): Promise<Socket | undefined> => {
  try {
    socket.bind({ address, port, exclusive: true })
    await once(socket, "listening")
    return socket
  } catch {
    socket.close()
    return undefined
  }
}

const wakeSocket = async (): Promise<Socket> => {
  const wanted = await bound(createSocket("udp4"), { address: LOOPBACK, port: WAKE_PORT })
  const socket = wanted ?? (await bound(createSocket("udp4"), { address: LOOPBACK, port: 0 }))
  if (socket === undefined) throw new Error("the system gives no UDP port")
  return socket
}

export const openAir = async (hearing: Hearing): Promise<Air> => {
  const waking = await wakeSocket()
  const wake: Endpoint = { address: LOOPBACK, port: waking.address().port }
  const broad = await bound(createSocket({ type: "udp4", reuseAddr: true }), { address: BROADCAST, port: DEVICE_PORT })
  const waiting = new Map<Mac, (() => void)[]>()
  const onPacket = (mac: Mac): void => {
    for (const resolve of waiting.get(mac) ?? []) resolve()
    waiting.delete(mac)
  }
  for (const socket of [waking, broad]) socket?.on("error", () => {})
  waking.on("message", (bytes) => {
    const mac = decodeMagicPacket(bytes)
    if (mac === undefined) return
    hearing.magic(mac)
    onPacket(mac)
  })
  broad?.on("message", (bytes, { address, port }) => hearing.broadcast(bytes, { address, port }))
  const send = (bytes: Uint8Array, to: Endpoint): void => waking.send(bytes, to.port, to.address, () => {})
  return {
    wake,
    broadcast: broad === undefined ? null : { address: BROADCAST, port: DEVICE_PORT },
    magic: (mac) => {
      const arrival = new Promise<void>((resolve) => {
        waiting.set(mac, [...(waiting.get(mac) ?? []), resolve])
        setTimeout(resolve, PACKET_LOST_MS).unref()
      })
      send(encodeMagicPacket(mac), wake)
      return arrival
    },
    send,
    close: () => {
      waking.close()
      broad?.close()
    },
  }
}
