import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import { isLoopbackHost } from "../../src/domain/values/loopback.ts"

/** Small parts that all servers here share: the origin of a request, its body, and the sending of an answer. */

/** Most bytes of a request body that are read. */
export const BODY_MAX_BYTES = 1024 * 1024

/** True when no browser sent it, or a page of this very server did. */
export const isOwnOrigin = (request: IncomingMessage): boolean => {
  const { origin, host } = request.headers
  const site = request.headers["sec-fetch-site"]
  if (site !== undefined && site !== "same-origin" && site !== "none") return false
  return origin === undefined || origin === `http://${host}`
}

export const pathOf = (request: IncomingMessage): string => urlOf(request)?.pathname ?? "/"

export const urlOf = (request: IncomingMessage): URL | undefined => {
  const base = "http://loopback"
  const text = request.url ?? "/"
  // An absolute or protocol-relative target would name another host.
  return text.startsWith("/") && !text.startsWith("//") && URL.canParse(text, base) ? new URL(text, base) : undefined
}

/** The body. "gone" when the sender gave up. */
export const readBody = (request: IncomingMessage, max = BODY_MAX_BYTES): Promise<Buffer | "too large" | "gone"> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on("data", (chunk: Buffer) => {
      size += chunk.length
      if (size <= max) chunks.push(chunk)
      else resolve("too large")
    })
    request.on("end", () => resolve(Buffer.concat(chunks)))
    request.on("close", () => resolve("gone"))
    request.on("error", () => resolve("gone"))
  })

/** JSON of a body, or undefined when it is invalid. `__proto__` stays an ordinary key. */
export const parseJson = (body: Buffer): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)) }
  } catch {
    return undefined
  }
}

export type Headers = Readonly<Record<string, string>>

/**
 * The answer to a request. `hangUp` closes the connection without an answer. `silentAfter`: sends this many bytes of
 * the body, then nothing, for as long as the client waits.
 */
export type Reply =
  | {
      readonly status: number
      readonly headers: Headers
      readonly body: string | Uint8Array
      readonly silentAfter?: number
    }
  | { readonly hangUp: true }

export const hangUp: Reply = { hangUp: true }

export const json = (status: number, value: unknown, headers: Headers = {}): Reply => ({
  status,
  headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store", ...headers },
  body: JSON.stringify(value),
})

/** The text unchanged, without a line end. */
export const text = (status: number, body: string, headers: Headers = {}): Reply => ({
  status,
  headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", ...headers },
  body,
})

export const plain = (status: number, line: string, headers: Headers = {}): Reply => text(status, `${line}\n`, headers)

/** The answer of a broken proxy. */
export const badGateway = (headers: Headers): Reply => ({
  status: 502,
  headers: { ...headers, "content-type": "text/html; charset=utf-8" },
  body: "<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>",
})

/** Waits, ms. A running delay does not keep a finished process alive. */
export const unheld = (ms: number): Promise<void> => sleep(ms, undefined, { ref: false })

/** A client that reads nothing of an answer for this long is dropped, ms. A write of Node counts once. */
const UNREAD_TIMEOUT_MS = 8_000

const deliver = (response: ServerResponse, reply: Reply): void => {
  if ("hangUp" in reply) {
    response.socket?.destroy()
    return
  }
  const bytes = typeof reply.body === "string" ? Buffer.from(reply.body) : reply.body
  response.writeHead(reply.status, {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "content-length": String(bytes.byteLength),
    ...reply.headers,
  })
  if (response.req.method === "HEAD") response.end()
  else if (reply.silentAfter === undefined) {
    // Node resets this after the answer.
    response.socket?.setTimeout(UNREAD_TIMEOUT_MS)
    response.end(bytes)
  } else response.write(bytes.subarray(0, reply.silentAfter))
}

const notLoopback = plain(403, "this server answers to loopback names only")

/**
 * A request that is not complete after this time is dropped, ms. The server checks at the second interval; Node checks
 * twice a minute by default.
 */
const REQUEST_TIMEOUT_MS = 10_000
const REQUEST_LOOK_MS = 500
const slowness = {
  requestTimeout: REQUEST_TIMEOUT_MS,
  headersTimeout: REQUEST_TIMEOUT_MS,
  connectionsCheckingInterval: REQUEST_LOOK_MS,
}

type Given = Reply | undefined | Promise<Reply | undefined>

/**
 * A server for loopback names only. `answer` returns the reply, or nothing when it has taken over the response. A
 * failure is logged and answered with 500. Does not listen yet.
 */
export const createLoopbackServer = (answer: (request: IncomingMessage, response: ServerResponse) => Given): Server =>
  createServer(slowness, async (request, response) => {
    // An aborted request must not end the process.
    response.on("error", () => response.destroy())
    try {
      const reply = isLoopbackHost(request.headers.host) ? await answer(request, response) : notLoopback
      if (reply !== undefined) deliver(response, reply)
    } catch (error) {
      console.error(`${request.method} ${pathOf(request)}: ${error instanceof Error ? error.message : String(error)}`)
      if (response.headersSent) response.destroy()
      else deliver(response, plain(500, "internal error"))
    }
  })
