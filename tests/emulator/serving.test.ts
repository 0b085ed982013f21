import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { type IncomingHttpHeaders, request } from "node:http"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { compressFolder } from "../../build/compress.ts"
import { cspHeader } from "../../build/csp.ts"
import { serveFiles } from "../../emulator/node/appFiles.ts"
import { createLoopbackServer } from "../../emulator/node/http.ts"

/** One contract for every server of the app: our own, and the configurations in `deploy/` where their server is installed. */

const deploy = (file: string): string =>
  readFileSync(fileURLToPath(new URL(`../../deploy/${file}`, import.meta.url)), "utf8")
const SCRIPT = `export const text = "${"the same again ".repeat(100)}"`
const PAGE = `<!doctype html><title>the app</title>${"<p>frame</p>".repeat(100)}`

/** Longest wait for the start of a server on a busy machine, ms. */
const STARTED_WITHIN_MS = 20_000

interface Deployed {
  readonly root: string
  readonly work: string
  readonly port: number
}
type Stop = () => Promise<void>

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === "object" && address !== null ? resolve(address.port) : reject(new Error("no port")),
      )
    })
  })

const stopChild = (child: ChildProcess): Stop => {
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  return () => {
    child.kill("SIGTERM")
    return ended
  }
}

/** The configuration as a person would install it, with only the folder and the address changed. */
const settled = (text: string, { root, port }: Deployed): string =>
  text
    .replaceAll("/var/www/sightline", root)
    .replace("listen 80;", `listen 127.0.0.1:${port};`)
    .replace(/^:80 \{/m, `http://127.0.0.1:${port} {`)

const start = {
  "npm start": async ({ root, port }: Deployed): Promise<Stop> => {
    const server = createLoopbackServer(serveFiles(root))
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
    return async () => {
      server.close()
      server.closeAllConnections()
    }
  },
  nginx: async (place: Deployed): Promise<Stop> => {
    const { work } = place
    writeFileSync(join(work, "site.conf"), settled(deploy("nginx.conf"), place))
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (name) => `${name}_temp_path ${work}/${name};`,
    )
    const http = `http { include /etc/nginx/mime.types; access_log off; ${temporary.join(" ")} include ${work}/site.conf; }`
    const user = process.getuid?.() === 0 ? "user root; " : ""
    writeFileSync(join(work, "nginx.conf"), `${user}daemon off; pid ${work}/pid; events {} ${http}`)
    return stopChild(spawn("nginx", ["-p", work, "-e", "stderr", "-c", join(work, "nginx.conf")], { stdio: "ignore" }))
  },
  caddy: async (place: Deployed): Promise<Stop> => {
    const { work } = place
    writeFileSync(
      join(work, "Caddyfile"),
      `{\n\tadmin off\n\tauto_https off\n}\n${settled(deploy("Caddyfile"), place)}`,
    )
    const env = { ...process.env, HOME: work, XDG_DATA_HOME: work, XDG_CONFIG_HOME: work }
    const words = ["run", "--config", join(work, "Caddyfile"), "--adapter", "caddyfile"]
    return stopChild(spawn("caddy", words, { stdio: "ignore", env }))
  },
} as const

const isInstalled = (name: string): boolean =>
  name === "npm start" || spawnSync(name, [name === "nginx" ? "-v" : "version"], { stdio: "ignore" }).status === 0

const names = ["npm start", "nginx", "caddy"] as const
const installed = names.filter(isInstalled)
const missing = names.filter((name) => !installed.includes(name))
const note = missing.length === 0 ? "" : ` (not installed here: ${missing.join(", ")})`

