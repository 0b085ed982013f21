import type { Socket } from "node:net"
import type { TLSSocket } from "node:tls"
import type { Streaming } from "../../src/domain/wire/device/session.ts"
import { RfbClientFilter } from "../../src/domain/wire/rfb/clientFilter.ts"
import { refusalText } from "../../src/domain/wire/rfb/refusals.ts"
import { ServerHandshake } from "../../src/domain/wire/rfb/serverHandshake.ts"
import type { VncProblem } from "./vnc/problem.ts"

/**
 * One stream: the handshake with the viewer as a server, the login at the VNC server as a client, and then a pipe. The
 * agent does not parse the server's half. The viewer's half passes a filter. A side that does not read stops the other
 * one, through TCP.
 */

/** A viewer that has not finished the handshake by then is closed, ms. */
const HANDSHAKE_TIMEOUT_MS = 10_000
/** ClientInit: other viewers of the server stay. */
const SHARED = Uint8Array.of(1)

export interface StreamOptions {
  readonly viewer: TLSSocket
  readonly open: () => Promise<Socket>
  readonly mayAct: () => boolean
  /** Called once, with a sentence for the terminal. */
  readonly ended: (why: string) => void
}

type Stage = "login" | "handshake" | "running" | "over"

export class AgentStream implements Streaming {
  readonly #options: StreamOptions
  readonly #filter: RfbClientFilter
  #handshake: ServerHandshake | undefined
  #server: Socket | undefined
  #stage: Stage = "login"
  readonly #timer: NodeJS.Timeout

  constructor(options: StreamOptions) {
    this.#options = options
    this.#filter = new RfbClientFilter(options.mayAct)
    this.#timer = setTimeout(() => this.#finish("The viewer did not finish the handshake."), 2 * HANDSHAKE_TIMEOUT_MS)
    options.open().then(
      (server) => this.#greet(server),
      ({ reason, message }: VncProblem) => this.#refuse(refusalText(reason, message)),
    )
  }

  receive(bytes: Uint8Array): void {
    if (this.#stage === "login") this.#finish("The viewer spoke before the server.")
    else if (this.#stage === "handshake") this.#shake(bytes)
    else if (this.#stage === "running") this.#pass(bytes)
  }

  /** Ends the stream when the session or the viewer is gone. */
  end(): void {
    this.#finish("The viewer left.")
  }

  /** Releases the keys and buttons that the viewer holds, before it loses control. */
  release(): void {
    for (const message of this.#filter.release()) this.#server?.write(message)
  }

  #greet(server: Socket): void {
    if (this.#stage === "over") {
      server.destroy()
      return
    }
    this.#server = server
    this.#stage = "handshake"
    server.on("close", () => this.#finish("The VNC server closed the connection."))
    this.#handshake = new ServerHandshake((bytes) => this.#toViewer(bytes))
  }

  /** Sends the viewer the reason, as an RFB failure. */
  #refuse(why: string): void {
    if (this.#stage === "over") return
    this.#stage = "handshake"
    this.#handshake = new ServerHandshake((bytes) => this.#toViewer(bytes), why)
  }

  #shake(bytes: Uint8Array): void {
    const step = this.#handshake?.push(bytes)
    if (step?.kind === "refused")
      this.#finish(this.#server === undefined ? "There was no picture to show." : "The viewer speaks no RFB 3.8.")
    const server = this.#server
    if (step?.kind !== "done" || server === undefined) return
    this.#stage = "running"
    clearTimeout(this.#timer)
    server.write(SHARED)
    this.#pipe(server)
    if (step.rest.byteLength > 0) this.#pass(step.rest)
  }

  #pipe(server: Socket): void {
    const { viewer } = this.#options
    server.on("data", (bytes: Buffer) => {
      if (!this.#toViewer(bytes)) server.pause()
    })
    server.on("drain", () => viewer.resume())
    viewer.on("drain", () => server.resume())
    server.resume()
  }

  #toViewer(bytes: Uint8Array): boolean {
    const { viewer } = this.#options
    return viewer.destroyed || viewer.write(bytes)
  }

  #pass(bytes: Uint8Array): void {
    const { messages, isBroken } = this.#filter.push(bytes)
    const server = this.#server
    for (const message of messages) if (server?.write(message) === false) this.#options.viewer.pause()
    if (isBroken) this.#finish("The viewer sent what is no RFB.")
  }

  #finish(why: string): void {
    if (this.#stage === "over") return
    this.#stage = "over"
    clearTimeout(this.#timer)
    const { viewer, ended } = this.#options
    // A paused viewer would never see the end.
    viewer.resume()
    this.#server?.destroy()
    ended(why)
  }
}
