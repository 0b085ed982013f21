import { createHash } from "node:crypto"
import type { Socket } from "node:net"
import { connect, type TLSSocket } from "node:tls"
import { veNCryptTypes } from "../../../src/domain/wire/rfb/protocol.ts"
import type { VncCredentials } from "./credentials.ts"
import { VncProblem } from "./problem.ts"
import { readByte, readBytes } from "./reading.ts"

/** VeNCrypt 0.2: TLS inside RFB, followed by no authentication, the challenge of VncAuth, or name and password. */

const VERSION = Uint8Array.of(0, 2)

export type PasswordQuestion = "none" | "vnc" | "plain"
interface Way {
  readonly type: number
  readonly question: PasswordQuestion
  /**
   * True when the server shows a certificate, whose key can be compared. Otherwise TLS protects only against listeners.
   */
  readonly hasKey: boolean
}

/** Best first. */
const ways: readonly Way[] = [
  { type: veNCryptTypes.x509Plain, question: "plain", hasKey: true },
  { type: veNCryptTypes.x509Vnc, question: "vnc", hasKey: true },
  { type: veNCryptTypes.x509None, question: "none", hasKey: true },
  { type: veNCryptTypes.tlsPlain, question: "plain", hasKey: false },
  { type: veNCryptTypes.tlsVnc, question: "vnc", hasKey: false },
  { type: veNCryptTypes.tlsNone, question: "none", hasKey: false },
]

const canAnswer = ({ user, password }: VncCredentials, question: PasswordQuestion): boolean =>
  question === "none" || (password !== undefined && (question === "vnc" || user !== undefined))

const choose = (offered: readonly number[], credentials: VncCredentials): Way => {
  const known = ways.filter(({ type }) => offered.includes(type))
  const way = known.find(({ question }) => canAnswer(credentials, question))
  if (way !== undefined) return way
  if (known.length === 0)
    throw new VncProblem("security", `The VNC server offers VeNCrypt with types unknown here: ${offered.join(", ")}.`)
  const needsUser = known.every(({ question }) => question === "plain")
  throw new VncProblem(
    "password",
    `The VNC server asks for a ${needsUser ? "user and a password: start the agent with --vnc-user and" : "password: start the agent with"} --vnc-password-file.`,
  )
}

/** No authority vouches for the certificate of a VNC server. `trusts` checks its key. */
const seal = (raw: Socket, hasKey: boolean): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const anonymous = { ciphers: "aNULL:@SECLEVEL=0", maxVersion: "TLSv1.2" } as const
    const socket = connect({
      socket: raw,
      rejectUnauthorized: false,
      checkServerIdentity: () => undefined,
      ...(hasKey ? {} : anonymous),
    })
    const failed = (error: Error): void =>
      reject(new VncProblem("security", `The TLS handshake with the VNC server failed: ${error.message}.`))
    socket.once("error", failed)
    socket.once("secureConnect", () => {
      socket.off("error", failed)
      resolve(socket)
    })
    raw.once("close", () => failed(new Error("it closed the connection")))
  })

const keyOf = (socket: TLSSocket): string | undefined => {
  const key = socket.getPeerX509Certificate()?.publicKey.export({ type: "spki", format: "der" })
  return key === undefined ? undefined : createHash("sha256").update(key).digest("hex")
}

export interface SealedVnc {
  readonly socket: TLSSocket
  readonly question: PasswordQuestion
  /** SHA-256 of the server's public key. Undefined when it has none. */
  readonly key: string | undefined
}

export const openVeNCrypt = async (raw: Socket, credentials: VncCredentials): Promise<SealedVnc> => {
  const version = await readBytes(raw, VERSION.length)
  raw.write(VERSION)
  if (version.readUInt16BE() < 2 || (await readByte(raw)) !== 0)
    throw new VncProblem("security", "The VNC server speaks another version of VeNCrypt than 0.2.")
  const bytes = await readBytes(raw, 4 * (await readByte(raw)))
  const offered = Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUInt32BE(4 * at))
  const { type, question, hasKey } = choose(offered, credentials)
  const chosen = Buffer.alloc(4)
  chosen.writeUInt32BE(type)
  raw.write(chosen)
  if ((await readByte(raw)) !== 1) throw new VncProblem("refused", "The VNC server refused to seal the connection.")
  const socket = await seal(raw, hasKey)
  const key = hasKey ? keyOf(socket) : undefined
  const { known } = credentials
  if (known !== undefined && key !== known)
    throw new VncProblem(
      "key-changed",
      "The VNC server shows another key than before. If that is right, delete the file vnc.key in the folder of the agent.",
    )
  return { socket, question, key }
}