describe.each(installed)(`the built app served by %s${note}`, (name) => {
  let work = ""
  let app = ""
  let stop: Stop = async () => {}

  beforeAll(async () => {
    work = mkdtempSync(join(tmpdir(), "sightline-serving-"))
    const root = join(work, "dist")
    mkdirSync(join(root, "assets"), { recursive: true })
    writeFileSync(join(root, "index.html"), PAGE)
    writeFileSync(join(root, "sw.js"), SCRIPT)
    writeFileSync(join(root, "config.json"), "{}")
    writeFileSync(join(root, "manifest.webmanifest"), "{}")
    writeFileSync(join(root, ".hidden"), "hidden")
    writeFileSync(join(root, "assets", "main-B7x_9aQz.js"), SCRIPT)
    await compressFolder(root)
    const port = await freePort()
    app = `http://127.0.0.1:${port}`
    stop = await start[name]({ root, work, port })
    await vi.waitFor(() => fetch(app), { timeout: STARTED_WITHIN_MS })
  })
  afterAll(async () => {
    await stop()
    rmSync(work, { recursive: true, force: true })
  })

  /** Without `fetch`, which would unpack the body. */
  const get = (path: string, encodings: string) =>
    new Promise<{ readonly headers: IncomingHttpHeaders; readonly body: Buffer }>((resolve, reject) => {
      const asked = request(app + path, { headers: { "accept-encoding": encodings } }, (answer) => {
        const chunks: Buffer[] = []
        answer.on("data", (chunk: Buffer) => chunks.push(chunk))
        answer.on("end", () => resolve({ headers: answer.headers, body: Buffer.concat(chunks) }))
      })
      asked.on("error", reject)
      asked.end()
    })

  test("[ROUTE-6] what the build compressed is sent compressed, and as it is to who asks for nothing", async () => {
    const zipped = await get("/assets/main-B7x_9aQz.js", "gzip")
    expect(zipped.headers["content-encoding"]).toBe("gzip")
    expect(gunzipSync(zipped.body).toString()).toBe(SCRIPT)
    expect(zipped.headers.vary?.toLowerCase()).toBe("accept-encoding")
    const best = await get("/devices", "br, gzip")
    const unpacked = best.headers["content-encoding"] === "br" ? brotliDecompressSync(best.body) : gunzipSync(best.body)
    expect(unpacked.toString()).toBe(PAGE)
    const plain = await get("/assets/main-B7x_9aQz.js", "identity")
    expect(plain.headers["content-encoding"]).toBeUndefined()
    expect(plain.body.toString()).toBe(SCRIPT)
  })

  test("[ROUTE-6] what has a hash in its name is kept for good; page, worker and settings are asked for again", async () => {
    const { headers } = await fetch(`${app}/assets/main-B7x_9aQz.js`)
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
    expect(headers.get("content-type")).toMatch(/^(?:text|application)\/javascript/)
    for (const path of ["/", "/devices", "/sw.js", "/config.json"]) {
      const first = await fetch(app + path)
      expect([path, first.status, first.headers.get("cache-control")]).toEqual([path, 200, "no-cache"])
      const tag = first.headers.get("etag") ?? ""
      const again = await fetch(app + path, { headers: { "if-none-match": tag } })
      expect([path, again.status]).toEqual([path, 304])
    }
  })

  test("[ROUTE-4] an address without an extension is a route, a missing file is none and is not kept", async () => {
    for (const path of ["/signin", "/no/such/page"]) expect(await (await fetch(app + path)).text()).toBe(PAGE)
    for (const path of ["/assets/old-12345678.js", "/missing.png", "/.hidden"]) {
      const { status, headers } = await fetch(app + path)
      expect([path, status >= 400]).toEqual([path, true])
      expect(headers.get("cache-control") ?? "").not.toContain("immutable")
    }
    const manifest = await fetch(`${app}/manifest.webmanifest`)
    expect(manifest.headers.get("content-type")).toContain("application/manifest+json")
  })

  test("[SEC-1] every answer carries the policy of the build", async () => {
    for (const path of ["/", "/assets/main-B7x_9aQz.js", "/missing.js"]) {
      const { headers } = await fetch(app + path)
      expect(headers.get("content-security-policy")).toBe(cspHeader)
      expect(headers.get("x-frame-options")).toBe("SAMEORIGIN")
      expect(headers.get("x-content-type-options")).toBe("nosniff")
      expect(headers.get("referrer-policy")).toBe("no-referrer")
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin")
    }
  })
})
