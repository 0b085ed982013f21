import type { Socket } from "node:net"
import { createSecureContext, type SecureContext, TLSSocket } from "node:tls"
import { CHANNEL_BINDING_BYTES, CHANNEL_BINDING_LABEL } from "../src/domain/wire/device/passcode.ts"
import type { Identity } from "./identity.ts"

/** The device's end of the TLS channel: only TLS 1.3, with the device's own certificate (SEC-5). */

/** A client that has not finished the handshake by then is closed, ms. */
const HANDSHAKE_TIMEOUT_MS = 5_000

export const sealOf = ({ key, certificate }: Identity): SecureContext =>
  createSecureContext({ key, cert: certificate, minVersion: "TLSv1.3" })

export interface SealedConnection {
  readonly socket: TLSSocket
  /** Identifies this channel and no other: both ends compute the same bytes, lower-case hexadecimal. */
  readonly binding: string
}

/** Starts TLS on a new connection. Calls `opened` after the handshake, never when it fails. */
export const sealConnection = (
  raw: Socket,
  seal: SecureContext,
  opened: (sealed: SealedConnection) => void,
): TLSSocket => {
  const socket = new TLSSocket(raw, { isServer: true, secureContext: seal })
  const timer = setTimeout(() => socket.destroy(), HANDSHAKE_TIMEOUT_MS)
  socket.on("close", () => clearTimeout(timer))
  socket.once("secure", () => {
    clearTimeout(timer)
    const binding = socket
      .exportKeyingMaterial(CHANNEL_BINDING_BYTES, CHANNEL_BINDING_LABEL, Buffer.alloc(0))
      .toString("hex")
    opened({ socket, binding })
  })
  return socket
}
