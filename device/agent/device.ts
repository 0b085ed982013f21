import { createHmac, randomBytes } from "node:crypto"
import type { TLSSocket } from "node:tls"
import { type Mac, NO_MAC } from "../../src/domain/values/mac.ts"
import { isSameName, type Name } from "../../src/domain/values/name.ts"
import { SESSIONS_MAX, TICKET_LENGTH, TICKET_LIFE_MS } from "../../src/domain/wire/device/limits.ts"
import type { DeviceMessage, DeviceRequest } from "../../src/domain/wire/device/message.ts"
import { type Judgement, judge, type Proof, waitMs } from "../../src/domain/wire/device/passcode.ts"
import { type Line, SessionMachine, type SessionOwner, type Streaming } from "../../src/domain/wire/device/session.ts"
import type { Screen } from "./screen.ts"
import type { AgentFiles } from "./stateFile.ts"
import { AgentStream } from "./stream.ts"

/** The device of the agent: its sessions, its streams, and its answers. */

/** Each session with its stream, and as many connections that have sent nothing yet. */
const CONNECTIONS_MAX = 3 * SESSIONS_MAX
/** Most bytes of messages that wait for a slow client. Beyond them the connection is dropped. */
const UNREAD_MAX_BYTES = 1_024 * 1_024
/** Not the number of a hardware model. */
export const MODEL = 0

export interface AgentDeviceOptions {
  /** The value of `--name`. */
  readonly name: string
  /** Empty for none. */
  readonly passcode: string
  readonly mac: Mac | null
  readonly files: AgentFiles
  readonly screen: Screen
  readonly sendMagic: (mac: string) => void
  readonly say: (line: string) => void
}

interface Ticket {
  readonly owner: SessionMachine
  /** Ms since 1970. */
  readonly until: number
}

export const idOf = (did: string): string => `n-${did}`

export class AgentDevice implements SessionOwner {
  readonly #options: AgentDeviceOptions
  readonly #sockets = new Map<SessionMachine, TLSSocket>()
  readonly #tickets = new Map<string, Ticket>()
  /** The stream of each session that has one. */
  readonly #streams = new Map<SessionMachine, { readonly carrier: SessionMachine; readonly stream: AgentStream }>()

  constructor(options: AgentDeviceOptions) {
    this.#options = options
  }

  /** The owner's name for it, as long as `--name` is still the name that the owner replaced. */
  get name(): string {
    const { name, files } = this.#options
    const { renamed } = files.state
    return renamed?.from === name ? renamed.to : name
  }

  rename(to: Name): void {
    const { name, files, say } = this.#options
    if (isSameName(to, this.name)) return
    files.state.renamed = { from: name, to }
    this.#broadcast({ type: "renamed", name: to })
    say(
      files.save()
        ? `Its owner has named it "${to}".`
        : `Its owner has named it "${to}". That cannot be written, and lasts only as long as this process.`,
    )
  }

  get connections(): number {
    return this.#sockets.size
  }

  connect(socket: TLSSocket, binding: string, now: number): void {
    const line: Line = {
      binding,
      send: (bytes) => {
        if (socket.writableLength > UNREAD_MAX_BYTES) socket.destroy()
        else if (!socket.destroyed) socket.write(bytes)
      },
      close: () => socket.end(() => socket.destroy()),
    }
    const session = new SessionMachine(this, line, now)
    if (this.#sockets.size >= CONNECTIONS_MAX) {
      session.fail("too-many")
      return
    }
    this.#sockets.set(session, socket)
    socket.on("data", (bytes: Buffer) => session.receive(bytes, Date.now()))
    socket.on("close", () => session.lost())
  }

