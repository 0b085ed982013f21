import { createDecipheriv } from "node:crypto"
import { once } from "node:events"
import { createServer, type Socket } from "node:net"
import { createSecureContext, TLSSocket } from "node:tls"
import { onTestFinished } from "vitest"
import type { Identity } from "../../device/identity.ts"

/** VNC servers on real sockets that behave as a test decides, also wrongly. */

export interface FakeVnc {
  readonly port: number
  /** Connections so far. */
  readonly connections: Socket[]
  /** Bytes of each client after its ClientInit. */
  readonly received: () => Buffer
  /** Sends to every client that has its picture. */
  send(bytes: Uint8Array): void
  /** Cuts every connection, and stops listening. */
  stop(): void
}

type Behaviour = (socket: Socket, server: { readonly joined: (socket: Socket) => void }) => void

export const startVnc = async (behave: Behaviour, port = 0): Promise<FakeVnc> => {
  const connections: Socket[] = []
  const viewers: Socket[] = []
  let received = Buffer.alloc(0)
  const server = createServer((socket) => {
    connections.push(socket)
    socket.on("error", () => {})
    behave(socket, {
      joined: (joined) => {
        viewers.push(joined)
        joined.on("data", (bytes: Buffer) => {
          received = Buffer.concat([received, bytes])
        })
      },
    })
  })
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const stop = (): void => {
    server.close()
    for (const socket of connections) socket.destroy()
  }
  onTestFinished(stop)
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    connections,
    received: () => received,
    send: (bytes) => {
      for (const viewer of viewers) viewer.write(bytes)
    },
    stop,
  }
}

/** Reads this many bytes at a time. */
export const reader = (socket: Socket) => {
  const parts: Buffer[] = []
  let wake: (() => void) | undefined
  const hear = (bytes: Buffer): void => {
    parts.push(bytes)
    wake?.()
  }
  socket.on("data", hear)
  const take = async (count: number): Promise<Buffer> => {
    while (Buffer.concat(parts).length < count)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    const all = Buffer.concat(parts)
    parts.splice(0, parts.length, all.subarray(count))
    return all.subarray(0, count)
  }
  return {
    take,
    /** Ends the reading. Returns the remaining bytes. */
    rest: (): Buffer => {
      socket.off("data", hear)
      return Buffer.concat(parts)
    },
  }
}

export const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
export const reason = (text: string): Buffer => Buffer.concat([u32(Buffer.byteLength(text)), Buffer.from(text)])

export const SERVER_NAME = "A fake of VNC"
const serverInit = (): Buffer =>
  Buffer.concat([
    Buffer.from([0, 64, 0, 48, 32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 16, 8, 0, 0, 0, 0]),
    reason(SERVER_NAME),
  ])

export interface VncOptions {
  readonly version?: string
  readonly types?: readonly number[]
  readonly password?: string
  readonly user?: string
  /** VeNCrypt's own types. */
  readonly sealed?: readonly number[]
  readonly identity?: Identity
}

const CHALLENGE = Buffer.from("0123456789abcdef")

const mirrored = (byte: number): number =>
  Number.parseInt(byte.toString(2).padStart(8, "0").split("").reverse().join(""), 2)

/** Decrypted with the password, the answer must equal the challenge. */
const isAnswer = (answer: Buffer, password: string): boolean => {
  const key = Buffer.from(password.padEnd(8, "\0").slice(0, 8), "latin1").map(mirrored)
  const cipher = createDecipheriv("des-ede3-ecb", Buffer.concat([key, key, key]), null).setAutoPadding(false)
  return cipher.update(answer).equals(CHALLENGE)
}

const seal = async (raw: Socket, identity: Identity | undefined): Promise<TLSSocket> => {
  const secureContext =
    identity === undefined
      ? createSecureContext({ ciphers: "aNULL:@SECLEVEL=0", maxVersion: "TLSv1.2" })
      : createSecureContext({ key: identity.key, cert: identity.certificate })
  const socket = new TLSSocket(raw, { isServer: true, secureContext })
  socket.on("error", () => {})
  await once(socket, "secure")
  return socket
}

/** VeNCrypt types from here on have a certificate. */
const FIRST_X509 = 260

const greet = async (raw: Socket, options: VncOptions): Promise<Socket | undefined> => {
  const { version = "003.008", types = [1], password = "", sealed = [] } = options
  let socket = raw
  let input = reader(raw)
  socket.write(`RFB ${version}\n`)
  const minor = Number((await input.take(12)).toString().slice(8, 11))
  let type = types[0] ?? 0
  if (minor === 3) socket.write(u32(type))
  else {
    socket.write(Buffer.from([types.length, ...types]))
    type = (await input.take(1)).readUInt8()
  }
  if (type === 19) {
    socket.write(Buffer.from([0, 2]))
    await input.take(2)
    socket.write(Buffer.concat([Buffer.from([0, sealed.length]), ...sealed.map(u32)]))
    const chosen = (await input.take(4)).readUInt32BE()
    socket.write(Buffer.from([1]))
    input.rest()
    socket = await seal(raw, chosen >= FIRST_X509 ? options.identity : undefined)
    input = reader(socket)
    const question = (chosen - 257) % 3
    if (question === 2) {
      const lengths = await input.take(8)
      const user = (await input.take(lengths.readUInt32BE(0))).toString()
      const given = (await input.take(lengths.readUInt32BE(4))).toString()
      if (user !== options.user || given !== password) {
        socket.write(Buffer.concat([u32(1), reason("no such user")]))
        return undefined
      }
    }
    type = question === 1 ? 2 : 1
  }
  if (type === 2) {
    socket.write(CHALLENGE)
    if (!isAnswer(await input.take(16), password)) {
      socket.write(Buffer.concat([u32(1), ...(minor === 8 ? [reason("wrong \u001b[31mpassword")] : [])]))
      socket.end()
      return undefined
    }
    socket.write(u32(0))
  } else if (minor === 8) socket.write(u32(0))
  await input.take(1)
  const rest = input.rest()
  socket.write(serverInit())
  if (rest.length > 0) socket.unshift(rest)
  return socket
}

/** A server that gives a picture to an authorized client. */
export const goodVnc =
  (options: VncOptions = {}): Behaviour =>
  (raw, { joined }) => {
    void greet(raw, options).then((socket) => {
      if (socket !== undefined) joined(socket)
    })
  }
