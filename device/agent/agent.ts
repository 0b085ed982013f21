import { once } from "node:events"
import { createServer, type Server, type Socket } from "node:net"
import { type Mac, parseMac } from "../../src/domain/values/mac.ts"
import type { Announced } from "../../src/domain/wire/device/discovery.ts"
import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"
import type { Beat } from "../../src/domain/wire/device/heartbeat.ts"
import { FLAG_BOUND_MAC, FLAG_NO_FIRMWARE, FLAG_NO_SOUND, FLAG_ONE_MODE } from "../../src/domain/wire/deviceFlags.ts"
import { openIdentity } from "../identityFile.ts"
import { takeFolder } from "../ownFolder.ts"
import { sealConnection, sealOf } from "../seal.ts"
import { endpointText, isNear } from "./addresses.ts"
import { AgentDevice, idOf, MODEL } from "./device.ts"
import { type DiscoverySockets, openAir } from "./discovery.ts"
import { startHeartbeats } from "./heartbeats.ts"
import { createScreen } from "./screen.ts"
import { openFiles } from "./stateFile.ts"
import { refuseFar, type VncServer } from "./vnc/login.ts"

/** Makes a VNC server a device (AGENT-1). `npm run device` starts it. */
export interface AgentOptions {
  readonly vnc: VncServer
  readonly vncUser?: string | undefined
  readonly vncPassword?: string | undefined
  readonly name: string
  /** Empty for none. */
  readonly passcode: string
  readonly mac: Mac | null
  /** Port 0 takes a free one. */
  readonly listen: Endpoint
  readonly folder: string
  readonly say: (line: string) => void
  /** Targets of magic packets. Default: the broadcast addresses of this machine's networks. */
  readonly wakeEndpoints?: readonly Endpoint[]
  /** The origin of the account's server that gets heartbeats. Without it there are none. */
  readonly cloud?: string | undefined
  readonly heartbeatMs?: number
  /** Interval of the checks of the VNC server while a person is connected, ms. */
  readonly lookMs?: number
}

export interface Agent {
  readonly did: string
  /** The current name. */
  readonly name: string
  readonly fingerprint: string
  /** The address that answers, `address:port`. */
  readonly address: string
  close(): void
}

/** Connections without a finished handshake count too. */
const SOCKETS_MAX = 32
const TICK_MS = 1_000

const listening = async (server: Server, { address, port }: Endpoint): Promise<void> => {
  server.listen({ host: address, port, exclusive: true })
  await once(server, "listening")
}

/** A port that is free for UDP may be taken for TCP. Then the agent tries another one. */
const FREE_PORT_TRIES = 5

const isTaken = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "EADDRINUSE"

/** Both sockets of the device, at the same port. */
const openPorts = async (
  server: Server,
  options: AgentOptions,
  announce: () => Announced,
  tries = options.listen.port === 0 ? FREE_PORT_TRIES : 1,
): Promise<DiscoverySockets> => {
  const { listen, wakeEndpoints } = options
  const air = await openAir({ endpoint: listen, announce, ...(wakeEndpoints !== undefined && { wakeEndpoints }) })
  try {
    await listening(server, { ...listen, port: air.port })
    return air
  } catch (error) {
    air.close()
    if (tries > 1 && isTaken(error)) return openPorts(server, options, announce, tries - 1)
    throw error
  }
}

/** The flags of a device without any feature that the VNC server lacks. */
const flagsOf = (mac: string | null): number =>
  FLAG_ONE_MODE | FLAG_NO_FIRMWARE | FLAG_NO_SOUND | (mac === null ? 0 : FLAG_BOUND_MAC)

const announcedOf = (options: AgentOptions, did: string, name: string): Announced => ({
  id: idOf(did),
  did,
  name,
  model: MODEL,
  cloud_type: 0,
  timestamp: Date.now(),
  is_usb: false,
  is_hid: true,
  flags: flagsOf(options.mac),
  build: 0,
  link: "lan",
})

/** Returns the function that ends the heartbeats. Undefined without a server. */
const heartbeatsOf = (
  { cloud, mac, say, heartbeatMs }: AgentOptions,
  device: AgentDevice,
  known: Pick<Beat, "did" | "key">,
): (() => void) | undefined =>
  cloud === undefined
    ? undefined
    : startHeartbeats({
        cloud,
        beat: () => ({ ...known, name: device.name, model: MODEL, build: 0, mac, flags: flagsOf(mac) }),
        named: (name) => device.rename(name),
        say,
        ...(heartbeatMs !== undefined && { everyMs: heartbeatMs }),
      })

/** Calls `leave` once, at the end. */
const begin = async (options: AgentOptions, leave: () => void): Promise<Agent> => {
  const { say, vnc } = options
  const files = openFiles(options.folder, Date.now())
  const identity = openIdentity(files.identityFile)
  const seal = sealOf(identity)
  const screen = createScreen({
    server: vnc,
    credentials: () => ({ user: options.vncUser, password: options.vncPassword, known: files.knownKey }),
    keepKey: (key) => {
      if (!files.keepKey(key))
        say("The key of the VNC server cannot be written, and is compared only as long as this process lives.")
    },
    changed: () => device.screenChanged(),
    say,
    ...(options.lookMs !== undefined && { lookMs: options.lookMs }),
  })
  const sendMagic = (text: string): void => {
    const mac = parseMac(text)
    if (mac.ok) air.sendMagic(mac.value)
  }
  const device = new AgentDevice({ ...options, files, screen, sendMagic })
  const sockets = new Set<Socket>()
  const server = createServer((raw) => {
    raw.setNoDelay(true)
    raw.on("error", () => raw.destroy())
    if (!isNear(raw.remoteAddress ?? "")) {
      raw.resetAndDestroy()
      return
    }
    sockets.add(raw)
    raw.on("close", () => sockets.delete(raw))
    const sealed = sealConnection(raw, seal, ({ socket, binding }) => device.connect(socket, binding, Date.now()))
    sealed.on("error", () => sealed.destroy())
  })
  server.maxConnections = SOCKETS_MAX
  const air = await openPorts(server, options, () => announcedOf(options, files.state.did, device.name))
  void screen.lookNow()
  const ticking = setInterval(() => device.tick(Date.now()), TICK_MS)
  const { did } = files.state
  const endHeartbeats = heartbeatsOf(options, device, { did, key: identity.fingerprint })
  let isClosed = false
  return {
    did,
    get name() {
      return device.name
    },
    fingerprint: identity.fingerprint,
    address: endpointText(options.listen.address, air.port),
    close: () => {
      if (isClosed) return
      isClosed = true
      clearInterval(ticking)
      endHeartbeats?.()
      air.close()
      device.close()
      server.close()
      leave()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/**
 * Rejects with one clear line when the folder or the VNC server is unusable, and with the system's error when the
 * address or port is.
 */
export const startAgent = async (options: AgentOptions): Promise<Agent> => {
  await refuseFar(options.vnc)
  const leave = await takeFolder(options.folder)
  try {
    return await begin(options, leave)
  } catch (error) {
    leave()
    throw error
  }
}
