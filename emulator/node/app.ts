import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { pageHeaders, serveFiles } from "./appFiles.ts"
import { createLoopbackServer, json, pathOf, plain, type Reply } from "./http.ts"
import type { DeploymentSettings } from "./settings.ts"

/** Where the app comes from: built now, built before, from Vite's own server with hot reload, or not at all. */
export type AppMode = "build" | "built" | "dev" | "none"

const root = fileURLToPath(new URL("../../", import.meta.url))
const dist = join(root, "dist")

type Serve = (request: IncomingMessage, response: ServerResponse) => Reply | undefined | Promise<Reply | undefined>

export interface AppServer {
  readonly server: Server
  /** Makes the app ready and begins to serve it; rejects with one clear line. */
  open(settings: DeploymentSettings): Promise<void>
  close(): Promise<void>
}

/** Builds in a process of its own, whose memory is given back. `ended` stops it. */
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
  return (request) => serveFiles(dist, request)
}

/** Vite's server behind ours, so that Host is checked and the port is the same. Hot reload shares the socket. */
const fromVite = async (server: Server, onClose: (close: () => Promise<void>) => void): Promise<Serve> => {
  const { createServer } = await import("vite")
  const vite = await createServer({ root, server: { middlewareMode: true, hmr: { server } } })
  onClose(() => vite.close())
  return (request, response) => {
    vite.middlewares(request, response)
    return undefined
  }
}

export const createAppServer = (mode: Exclude<AppMode, "none">, ended: Promise<void>): AppServer => {
  let settings: DeploymentSettings | undefined
  let serve: Serve = () => plain(503, "the app is being built", { ...pageHeaders, "retry-after": "5" })
  const closers: (() => Promise<void>)[] = []
  const server = createLoopbackServer((request, response) => {
    if (pathOf(request) === "/config.json" && settings !== undefined)
      return json(200, settings, { ...pageHeaders, "cache-control": "no-cache" })
    return serve(request, response)
  })
  return {
    server,
    open: async (given) => {
      settings = given
      if (mode === "build") await build(ended)
      serve = mode === "dev" ? await fromVite(server, (close) => closers.push(close)) : await fromFiles()
    },
    close: async () => {
      for (const close of closers) await close()
    },
  }
}
