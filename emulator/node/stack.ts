import type { Server } from "node:http"
import { type AppMode, createAppServer } from "./app.ts"
import { createBridgeServer } from "./bridgeServer.ts"
import { createCloudServer } from "./cloudServer.ts"
import type { Emulation } from "./emulation.ts"
import { localSettings } from "./settings.ts"

/** All servers of one emulation on loopback: app on the port, cloud on the next, bridge on the one after that. */

const LOOPBACK = "127.0.0.1"

export interface StackOptions {
  readonly emulation: Emulation
  /** The app's port; 0 takes any three free ones. */
  readonly port: number
  /** What the bridge wants to see. */
  readonly token: string
  readonly appMode: AppMode
  /** Resolves when the stack should not come up any more. */
  readonly ended?: Promise<void>
}

export interface Stack {
  /** Origins; `console` is a page, `app` null when there is none. */
  readonly urls: {
    readonly app: string | null
    readonly cloud: string
    readonly console: string
    readonly bridge: string
  }
  close(): Promise<void>
}

const why = (error: Error): string => {
  if (!("code" in error)) return error.message
  if (error.code === "EADDRINUSE") return "it is taken"
  return error.code === "EACCES" ? "it may not be used" : error.message
}

/** The port it listens on. Rejects with one clear line. */
const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", (error) => reject(new Error(`cannot listen on port ${port}: ${why(error)}`)))
    server.listen(port, LOOPBACK, () => {
      const address = server.address()
      resolve(typeof address === "object" && address !== null ? address.port : port)
    })
  })

const stop = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    if (!server.listening) return resolve()
    server.close(() => resolve())
    server.closeAllConnections()
  })

const never = new Promise<void>(() => {})

/** Takes all ports first, then makes the app ready. Undefined when `ended` came first; rejects with one clear line. */
export const startStack = async (options: StackOptions): Promise<Stack | undefined> => {
  const { emulation, port, token, appMode, ended = never } = options
  const app = appMode === "none" ? undefined : createAppServer(appMode, ended)
  const appPorts: number[] = []
  const appUrl = (): string | null => appPorts.map((at) => `http://${LOOPBACK}:${at}`)[0] ?? null
  const cloud = createCloudServer(emulation, appUrl)
  const bridge = createBridgeServer(
    () => appPorts.flatMap((at) => [`http://${LOOPBACK}:${at}`, `http://localhost:${at}`]),
    token,
  )
  const close = async (): Promise<void> => {
    await app?.close()
    await Promise.all([app?.server, cloud, bridge].map((server) => (server === undefined ? undefined : stop(server))))
  }
  const after = (by: number): number => (port === 0 ? 0 : port + by)
  let over = false
  void ended.then(() => {
    over = true
  })
  try {
    if (app !== undefined) appPorts.push(await listen(app.server, port))
    const cloudUrl = `http://${LOOPBACK}:${await listen(cloud, after(1))}`
    const bridgeUrl = `ws://${LOOPBACK}:${await listen(bridge, after(2))}`
    await app?.open(localSettings(cloudUrl))
    const urls = { app: appUrl(), cloud: cloudUrl, console: `${cloudUrl}/emulator/`, bridge: bridgeUrl }
    return { urls, close }
  } catch (error) {
    await close()
    if (over) return undefined
    throw error
  }
}
