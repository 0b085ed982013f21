import type { IncomingMessage, ServerResponse } from "node:http"
import { Result, Schema } from "effect"
import { PAIRING_CODE_DIGITS } from "../../src/domain/values/limits.ts"
import { isLoopbackHost } from "../../src/domain/values/loopback.ts"
import { BODY_MAX_BYTES } from "../limits.ts"
import { isWebOrigin, type OriginRegistry } from "./origins.ts"
import type { PairingCodes } from "./pairing.ts"

/**
 * The two HTTP calls through which another origin receives its token (BRIDGE-5). docs/bridge.md lists them in a table.
 */

export interface PairingOptions {
  readonly pairing: PairingCodes
  readonly origins: OriginRegistry
  readonly now: () => number
  /** Shows the code to the person at this machine. */
  readonly show: (origin: string, code: string, lifeMs: number) => void
  readonly paired: (origin: string) => void
}

interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, string | number>>
}

const ASK_PATH = "/pairing"
const CODE_PATH = "/pairing/code"

const CodeBody = Schema.Struct({
  code: Schema.String.check(Schema.isPattern(new RegExp(`^[0-9]{${PAIRING_CODE_DIGITS}}$`))),
})
const decodeCode = Schema.decodeUnknownResult(Schema.fromJsonString(CodeBody))

const refusal = (status: number, error: string, wait?: number): Answer => ({
  status,
  body: { error, ...(wait !== undefined && { wait_ms: Math.ceil(wait) }) },
})

const ask = ({ pairing, now, show }: PairingOptions, origin: string): Answer => {
  const asked = pairing.ask(origin, now())
  if (!asked.ok) return refusal(429, "wait", asked.waitMs)
  if (asked.fresh) show(origin, asked.code, asked.lifeMs)
  return { status: 202, body: { expires_ms: Math.ceil(asked.lifeMs) } }
}

const answer = (options: PairingOptions, origin: string, text: string): Answer => {
  const body = decodeCode(text)
  if (Result.isFailure(body)) return refusal(400, "bad_request")
  const given = options.pairing.answer(origin, body.success.code, options.now())
  if (given.outcome === "none") return refusal(404, "no_code")
  if (given.outcome === "wait") return refusal(429, "wait", given.waitMs)
  if (given.outcome === "wrong") {
    const refused = refusal(403, "wrong_code", given.waitMs)
    return { ...refused, body: { ...refused.body, tries_left: given.triesLeft } }
  }
  const token = options.origins.add(origin)
  if (token === undefined) return refusal(500, "storage_failed")
  options.paired(origin)
  return { status: 200, body: { token } }
}

const readBody = async (request: IncomingMessage): Promise<string | undefined> => {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request) {
      size += chunk.length
      if (size > BODY_MAX_BYTES) return undefined
      chunks.push(chunk)
    }
  } catch {
    return undefined
  }
  return Buffer.concat(chunks).toString("utf8")
}

/** Only the origin that asks may read the answer and send JSON. A page on a public address may ask this machine. */
const corsHeaders = (origin: string): Readonly<Record<string, string>> => ({
  "access-control-allow-origin": origin,
  "access-control-allow-methods": "POST",
  "access-control-allow-headers": "content-type",
  "access-control-allow-private-network": "true",
  "access-control-max-age": "600",
  vary: "origin",
})

const deliver = (
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  status: number,
  body?: object,
): void => {
  const text = body === undefined ? "" : JSON.stringify(body)
  response.writeHead(status, {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-length": String(Buffer.byteLength(text)),
    connection: "close",
    ...(text !== "" && { "content-type": "application/json" }),
    ...headers,
  })
  response.end(text)
}

/** Serves the bridge's plain HTTP requests, which are for pairing only. */
export const servePairing = async (
  options: PairingOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  response.on("error", () => response.destroy())
  const { origin } = request.headers
  if (!isLoopbackHost(request.headers.host) || origin === undefined || !isWebOrigin(origin))
    return deliver(response, {}, 403)
  const path = request.url
  if (path !== ASK_PATH && path !== CODE_PATH) return deliver(response, {}, 404)
  const headers = corsHeaders(origin)
  if (request.method === "OPTIONS") return deliver(response, headers, 204)
  if (request.method !== "POST") return deliver(response, { ...headers, allow: "POST" }, 405)
  // The form or script of a page can send other content types without a preflight.
  if (!/^application\/json(?:;|$)/.test(request.headers["content-type"] ?? "")) return deliver(response, headers, 415)
  const text = await readBody(request)
  if (text === undefined) return deliver(response, headers, 413)
  const { status, body } = path === ASK_PATH ? ask(options, origin) : answer(options, origin, text)
  deliver(response, headers, status, body)
}
