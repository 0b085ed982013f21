import type { SecureContext } from "node:tls"
import { type Announced, decodeDatagram, encodeDatagram } from "../../../src/domain/wire/device/discovery.ts"
import type { Endpoint } from "../../../src/domain/wire/device/endpoint.ts"
import type { Line } from "../../../src/domain/wire/device/session.ts"
import { type Answering, type ConnectionReader, type EmulatedEndpoint, openEndpoint } from "./endpoint.ts"
import { createFarEndpoints } from "./farEndpoints.ts"
import { createLoopback, type LoopbackEndpoints } from "./loopback.ts"

/** The devices that are on the network: which have a socket, where, and how they answer probes. */

/** Up to so many devices have their TCP port open from the start; of more, each opens it when it is probed. */
const LISTENING_FROM_START = 1_000
/** Announces to a broadcast leave in bursts of so many, so far apart, ms: 2,000 a second. */
const ANNOUNCES_IN_BURST = 100
const BURST_MS = 50

export interface Inhabitants {
  /** What the next connection to the device is sealed with. */
  seal(did: string): SecureContext
  /** Whether the device would take a connection now. */
  answers(did: string): boolean
  /** What the device answers to a probe; undefined for silence. */
  announce(did: string): Announced | undefined
  call(did: string, line: Line): ConnectionReader | undefined
}

export interface DeviceSockets {
  /** Opens and closes sockets until exactly these devices have one. Gives how many found no place. */
  settle(dids: readonly string[]): Promise<number>
  /** Everyone who is there answers a broadcast. */
  broadcast(bytes: Uint8Array, from: Endpoint): void
  /** From the device's own socket; false when it has none. */
  send(did: string, bytes: Uint8Array, to: Endpoint): boolean
  /** From an endpoint of a device that is not on the network, opened for it; false when there is none. */
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

/** The sockets of a device, at the first place that the system gives; undefined when it gives none. */
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

/** Acts for each of them, one burst after the other, until it is over. */
const inBursts = (dids: readonly string[], isOver: () => boolean, act: (did: string) => void): void => {
  const burst = (at: number): void => {
    for (const did of dids.slice(at, at + ANNOUNCES_IN_BURST)) act(did)
    if (at + ANNOUNCES_IN_BURST < dids.length && !isOver())
      setTimeout(() => burst(at + ANNOUNCES_IN_BURST), BURST_MS).unref()
  }
  burst(0)
}

/** How devices answer probes with the sockets that they have. */
const createAnnouncing = (endpoints: ReadonlyMap<string, EmulatedEndpoint>, inhabitants: Inhabitants) => {
  /** The TCP port is open before the device is announced. */
  const announce = async (did: string, nonce: string, from: Endpoint): Promise<void> => {
    const endpoint = endpoints.get(did)
    const device = endpoint === undefined ? undefined : inhabitants.announce(did)
    if (endpoint === undefined || device === undefined) return
    try {
      await endpoint.listen()
    } catch {
      // The system gives no more sockets: a device that cannot be reached is not announced.
      return
    }
    endpoint.send(encodeDatagram({ type: "announce", nonce, device }), from)
  }
  return {
    /** To a datagram that one device got. */
    one: (did: string, bytes: Uint8Array, from: Endpoint): void => {
      const nonce = nonceOf(bytes)
      if (nonce !== undefined) void announce(did, nonce, from)
    },
    /** To a datagram that everyone got. */
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
