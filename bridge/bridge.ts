import { randomInt } from "node:crypto"
import { once } from "node:events"
import type { Server } from "node:http"
import type { WebSocket } from "ws"
import { PAIRING_CODE_DIGITS } from "../src/domain/values/limits.ts"
import { keyChanged } from "./devices/pageDevices.ts"
import { openPins } from "./devices/pins.ts"
import { createViewers } from "./devices/viewers.ts"
import { openImages } from "./firmware/images.ts"
import { createJobs } from "./firmware/jobs.ts"
import { createLatest } from "./firmware/latest.ts"
import { bridgeFiles } from "./folders.ts"
import { createGate } from "./gate/gate.ts"
import { openOrigins } from "./gate/origins.ts"
import { createPairing } from "./gate/pairing.ts"
import type { PairingOptions } from "./gate/pairingApi.ts"
import { openDiscovery } from "./lan/discovery.ts"
import { readRegistries } from "./lan/registry.ts"
import { openScannedDevices } from "./lan/scannedDevices.ts"
import { PING_EVERY_MS, REVOKED_CHECK_MS, ROUND_MS, SCAN_TIMEOUT_MS, WAKE_CONFIRM_MS } from "./limits.ts"
import type { BridgeOptions } from "./options.ts"
import { type GreetingOptions, greetPage } from "./page/greeting.ts"
import { createHub, type Hub } from "./page/hub.ts"
import { watchSilence } from "./page/silence.ts"
import { socketLink } from "./page/socketLink.ts"
import { createVisit, type Shared } from "./page/visit.ts"
import { type WindowPage, windowLink } from "./page/windowLink.ts"
import { createBridgeServer, PAGE_PATH, type SocketOpening } from "./server.ts"
import { type LinuxTips, probeLinux } from "./system/linuxTips.ts"

/**
 * The file with the key of emulated devices. The key lasts as long as the keys that this person's bridge has trusted.
 */
export const emulatedKeyFile = (): string => bridgeFiles().emulatedKeyFile

/** The whole bridge: one port, and all services for the pages that connect to it. */
export interface BridgeProgram {
  readonly port: number
  /** Cuts every socket. The bridge keeps running. */
  dropPages(): void
  /**
   * Opens a page in the window of the desktop program, with the arguments of `windowLink`. The bridge greets it at
   * once.
   */
  openWindow(...window: Parameters<typeof windowLink>): WindowPage
  /** True while an upload of an image to a device runs. */
  isUpdating(): boolean
  close(): Promise<void>
}

const LOOPBACK = "127.0.0.1"
const MINUTE_MS = 60_000

const newCode = (): string =>
  randomInt(10 ** PAIRING_CODE_DIGITS)
    .toString()
    .padStart(PAIRING_CODE_DIGITS, "0")

const tipsOf = async (simulated: number | undefined, dumpFile: string): Promise<LinuxTips | undefined> => {
  if (simulated !== undefined) return { flags: simulated }
  return process.platform === "linux" ? probeLinux(dumpFile) : undefined
}

const codeLines = (origin: string, code: string, lifeMs: number): readonly string[] => [
  "",
  `  ${origin} asks to use this bridge. To allow it, type this code there within ${Math.round(lifeMs / MINUTE_MS)} minutes:`,
  `    ${code}`,
  "  If you did not ask for it, do nothing.",
  "",
]

/** The parts that all pages share. */
interface Parts extends Shared, GreetingOptions {}

const openParts = async (options: BridgeOptions, hub: Hub, signal: AbortSignal): Promise<Parts> => {
  const { broadcast = true, firmwareUrl, latestVersion, simulatedTips } = options
  const files = bridgeFiles(options.folder)
  const origins = openOrigins(files.originFile, Date.now, options.say)
  const discovery = await openDiscovery({
    broadcast,
    roundMs: options.roundMs ?? ROUND_MS,
    scanTimeoutMs: options.scanTimeoutMs ?? SCAN_TIMEOUT_MS,
    registries: () => readRegistries(options.registry),
    scanned: openScannedDevices(files.scannedFile, options.say),
  })
  const pins = openPins(files.pinFile, options.say)
  const images = openImages(files.imageFolder)
  const latest = createLatest(firmwareUrl === undefined ? undefined : new URL(firmwareUrl))
  return {
    discovery,
    pins,
    images,
    latest,
    jobs: createJobs({
      pins,
      discovery,
      images,
      latest,
      tell: hub.tell,
      keyChanged: (id, key) => hub.tell(keyChanged(key, "fw_begin", id)),
      signal,
    }),
    viewers: createViewers(options.silenceMs ?? PING_EVERY_MS),
    origins,
    broadcast,
    wakeConfirmMs: options.wakeConfirmMs ?? WAKE_CONFIRM_MS,
    revoked: () => hub.closeRevoked(origins.has),
    tips: () => tipsOf(simulatedTips, files.dumpFile),
    ...(latestVersion !== undefined && { latestVersion }),
  }
}

const pairingOf = ({ origins }: Parts, say: BridgeOptions["say"]): PairingOptions => ({
  pairing: createPairing(newCode),
  origins,
  now: () => performance.now(),
  show: (origin, code, lifeMs) => {
    for (const line of codeLines(origin, code, lifeMs)) say(line)
  },
  paired: (origin) => say(`${origin} is paired.`),
})

const listen = async (server: Server, port: number): Promise<number> => {
  server.listen(port, LOOPBACK)
  await once(server, "listening")
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : port
}

const stop = async (server: Server): Promise<void> => {
  if (!server.listening) return
  const ended = once(server, "close")
  server.close()
  server.closeAllConnections()
  await ended
}

/** Rejects when the port is taken. */
export const startBridge = async (options: BridgeOptions): Promise<BridgeProgram> => {
  const closing = new AbortController()
  const hub = createHub(options.overhear)
  const parts = await openParts(options, hub, closing.signal)
  const { viewers, origins, discovery } = parts
  let { port } = options
  const silenceMs = options.silenceMs ?? PING_EVERY_MS
  // Another process may revoke an origin by changing the file.
  const watching = setInterval(parts.revoked, REVOKED_CHECK_MS)

  const opened = (socket: WebSocket, { visitor, path, raw, host = LOOPBACK }: SocketOpening): void => {
    hub.add(socket)
    watchSilence(socket, raw, silenceMs)
    if (path !== PAGE_PATH) {
      viewers.attach(path, socket)
      return
    }
    const addressOf = (viewer: string): string => `ws://${host}${viewer}`
    const page = hub.openPage(socketLink(socket), visitor, (one) => createVisit(one, parts, addressOf))
    void greetPage(page, parts)
  }
  const openWindow: BridgeProgram["openWindow"] = (...window) => {
    const { link, page } = windowLink(...window)
    const addressOf = (viewer: string): string => `ws://${LOOPBACK}:${port}${viewer}`
    const opened = hub.openPage(link, { kind: "window" }, (one) => createVisit(one, parts, addressOf))
    void greetPage(opened, parts)
    return page
  }
  const server = createBridgeServer({
    gate: createGate({ ...options, origins }),
    pairing: pairingOf(parts, options.say),
    hasPath: viewers.has,
    opened,
  })
  const close = async (): Promise<void> => {
    closing.abort()
    clearInterval(watching)
    hub.cut()
    discovery.close()
    await stop(server)
  }
  try {
    port = await listen(server, options.port)
    return { port, dropPages: hub.cut, openWindow, isUpdating: () => parts.jobs.progress.all().length > 0, close }
  } catch (error) {
    await close()
    throw error
  }
}
