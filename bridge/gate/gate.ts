import type { IncomingMessage } from "node:http"
import { isLoopbackHost } from "../../src/domain/values/loopback.ts"
import { BRIDGE_PROTOCOL, TOKEN_PROTOCOL_PREFIX } from "../../src/domain/wire/bridge.ts"
import type { OriginRegistry } from "./origins.ts"
import { fitsHash, tokenHash } from "./tokens.ts"

/**
 * Decides about opening a socket (SEC-2), by the headers of the request and before it answers the upgrade: Host first,
 * then Origin, then the token. A refusal contains nothing but its status.
 */

/**
 * `own`: a page of the app that started the bridge, or a program of this machine, with the token of this start.
 * `window`: the page in the window of the desktop program around this bridge, which has no token.
 */
export type Visitor = { readonly kind: "own" | "window" } | { readonly kind: "paired"; readonly origin: string }

type Admission = { readonly ok: true; readonly visitor: Visitor } | { readonly ok: false; readonly status: 401 | 403 }

export interface GateOptions {
  /** A new token for each start. */
  readonly token: string
  /** Origins of the app's own pages. */
  readonly ownOrigins: readonly string[]
  readonly origins: OriginRegistry
}

export interface Gate {
  admit(request: IncomingMessage): Admission
}

/** The subprotocols that the page offers. */
const offered = (request: IncomingMessage): readonly string[] =>
  (request.headers["sec-websocket-protocol"] ?? "").split(",").map((one) => one.trim())

/** The one token among the subprotocols; undefined when there is none, or more than one. */
const tokenOf = (request: IncomingMessage): string | undefined => {
  const protocols = offered(request)
  const tokens = protocols.filter((one) => one.startsWith(TOKEN_PROTOCOL_PREFIX))
  return protocols.includes(BRIDGE_PROTOCOL) && tokens.length === 1
    ? tokens[0]?.slice(TOKEN_PROTOCOL_PREFIX.length)
    : undefined
}

const refused = (status: 401 | 403): Admission => ({ ok: false, status })

export const createGate = ({ token, ownOrigins, origins }: GateOptions): Gate => {
  const startHash = tokenHash(token)
  return {
    admit: (request) => {
      const { host, origin } = request.headers
      if (!isLoopbackHost(host)) return refused(403)
      const given = tokenOf(request)
      // Browsers send the origin of every page that opens a socket. A request without one comes from a program.
      const isOwn = origin === undefined || ownOrigins.includes(origin)
      if (!isOwn && !origins.has(origin)) return refused(403)
      // A request without a token may come from the page of the own window. The server then opens only a viewer path,
      // and the bridge sends that path to no other page.
      if (given === undefined)
        return origin !== undefined && isOwn ? { ok: true, visitor: { kind: "window" } } : refused(401)
      if (isOwn) return fitsHash(given, startHash) ? { ok: true, visitor: { kind: "own" } } : refused(401)
      if (!origins.fits(origin, given)) return refused(401)
      origins.used(origin)
      return { ok: true, visitor: { kind: "paired", origin } }
    },
  }
}
