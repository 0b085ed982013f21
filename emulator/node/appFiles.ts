import type { IncomingMessage, ServerResponse } from "node:http"
import sirv from "sirv"
import { cspHeader } from "../../build/csp.ts"
import { type Headers, pathOf, plain, type Reply } from "./http.ts"

/**
 * Serves the built app: deep links get the page, files with a hash in their name never change, and compressed variants
 * are used. The configurations in `deploy/` do the same for other servers.
 */

/** Headers of every answer of the app's server (SEC-1). */
export const appHeaders: Headers = {
  "content-security-policy": cspHeader,
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "SAMEORIGIN",
}

/** Keep the browser from sniffing types, and from sending a referrer to other sites. */
const fileHeaders: Headers = {
  ...appHeaders,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
}

const FOREVER = "public, max-age=31536000, immutable"
const REVALIDATED = "no-cache"
const HASHED = /^\/assets\/.+-[\w-]{8,}\.\w+$/

/** True for a path without a step upward, a hidden file or an odd character. */
const leadsInside = (path: string): boolean => {
  try {
    const parts = decodeURIComponent(path).split("/")
    return !parts.some((part) => part.startsWith(".") || part.includes("\\") || part.includes("\0"))
  } catch {
    return false
  }
}

type Serve = (request: IncomingMessage, response: ServerResponse) => Reply | undefined

/** Serves `root`. A path without an extension that is no file is a route of the app. */
export const serveFiles = (root: string): Serve => {
  /* Reads the disk for each request, because the app may be rebuilt while it is served. */
  const files = sirv(root, { dev: true, etag: true, brotli: true, gzip: true, single: true, extensions: ["html"] })
  return (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD")
      return plain(405, "GET only", { ...appHeaders, allow: "GET, HEAD" })
    const path = pathOf(request)
    if (!leadsInside(path)) return plain(400, "no such address", appHeaders)
    /* A range of a compressed file has no use. */
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
