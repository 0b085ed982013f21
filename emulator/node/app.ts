import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { appHeaders, serveFiles } from "./appFiles.ts"
import { createLoopbackServer, isOwnOrigin, json, pathOf, plain, type Reply } from "./http.ts"
import type { BridgeAccess, DeploymentSettings } from "./settings.ts"

/** The source of the app: a new build, an earlier build, Vite's server with hot reload, or none. */
export type AppMode = "build" | "built" | "dev" | "none"

const root = fileURLToPath(new URL("../../", import.meta.url))
const dist = join(root, "dist")

type Serve = (request: IncomingMessage, response: ServerResponse) => Reply | undefined | Promise<Reply | undefined>

export interface AppServer {
  readonly server: Server
  /** Makes the app ready and starts serving it. Rejects with one clear line. */
  open(settings: DeploymentSettings, bridge: BridgeAccess): Promise<void>
  close(): Promise<void>
}

/** Builds in a separate process, which frees its memory at the end. `ended` stops it. */
const build = (ended: Promise<void>): Promise<void> =>
  new Promise((resolve, reject) => {
    const vite = join(root, "node_modules/vite/bin/vite.js")
    const child = spawn(process.execPath, [vite, "build", "--logLevel", "warn"], {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
    })
    void ended.then(() => child.kill())
    child.on("error", (error) => reject(new Error(`the app could not be built: ${error.message}`)))
    child.on("exit", (code) => {
      if (code === 0) resolve()
      else reject(new Error("the app could not be built, see above"))
    })
  })

const fromFiles = async (): Promise<Serve> => {
  if (!existsSync(join(dist, "index.html"))) throw new Error("dist/ holds no built app: start without --no-build")
  return serveFiles(dist)
}

/**
 * Serves Vite behind our own server, so that Host is checked and the port is the same. Hot reload shares the socket.
 */
const fromVite = async (server: Server, onClose: (close: () => Promise<void>) => void): Promise<Serve> => {
  const { createServer } = await import("vite")
  const vite = await createServer({ root, server: { middlewareMode: true, hmr: { server } } })
  onClose(() => vite.close())
  return (request, response) => {
    vite.middlewares(request, response)
    return undefined
  }
}

/**
 * The bridge's token for the app's own pages. Another origin cannot read it, caches do not keep it, and no address
 * contains it (SEC-2).
 */
const serveBridgeAccess = (access: BridgeAccess, request: IncomingMessage): Reply => {
  const headers = { ...appHeaders, "cross-origin-resource-policy": "same-origin" }
  if (!isOwnOrigin(request)) return plain(403, "for the app's own pages only", headers)
  if (request.method !== "GET") return plain(405, "GET only", { ...headers, allow: "GET" })
  return json(200, access, headers)
}

/** Clients revalidate the settings each time, and get them again only after a change. */
const settingsReply = (request: IncomingMessage, settings: DeploymentSettings): Reply => {
  const body = JSON.stringify(settings)
  const etag = `"${createHash("sha256").update(body).digest("base64url")}"`
  const headers = { ...appHeaders, "cache-control": "no-cache", etag }
  return request.headers["if-none-match"] === etag ? { status: 304, headers, body: "" } : json(200, settings, headers)
}

export const createAppServer = (mode: Exclude<AppMode, "none">, ended: Promise<void>): AppServer => {
  let settings: DeploymentSettings | undefined
  let access: BridgeAccess | undefined
  let serve: Serve = () => plain(503, "the app is being built", { ...appHeaders, "retry-after": "5" })
  const closers: (() => Promise<void>)[] = []
  const server = createLoopbackServer((request, response) => {
    if (pathOf(request) === "/config.json" && settings !== undefined) return settingsReply(request, settings)
    if (pathOf(request) === "/bridge.json" && access !== undefined) return serveBridgeAccess(access, request)
    return serve(request, response)
  })
  return {
    server,
    open: async (given, bridge) => {
      settings = given
      access = bridge
      if (mode === "build") await build(ended)
      serve = mode === "dev" ? await fromVite(server, (close) => closers.push(close)) : await fromFiles()
    },
    close: async () => {
      for (const close of closers) await close()
    },
  }
}
