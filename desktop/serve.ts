import { existsSync, readFileSync } from "node:fs"
import type { Server } from "node:http"
import { join } from "node:path"
import { appHeaders, serveFiles } from "../emulator/node/appFiles.ts"
import { createLoopbackServer, json, pathOf, plain } from "../emulator/node/http.ts"
import { Problem, whyOf } from "./problem.ts"

/** Serves the built app on one loopback port, with the page's policy as on the web (SEC-1). */

const LOOPBACK = "127.0.0.1"

export interface DesktopAppServer {
  readonly url: string
  close(): Promise<void>
}

const readSettings = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch (error) {
    throw new Problem(`${file} cannot be read: ${whyOf(error)}`)
  }
}

/** Settings of the deployment: from this person's profile, else from the program. */
export const settingsIn = (folders: readonly string[]): unknown => {
  for (const folder of folders) {
    const file = join(folder, "config.json")
    if (!existsSync(file)) continue
    const settings = readSettings(file)
    if (typeof settings !== "object" || settings === null || Array.isArray(settings))
      throw new Problem(`${file} cannot be read: it holds no object of settings`)
    return settings
  }
  return undefined
}

/** Another process has the port. */
export class PortTaken extends Problem {}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", (error) => {
      const Reason = "code" in error && error.code === "EADDRINUSE" ? PortTaken : Problem
      reject(
        new Reason(
          `cannot listen on port ${port}: ${whyOf(error)}. The app needs this very port, because its log and outbox belong to it`,
        ),
      )
    })
    server.listen(port, LOOPBACK, resolve)
  })

/** Rejects with `PortTaken`, and with `Problem` when `dist` holds no built app. */
export const serveApp = async (dist: string, port: number, settings: () => unknown): Promise<DesktopAppServer> => {
  if (!existsSync(join(dist, "index.html"))) throw new Problem(`${dist} holds no built app: run npm run build first`)
  const serve = serveFiles(dist)
  const server = createLoopbackServer((request, response) => {
    const path = pathOf(request)
    if (path === "/config.json") {
      const given = settings()
      return given === undefined ? plain(404, "no settings", appHeaders) : json(200, given, appHeaders)
    }
    // The window needs no token: the bridge runs in this process.
    return path === "/bridge.json" ? plain(404, "no token", appHeaders) : serve(request, response)
  })
  await listen(server, port)
  return {
    url: `http://${LOOPBACK}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
