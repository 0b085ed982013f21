import { readFile, stat } from "node:fs/promises"
import type { IncomingMessage } from "node:http"
import { extname, join, sep } from "node:path"
import { cspHeader } from "../../build/csp.ts"
import { type Headers, pathOf, plain, type Reply } from "./http.ts"

/** The built app as files: deep links get the page, assets with a hash in their name never change. */

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".woff2": "font/woff2",
}

/** On every answer of the app's server (SEC-1). */
export const pageHeaders: Headers = {
  "content-security-policy": cspHeader,
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "DENY",
}

const FOREVER = "public, max-age=31536000, immutable"
const HASHED = /^\/assets\/.+-[\w-]{8,}\.\w+$/

/** The path inside the root, or nothing when it is none: no step upward, no hidden file, no odd character. */
const inside = (path: string): string | undefined => {
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    return undefined
  }
  const parts = decoded.split("/")
  const odd = parts.some((part) => part.startsWith(".") || part.includes("\\") || part.includes("\0"))
  return odd ? undefined : parts.join(sep)
}

interface Found {
  readonly file: string
  readonly etag: string
}

const find = async (file: string): Promise<Found | undefined> => {
  const info = await stat(file).catch(() => undefined)
  if (info === undefined || !info.isFile()) return undefined
  return { file, etag: `W/"${info.size.toString(16)}-${Math.floor(info.mtimeMs).toString(16)}"` }
}

const sendFound = async (request: IncomingMessage, { file, etag }: Found, cache: string): Promise<Reply> => {
  const type = types[extname(file)] ?? "application/octet-stream"
  const headers: Headers = { ...pageHeaders, "content-type": type, "cache-control": cache, etag }
  if (request.headers["if-none-match"] === etag) return { status: 304, headers, body: "" }
  return { status: 200, headers, body: await readFile(file) }
}

/** Serves `root`; a path without an extension that is no file is a route of the app. */
export const serveFiles = async (root: string, request: IncomingMessage): Promise<Reply> => {
  if (request.method !== "GET" && request.method !== "HEAD")
    return plain(405, "GET only", { ...pageHeaders, allow: "GET, HEAD" })
  const path = pathOf(request)
  const local = inside(path)
  if (local === undefined) return plain(400, "no such address", pageHeaders)
  const file = await find(join(root, local))
  if (file !== undefined) return sendFound(request, file, HASHED.test(path) ? FOREVER : "no-cache")
  if (extname(local) !== "") return plain(404, "no such file", pageHeaders)
  const page = await find(join(root, "index.html"))
  return page === undefined ? plain(404, "the app is not built", pageHeaders) : sendFound(request, page, "no-cache")
}
