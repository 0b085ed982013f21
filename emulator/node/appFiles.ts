import type { IncomingMessage, ServerResponse } from "node:http"
import sirv from "sirv"
import { cspHeader } from "../../build/csp.ts"
import { type Headers, pathOf, plain, type Reply } from "./http.ts"

/**
 * The built app as files: deep links get the page, assets with a hash in their name never change, and what the build has
 * compressed is sent so. The configurations in `deploy/` do the same by other servers.
 */

/** On every answer of the app's server (SEC-1). */
export const appHeaders: Headers = {
  "content-security-policy": cspHeader,
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "SAMEORIGIN",
}

/** Keeps the browser from sniffing types and from sending a referrer to other sites. */
const fileHeaders: Headers = {
  ...appHeaders,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
}

const FOREVER = "public, max-age=31536000, immutable"
const REVALIDATED = "no-cache"
const HASHED = /^\/assets\/.+-[\w-]{8,}\.\w+$/

/** No step upward, no hidden file, no odd character. */
const leadsInside = (path: string): boolean => {
  try {
    const parts = decodeURIComponent(path).split("/")
    return !parts.some((part) => part.startsWith(".") || part.includes("\\") || part.includes("\0"))
  } catch {
    return false
  }
}

type Serve = (request: IncomingMessage, response: ServerResponse) => Reply | undefined

/** Serves `root`; a path without an extension that is no file is a route of the app. */
export const serveFiles = (root: string): Serve => {
  /* Each request looks at the disk, because the app may be built again while it is served. */
  const files = sirv(root, { dev: true, etag: true, brotli: true, gzip: true, single: true, extensions: ["html"] })
  return (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD")
      return plain(405, "GET only", { ...appHeaders, allow: "GET, HEAD" })
    const path = pathOf(request)
    if (!leadsInside(path)) return plain(400, "no such address", appHeaders)
    /* A range of a compressed file is of no use to anyone. */
    delete request.headers.range
    for (const [name, value] of Object.entries(fileHeaders)) response.setHeader(name, value)
    response.setHeader("cache-control", HASHED.test(path) ? FOREVER : REVALIDATED)
    response.setHeader("vary", "accept-encoding")
    let reply: Reply | undefined
    files(request, response, () => {
      reply = plain(404, "no such file", appHeaders)
    })
    return reply
  }
}
