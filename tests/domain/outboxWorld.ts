import type { Intent } from "../../src/domain/actions/table.ts"
import type { AttemptOutcome } from "../../src/domain/outbox/outcome.ts"
import type { Action } from "../../src/domain/outbox/state.ts"
import type { Command, Rejection } from "../../src/domain/product/decide.ts"
import type { RecordedEvent } from "../../src/domain/product/events.ts"
import type { AccountKey } from "../../src/domain/values/identity.ts"
import { REQUEST_LONGEST_LIFE_MS } from "../../src/domain/values/limits.ts"
import type { Parsed } from "../../src/domain/values/parsed.ts"
import { Recorder, START } from "./recorder.ts"

/** A claimed attempt somewhere between the tab and the server. */
interface Flight {
  readonly action: string
  readonly attempt: number
  readonly intent: Intent
  readonly sentAt: number
  /** True when the tab has stopped waiting. The network may still deliver the request. */
  abandoned: boolean
}

/** The fate of a request in the network. */
export type Fate = "done" | "refused" | "tooOften" | "session" | "lostReply" | "lostRequest" | "timeout"

const OUTCOMES: Readonly<Record<Fate, AttemptOutcome>> = {
  done: { kind: "done" },
  refused: { kind: "refused", reason: "unknown", status: -1 },
  tooOften: { kind: "tooOften" },
  session: { kind: "session" },
  lostReply: { kind: "noReply" },
  lostRequest: { kind: "noReply" },
  timeout: { kind: "noReply" },
}

export const DEVICES = ["d1", "d2"] as const
const FIRST_NAME = "First"

/** One account's server, the network to it, and a client whose outbox the test operates. */
export class OutboxWorld {
  readonly client = new Recorder()
  readonly account: AccountKey
  /** The server's names, by did. */
  readonly names = new Map<string, string>(DEVICES.map((did) => [did, FIRST_NAME]))
  /** Number of reboot requests at the server, by action. */
  readonly reboots = new Map<string, number>()
  flights: Flight[] = []
  sessions = 0
  /** Elapsed time, ms. Unlike `client.now`, no person can set it. */
  #elapsed = 0
  /** The event that first reported each lost attempt, and its time. */
  readonly #noticed = new Map<number, number>()

  constructor() {
    this.account = this.client.signIn("u1", "session 0")
    this.client.do({ type: "TakeLeadership" })
    this.read()
  }

  get actions(): readonly Action[] {
    return [...this.client.state.outbox.actions.values()]
  }
  get epoch(): number {
    return this.client.state.outbox.epoch
  }

  do(command: Command): Parsed<readonly RecordedEvent[], Rejection> {
    return this.client.do(command)
  }

  /** Lets time pass. The network drops requests that the tab has given up once they exceed their longest life. */
  pass(ms: number): void {
    this.#elapsed += ms
    this.client.now += ms
    this.flights = this.flights.filter(
      ({ abandoned, sentAt }) => !abandoned || this.#elapsed <= sentAt + REQUEST_LONGEST_LIFE_MS,
    )
  }

  /** A person sets the clock. */
  set(ms: number): void {
    this.client.now += ms
  }

  /** Claims every action that may be claimed, and puts its request under way. */
  send(): readonly string[] {
    const sent: string[] = []
    for (const { id, intent } of this.actions) {
      const claimed = this.do({ type: "ClaimAction", action: id, epoch: this.epoch })
      const event = claimed.ok ? claimed.value.find(({ type }) => type === "ActionClaimed") : undefined
      if (event?.type !== "ActionClaimed") continue
      const { attempt } = event.payload
      this.flights.push({ action: id, attempt, intent, sentAt: this.#elapsed, abandoned: false })
      sent.push(id)
    }
    return sent
  }

  /** Ends a flight for the tab. The request of a timed-out flight stays under way. */
  land(flight: Flight, fate: Fate, jitter = 0): void {
    if (flight.abandoned) {
      this.#arrive(flight)
      return
    }
    if (fate === "done" || fate === "lostReply") this.#apply(flight)
    if (fate === "timeout") flight.abandoned = true
    else this.flights = this.flights.filter((other) => other !== flight)
    const { action, attempt } = flight
    this.do({ type: "RecordOutcome", action, attempt, outcome: OUTCOMES[fate], jitter })
  }

  /** The tab dies and another one leads. A request under way may still arrive; its reply reaches no tab. */
  crash(): void {
    for (const flight of this.flights) flight.abandoned = true
    this.do({ type: "TakeLeadership" })
  }

  read(): void {
    const begunAt = this.client.now
    const devices = [...this.names].map(([id, name]) => ({
      id,
      name,
      model: 1,
      lastSeen: START,
      flags: 4,
      build: 0,
      shared: false,
      owner: "",
    }))
    this.do({ type: "RecordDevices", account: this.account, begunAt, devices, outlived: this.#outlived() })
  }

  #outlived(): ReadonlyMap<string, number> {
    const ended = new Map<string, number>()
    for (const [key, { lostAt }] of this.client.state.outbox.unsettled) {
      const since = this.#noticed.get(lostAt) ?? this.#elapsed
      this.#noticed.set(lostAt, since)
      if (this.#elapsed > since + REQUEST_LONGEST_LIFE_MS) ended.set(key, lostAt)
    }
    return ended
  }

  signOut(): void {
    this.do({ type: "EndSession", sessionId: `session ${this.sessions}`, reason: "person" })
  }
  signIn(uid = "u1"): void {
    this.sessions += 1
    this.client.signIn(uid, `session ${this.sessions}`)
  }

  /** Ends all faults. The server answers all requests and lists are read, until nothing more can happen. */
  settle(): void {
    if (this.client.state.session.current?.account !== this.account) this.signIn()
    this.do({ type: "ReportConnection", status: "online" })
    for (const flight of [...this.flights]) this.land(flight, "done")
    for (let round = 0; round < 30; round += 1) {
      this.pass(2 * REQUEST_LONGEST_LIFE_MS + 1)
      this.do({ type: "ExpireActions", epoch: this.epoch })
      for (let sent = this.send(); sent.length > 0; sent = this.send())
        for (const flight of [...this.flights]) this.land(flight, "done")
      this.read()
    }
  }

  #arrive(flight: Flight): void {
    this.#apply(flight)
    this.flights = this.flights.filter((other) => other !== flight)
  }

  #apply({ action, intent }: Flight): void {
    if (intent.call === "rename_device") this.names.set(intent.input.did, intent.input.title)
    if (intent.call === "request_device") this.reboots.set(action, (this.reboots.get(action) ?? 0) + 1)
  }
}
