import type { SecureContext } from "node:tls"
import { type Announced, decodeDatagram, encodeDatagram } from "../../../src/domain/wire/device/discovery.ts"
import type { Endpoint } from "../../../src/domain/wire/device/endpoint.ts"
import type { Line } from "../../../src/domain/wire/device/session.ts"
import { type Answering, type ConnectionReader, type EmulatedEndpoint, openEndpoint } from "./endpoint.ts"
import { createFarEndpoints } from "./farEndpoints.ts"
import { createLoopback, type LoopbackEndpoints } from "./loopback.ts"

/** The sockets of the devices on the network, and their answers to probes. */

/** Up to this many devices open their TCP port at the start. With more, each opens it when it is probed. */
const LISTENING_FROM_START = 1_000
/** Answers to a broadcast leave in bursts of this size at this interval, ms: 2,000 a second. */
const ANNOUNCES_IN_BURST = 100
const BURST_MS = 50

export interface Inhabitants {
  /** The TLS context for the next connection to the device. */
  seal(did: string): SecureContext
  /** True when the device would take a connection now. */
  answers(did: string): boolean
  /** The device's answer to a probe. Undefined for silence. */
  announce(did: string): Announced | undefined
  call(did: string, line: Line): ConnectionReader | undefined
}

export interface DeviceSockets {
  /**
   * Opens and closes sockets until exactly these devices have one. Returns the number of devices without a free
   * endpoint.
   */
  settle(dids: readonly string[]): Promise<number>
  /** All devices that are up answer a broadcast. */
  broadcast(bytes: Uint8Array, from: Endpoint): void
  /** Sends from the device's own socket. False when it has none. */
  send(did: string, bytes: Uint8Array, to: Endpoint): boolean
  /** Sends from a newly opened endpoint of a device that is not on the network. False when there is none. */
  sendFromAfar(did: string, bytes: Uint8Array, to: Endpoint): Promise<boolean>
  endpoints(): Iterable<readonly [did: string, endpoint: Endpoint]>
  /** Ends every connection to every device. */
  hangUp(): void
  close(): void
}

const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : ""

const nonceOf = (bytes: Uint8Array): string | undefined => {
  const read = decodeDatagram(bytes)
  return read.ok && read.value.type === "probe" ? read.value.nonce : undefined
}

/** Opens the sockets of a device at the first available endpoint. Undefined when there is none. */
const openSomewhere = async (
  endpoints: LoopbackEndpoints,
  did: string,
  answering: Answering,
): Promise<EmulatedEndpoint | undefined> => {
  for (let endpoint = endpoints.next(); endpoint !== undefined; endpoint = endpoints.next()) {
    try {
      return await openEndpoint(endpoint, did, answering)
    } catch (error) {
      const code = codeOf(error)
      if (code === "EMFILE" || code === "ENFILE") return undefined
      endpoints.refuse(endpoint, code === "EADDRINUSE" ? "taken" : "no such address")
    }
  }
  return undefined
}

/** Acts for each device, one burst after the other, until `isOver`. */
const inBursts = (dids: readonly string[], isOver: () => boolean, act: (did: string) => void): void => {
  const burst = (at: number): void => {
    for (const did of dids.slice(at, at + ANNOUNCES_IN_BURST)) act(did)
    if (at + ANNOUNCES_IN_BURST < dids.length && !isOver())
      setTimeout(() => burst(at + ANNOUNCES_IN_BURST), BURST_MS).unref()
  }
  burst(0)
}

/** The answers of devices to probes, from their sockets. */
const createAnnouncing = (endpoints: ReadonlyMap<string, EmulatedEndpoint>, inhabitants: Inhabitants) => {
  /** Opens the TCP port before it announces the device. */
  const announce = async (did: string, nonce: string, from: Endpoint): Promise<void> => {
    const endpoint = endpoints.get(did)
    const device = endpoint === undefined ? undefined : inhabitants.announce(did)
    if (endpoint === undefined || device === undefined) return
    try {
      await endpoint.listen()
    } catch {
      // The system provides no more sockets. An unreachable device is not announced.
      return
    }
    endpoint.send(encodeDatagram({ type: "announce", nonce, device }), from)
  }
  return {
    /** Answers a datagram to one device. */
    one: (did: string, bytes: Uint8Array, from: Endpoint): void => {
      const nonce = nonceOf(bytes)
      if (nonce !== undefined) void announce(did, nonce, from)
    },
    /** Answers a datagram to all devices. */
    all: (bytes: Uint8Array, from: Endpoint, isOver: () => boolean): void => {
      const nonce = nonceOf(bytes)
      if (nonce !== undefined) inBursts([...endpoints.keys()], isOver, (did) => void announce(did, nonce, from))
    },
  }
}

export const createNetwork = (inhabitants: Inhabitants): DeviceSockets => {
  const endpoints = new Map<string, EmulatedEndpoint>()
  const announcing = createAnnouncing(endpoints, inhabitants)
  const loopback = createLoopback()
  const answering: Answering = { ...inhabitants, datagram: announcing.one }
  let closed = false
  const far = createFarEndpoints(async (did) => {
    const endpoint = await openSomewhere(loopback, did, { ...inhabitants, datagram: () => {} })
    if (endpoint === undefined) return undefined
    const close = (): void => {
      endpoint.close()
      loopback.free(endpoint.endpoint)
    }
    return { endpoint, close }
  })

  const enter = async (did: string): Promise<boolean> => {
    far.leave(did)
    const endpoint = await openSomewhere(loopback, did, answering)
    if (closed) endpoint?.close()
    else if (endpoint !== undefined) endpoints.set(did, endpoint)
    return endpoint !== undefined
  }

  const leave = (did: string): void => {
    const endpoint = endpoints.get(did)
    if (endpoint === undefined) return
    endpoint.close()
    loopback.free(endpoint.endpoint)
    endpoints.delete(did)
  }

  return {
    settle: async (dids) => {
      const wanted = new Set(dids)
      for (const did of [...endpoints.keys()]) if (!wanted.has(did)) leave(did)
      let homeless = 0
      for (const did of dids) {
        if (closed) break
        if (!endpoints.has(did) && !(await enter(did))) homeless += 1
      }
      if (endpoints.size <= LISTENING_FROM_START)
        await Promise.allSettled([...endpoints.values()].map((endpoint) => endpoint.listen()))
      return homeless
    },
    broadcast: (bytes, from) => announcing.all(bytes, from, () => closed),
    send: (did, bytes, to) => {
      const endpoint = endpoints.get(did)
      endpoint?.send(bytes, to)
      return endpoint !== undefined
    },
    sendFromAfar: (did, bytes, to) => (closed ? Promise.resolve(false) : far.send(did, bytes, to)),
    endpoints: function* () {
      for (const [did, { endpoint }] of endpoints) yield [did, endpoint]
    },
    hangUp: () => {
      for (const endpoint of endpoints.values()) endpoint.hangUp()
      far.closeAll()
    },
    close: () => {
      closed = true
      far.closeAll()
      for (const did of [...endpoints.keys()]) leave(did)
    },
  }
}
