import { lookup } from "node:dns/promises"
import { connect, type Socket } from "node:net"
import { RFB_VERSION_BYTES, securityTypes } from "../../../src/domain/wire/rfb/protocol.ts"
import { isLoopback, isNear } from "../addresses.ts"
import { chooseSecurity, type VncRoute } from "./choosing.ts"
import type { VncCredentials } from "./credentials.ts"
import { printable, VncProblem } from "./problem.ts"
import { readByte, readBytes, readNumber, readText } from "./reading.ts"
import { openVeNCrypt, type PasswordQuestion } from "./veNCrypt.ts"
import { answerChallenge } from "./vncAuth.ts"

/** The agent's way into a VNC server: RFB up to the security result, before ClientInit. */

export interface VncServer {
  readonly host: string
  readonly port: number
  /**
   * `--yes-plain`: traffic that leaves this machine may be plain text, and may go beyond private networks (AGENT-2).
   */
  readonly mayBePlain: boolean
}

export interface LoggedIn {
  readonly socket: Socket
  /** The server's key, if it has shown one. */
  readonly key: string | undefined
}

/** Longest time from the connection to the security result, ms. */
const LOGIN_TIMEOUT_MS = 10_000
const KEEP_ALIVE_MS = 30_000
const CHALLENGE_BYTES = 16
/** Apple's and RealVNC's servers send other version numbers, and speak 3.8. */
const VERSION = /^RFB ([0-9]{3})\.([0-9]{3})\n$/

type Minor = 3 | 7 | 8

/** Looks the name up once: a later change of its address has no effect. */
const addressesOf = async ({ host, mayBePlain }: VncServer): Promise<readonly string[]> => {
  const found = await lookup(host, { all: true }).catch(() => {
    throw new VncProblem("unreachable", `The name ${host} of the VNC server has no address.`)
  })
  const far = mayBePlain ? undefined : found.find(({ address }) => !isNear(address))
  if (far === undefined) return found.map(({ address }) => address)
  throw new VncProblem(
    "not-near",
    `the VNC server's address ${far.address} is neither loopback nor private; --yes-plain allows it, and plain text on the way there`,
  )
}

/** Throws when the address of the server is not allowed. A name without an address passes: it may have one later. */
export const refuseFar = async (server: VncServer): Promise<void> => {
  await addressesOf(server).catch((error: unknown) => {
    if (!(error instanceof VncProblem) || error.reason === "not-near") throw error
  })
}

const connectTo = (address: string, port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({
      host: address,
      port,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: KEEP_ALIVE_MS,
    })
    const fail = (why: string): void => {
      socket.destroy()
      reject(new VncProblem("unreachable", `The VNC server at port ${port} cannot be reached: ${why}.`))
    }
    const timer = setTimeout(() => fail("it does not answer"), LOGIN_TIMEOUT_MS)
    socket.once("close", () => clearTimeout(timer))
    socket.on("error", (error: NodeJS.ErrnoException) =>
      fail(error.code === "ECONNREFUSED" ? "nothing listens there" : (error.code ?? error.message)),
    )
    socket.once("connect", () => {
      clearTimeout(timer)
      resolve(socket)
    })
  })

/** A name may have an address of each family, and the server may listen at only one. */
const openRaw = async (server: VncServer): Promise<Socket> => {
  let problem: unknown
  for (const address of await addressesOf(server))
    try {
      return await connectTo(address, server.port)
    } catch (error) {
      problem = error
    }
  throw problem
}

const readVersion = async (socket: Socket): Promise<Minor> => {
  const text = (await readBytes(socket, RFB_VERSION_BYTES)).toString("latin1")
  const found = VERSION.exec(text)
  if (found === null) {
    const what = text.startsWith("HTTP/") ? "speaks HTTP" : `says "${printable(text)}"`
    throw new VncProblem("no-vnc", `What answers at the address of the VNC server is none: it ${what}.`)
  }
  const [major, minor] = [Number(found[1]), Number(found[2])]
  return major > 3 || minor >= 8 ? 8 : minor === 7 ? 7 : 3
}

const refused = async (socket: Socket): Promise<never> => {
  const why = await readText(socket)
  throw new VncProblem("refused", `The VNC server refuses the connection${why === "" ? "." : `: ${why}`}`)
}

const offeredTypes = async (socket: Socket, minor: Minor): Promise<readonly number[]> => {
  if (minor === 3) {
    const type = await readNumber(socket)
    return type === 0 ? refused(socket) : [type]
  }
  const count = await readByte(socket)
  return count === 0 ? refused(socket) : [...(await readBytes(socket, count))]
}

const answer = async (
  socket: Socket,
  question: PasswordQuestion,
  { user = "", password = "" }: VncCredentials,
): Promise<void> => {
  if (question === "vnc") socket.write(answerChallenge(password, await readBytes(socket, CHALLENGE_BYTES)))
  if (question !== "plain") return
  const texts = [Buffer.from(user), Buffer.from(password)]
  const lengths = Buffer.alloc(8)
  for (const [at, text] of texts.entries()) lengths.writeUInt32BE(text.length, 4 * at)
  socket.write(Buffer.concat([lengths, ...texts]))
}

const readResult = async (socket: Socket, minor: Minor, question: PasswordQuestion): Promise<void> => {
  if (question === "none" && minor < 8) return
  if ((await readNumber(socket)) === 0) return
  const why = minor === 8 ? await readText(socket).catch(() => "") : ""
  const said = why === "" ? "." : `: ${why}`
  if (question === "none") throw new VncProblem("refused", `The VNC server refuses the connection${said}`)
  throw new VncProblem("password", `The VNC server refuses the password${said}`)
}

const greet = async (raw: Socket, credentials: VncCredentials, way: VncRoute): Promise<LoggedIn> => {
  const minor = await readVersion(raw)
  raw.write(`RFB 003.00${minor}\n`)
  const offered = await offeredTypes(raw, minor)
  const type = chooseSecurity(offered, credentials, way)
  if (minor !== 3) raw.write(Uint8Array.of(type))
  const sealed = type === securityTypes.veNCrypt ? await openVeNCrypt(raw, credentials) : undefined
  const socket = sealed?.socket ?? raw
  const question = sealed?.question ?? (type === securityTypes.vncAuth ? "vnc" : "none")
  await answer(socket, question, credentials)
  await readResult(socket, minor, question)
  return { socket, key: sealed?.key }
}

const wayTo = ({ mayBePlain }: VncServer, address: string): VncRoute =>
  isLoopback(address) ? "here" : mayBePlain ? "plain" : "sealed"

/** Logs in. The caller owns the socket. Rejects with a `VncProblem`, and then closes all connections. */
export const logIn = async (server: VncServer, credentials: VncCredentials): Promise<LoggedIn> => {
  const raw = await openRaw(server)
  const silent = new VncProblem("silent", "The VNC server says nothing; a VNC server speaks first.")
  const timer = setTimeout(() => raw.destroy(silent), LOGIN_TIMEOUT_MS)
  try {
    const { socket, key } = await greet(raw, credentials, wayTo(server, raw.remoteAddress ?? ""))
    socket.on("error", () => socket.destroy())
    return { socket, key }
  } catch (error) {
    raw.destroy()
    throw error
  } finally {
    clearTimeout(timer)
  }
}
