import type { Server } from "node:http"
import { join } from "node:path"
import { type BridgeProgram, emulatedKeyFile, startBridge } from "../../bridge/bridge.ts"
import type { Identity } from "../../device/identity.ts"
import { registryFile } from "../../src/domain/wire/device/registry.ts"
import { type AppMode, createAppServer } from "./app.ts"
import { createCloudServer } from "./cloudServer.ts"
import { type Fleet, openFleet } from "./devices/fleet.ts"
import { defaultRegistryFolder } from "./devices/registryFile.ts"
import type { Emulation } from "./emulation.ts"
import { localSettings } from "./settings.ts"

/**
 * All servers of one emulation on loopback: the app on the port, the cloud on the next, the bridge on the one after
 * that.
 */

const LOOPBACK = "127.0.0.1"

/** The file for the key of emulated devices when there is no data file. */
export const keyFile = emulatedKeyFile

export interface StackOptions {
  readonly emulation: Emulation
  /** The app's port; 0 takes any three free ones. */
  readonly port: number
  /** The token that the bridge expects. */
  readonly token: string
  /** The bridge's folder for paired origins and images. Default: this person's own folder. */
  readonly bridgeFolder?: string
  /** Receives lines for the person at the terminal. */
  readonly say?: (line: string) => void
  readonly appMode: AppMode
  /**
   * Puts the devices on the network, with this folder for the registry file. Without it the devices are only in the
   * model.
   */
  readonly devices?: { readonly registryFolder: string; readonly identity: Identity }
  /** Resolves when the start should stop. */
  readonly ended?: Promise<void>
}

export interface Stack {
  /** Origins. `console` is a page; `app` is null when there is none. */
  readonly urls: {
    readonly app: string | null
    readonly cloud: string
    readonly console: string
    readonly bridge: string
  }
  /** Undefined when the options have no devices. */
  readonly fleet: Fleet | undefined
  close(): Promise<void>
}

const why = (error: Error): string => {
  if (!("code" in error)) return error.message
  if (error.code === "EADDRINUSE") return "it is taken"
  return error.code === "EACCES" ? "it may not be used" : error.message
}

/** Resolves with the port. Rejects with one clear line. */
const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", (error) => reject(new Error(`cannot listen on port ${port}: ${why(error)}`)))
    server.listen(port, LOOPBACK, () => {
      const address = server.address()
      resolve(typeof address === "object" && address !== null ? address.port : port)
    })
  })

/** The product's own bridge, which finds the devices of this emulation and accepts the pages of its app. */
const openBridge = async (
  options: StackOptions,
  port: number,
  appPort: number | undefined,
  cloudPort: number,
): Promise<BridgeProgram> => {
  const { token, bridgeFolder, devices, say = console.log } = options
  const hosts = appPort === undefined ? [] : [LOOPBACK, "localhost"]
  try {
    return await startBridge({
      port,
      token,
      ownOrigins: hosts.map((host) => `http://${host}:${appPort}`),
      firmwareUrl: `http://${LOOPBACK}:${cloudPort}/firmware/latest.txt`,
      registry: join(devices?.registryFolder ?? defaultRegistryFolder(), registryFile(cloudPort)),
      say,
      overhear: (way, message) =>
        options.emulation.frames.add(way === "in" ? "app-bridge" : "bridge-app", null, message),
      ...(bridgeFolder !== undefined && { folder: bridgeFolder }),
    })
  } catch (error) {
    throw error instanceof Error ? new Error(`cannot listen on port ${port}: ${why(error)}`) : error
  }
}

const stop = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    if (!server.listening) return resolve()
    server.close(() => resolve())
    server.closeAllConnections()
  })

const never = new Promise<void>(() => {})

/** Takes all ports first, then makes the app ready. Undefined when `ended` came first. Rejects with one clear line. */
export const startStack = async (options: StackOptions): Promise<Stack | undefined> => {
  const { emulation, port, token, appMode, ended = never } = options
  const app = appMode === "none" ? undefined : createAppServer(appMode, ended)
  const appPorts: number[] = []
  const appUrl = (): string | null => appPorts.map((at) => `http://${LOOPBACK}:${at}`)[0] ?? null
  const cloud = createCloudServer(emulation, appUrl)
  let bridge: BridgeProgram | undefined
  let fleet: Fleet | undefined
  const close = async (): Promise<void> => {
    fleet?.close()
    await app?.close()
    await bridge?.close()
    await Promise.all([app?.server, cloud].map((server) => (server === undefined ? undefined : stop(server))))
  }
  const after = (by: number): number => (port === 0 ? 0 : port + by)
  let over = false
  void ended.then(() => {
    over = true
  })
  try {
    if (app !== undefined) appPorts.push(await listen(app.server, port))
    const cloudPort = await listen(cloud, after(1))
    const cloudUrl = `http://${LOOPBACK}:${cloudPort}`
    if (options.devices !== undefined)
      fleet = await openFleet({ emulation, cloud: cloudUrl, cloudPort, ...options.devices })
    bridge = await openBridge(options, after(2), appPorts[0], cloudPort)
    emulation.onBridgeClose(bridge.dropPages)
    const bridgeUrl = `ws://${LOOPBACK}:${bridge.port}`
    await app?.open(localSettings(cloudUrl, bridgeUrl), { url: bridgeUrl, token })
    const urls = { app: appUrl(), cloud: cloudUrl, console: `${cloudUrl}/emulator/`, bridge: bridgeUrl }
    return { urls, fleet, close }
  } catch (error) {
    await close()
    if (over) return undefined
    throw error
  }
}