  /** Ends silent sessions, and checks the screen while a person is connected. */
  tick(now: number): void {
    for (const session of this.#sockets.keys()) if (session.patience <= now) session.fail("silent")
    if (this.#sockets.size > 0) this.#options.screen.look(performance.now())
  }

  close(): void {
    for (const session of [...this.#sockets.keys()]) session.leave("power")
  }

  screenChanged(): void {
    const { mac, screen } = this.#options
    this.#broadcast({ type: "host", mac: mac ?? NO_MAC, awake: screen.isThere })
  }

  about() {
    const { passcode, files } = this.#options
    const { did } = files.state
    const auth = passcode === "" ? ("none" as const) : ("passcode" as const)
    return { id: idOf(did), did, name: this.name, model: MODEL, build: 0, mode: "hid" as const, auth }
  }

  nonce(digits: number): string {
    return randomBytes(Math.ceil(digits / 2))
      .toString("hex")
      .slice(0, digits)
  }

  waitMs(now: number): number {
    const { files, passcode } = this.#options
    return waitMs({ ...files.state, passcode }, now)
  }

  judge(proof: Proof, now: number): Judgement {
    const { files, passcode, say } = this.#options
    const guard = { ...files.state, passcode }
    const judgement = judge(guard, proof, now, (key, text) => createHmac("sha256", key).update(text).digest("hex"))
    const { state } = files
    if (state.wrongPasscodes === guard.wrongPasscodes) return judgement
    state.wrongPasscodes = guard.wrongPasscodes
    state.judgesFrom = guard.judgesFrom
    if (!files.save()) say("The count of wrong passcodes cannot be written, and lasts only as long as this process.")
    return judgement
  }

  hasRoom(): boolean {
    return [...this.#sockets.keys()].filter((session) => session.isGreeted).length < SESSIONS_MAX
  }

  overhear(): void {}

  receiveChunk(session: SessionMachine): void {
    session.refuse({ code: "unsupported" })
  }

  answer(session: SessionMachine, request: DeviceRequest, now: number): void {
    const { n } = request
    if (request.type === "status") session.send(this.#status(n))
    else if (request.type === "view") this.#view(session, request, now)
    else if (request.type === "view_stop") {
      session.view = null
      this.#endStream(session)
      session.send({ type: "done", n })
    } else if (request.type === "wake") this.#wake(session, n, request.mac)
    else session.refuse({ code: "unsupported" }, n)
  }

  #status(n: number): DeviceMessage {
    const { mac, screen } = this.#options
    const { name } = this
    return {
      type: "status",
      n,
      name,
      build: 0,
      mode: "hid",
      mac,
      hosts: [{ name, mac: mac ?? NO_MAC, awake: screen.isThere }],
      slot: "a",
      firmware: { stage: "idle", build: 0, percent: 0 },
    }
  }

  #wake(session: SessionMachine, n: number, asked: string | undefined): void {
    const { mac, sendMagic } = this.#options
    const wanted = asked ?? mac
    if (wanted === null) session.refuse({ code: "no-mac" }, n)
    else {
      sendMagic(wanted)
      session.send({ type: "done", n })
    }
  }

  #view(session: SessionMachine, { n, audio, control }: Extract<DeviceRequest, { type: "view" }>, now: number): void {
    // The viewer's own key releases come over another connection, and would be dropped.
    if (!control) this.#streams.get(session)?.stream.release()
    session.view = { audio, control }
    for (const [old, { until }] of this.#tickets) if (until <= now) this.#tickets.delete(old)
    const ticket = this.nonce(TICKET_LENGTH)
    this.#tickets.set(ticket, { owner: session, until: now + TICKET_LIFE_MS })
    session.send({ type: "stream", n, ticket })
  }

  attach(ticket: string, carrier: SessionMachine, line: Line, now: number): Streaming | undefined {
    const good = this.#tickets.get(ticket)
    this.#tickets.delete(ticket)
    const viewer = this.#sockets.get(carrier)
    if (good === undefined || good.until <= now || !good.owner.isOpen || viewer === undefined) return undefined
    const { owner } = good
    const { screen, say } = this.#options
    this.#endStream(owner)
    carrier.send({ type: "attached" })
    screen.streams += 1
    const stream = new AgentStream({
      viewer,
      open: screen.open,
      mayAct: () => owner.view?.control === true,
      ended: (why) => {
        screen.streams -= 1
        if (this.#streams.get(owner)?.carrier === carrier) this.#streams.delete(owner)
        say(`A stream has ended. ${why}`)
        line.close()
        // The check reports to every session when the server is gone.
        void screen.lookNow()
      },
    })
    this.#streams.set(owner, { carrier, stream })
    return stream
  }

  forget(session: SessionMachine): void {
    this.#sockets.delete(session)
    this.#endStream(session)
  }

  #endStream(owner: SessionMachine): void {
    const running = this.#streams.get(owner)
    this.#streams.delete(owner)
    running?.carrier.hangUp()
  }

  #broadcast(message: DeviceMessage): void {
    for (const session of this.#sockets.keys()) if (session.isOpen) session.send(message)
  }
}
