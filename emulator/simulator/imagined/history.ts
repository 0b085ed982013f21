import { Draft } from "../../../src/domain/event/draft.ts"
import { type Command, decide } from "../../../src/domain/product/decide.ts"
import { type Event, type RecordedEvent, registry } from "../../../src/domain/product/events.ts"
import { evolve } from "../../../src/domain/product/evolve.ts"
import { initialState, type State } from "../../../src/domain/product/state.ts"
import { Ledger } from "../audits/ledger.ts"
import { Rulebook } from "../audits/rulebook.ts"
import type { Known, Sent } from "../audits/ruleFacts.ts"
import type { Settled } from "../network/network.ts"
import { Violation } from "../violation.ts"

/** 20 November 2026, ms since 1970. */
const START = 1_795_132_800_000

type Claimed = Extract<RecordedEvent, { type: "ActionClaimed" }>

export type Tell = (command: Command, events: readonly Event[]) => void

/** What the network of an imagined history carries. */
interface Carried extends Sent {
  isOnItsWay: boolean
  /** What it acts on. */
  readonly claim: Known["claim"]
}

/**
 * A log without tabs, storage or network: commands come as chance has it, and each event is held against the same rules as
 * those of a whole run. A thousand commands take as long as one seed's start, so that rare things meet.
 */
export class History {
  state: State = initialState
  /** Clock on the wall, which may be set, ms. */
  at = START
  /** Time as it passes, ms. */
  now = 0
  /** Whoever writes. */
  tab = "tab-1"
  seq = 0
  readonly ledger = new Ledger()
  readonly facts: Rulebook
  readonly #sends = new Map<string, Carried[]>()
  readonly #heard = new Map<Sent, Settled>()
  #commands = 0
  #requests = 0

  readonly #tell: Tell

  /** `tell`: hears of each command and its events. */
  constructor(tell: Tell) {
    this.#tell = tell
    this.facts = new Rulebook({
      now: () => this.now,
      sends: (action) => this.#sends.get(action) ?? [],
      received: (request) => this.#heard.get(request),
    })
  }

  /** What the outbox still holds, as its events tell. */
  get held(): readonly Known[] {
    return [...this.facts.actions.values()].filter(({ queued }) => this.state.outbox.actions.has(queued.payload.action))
  }

  /** The events that the command brings; undefined when it is refused. */
  do(command: Command): readonly RecordedEvent[] | undefined {
    this.#commands += 1
    // Nothing happens in the same instant.
    this.now += 1
    const { at, tab, state } = this
    const id = `imagined${this.#commands}`
    const decision = decide(command, state, { id, at, tab })
    if (!decision.ok) return undefined
    this.#tell(command, decision.value)
    const account = state.session.current?.account ?? null
    const draft = new Draft()
    const written: RecordedEvent[] = []
    for (const [index, event] of decision.value.entries()) {
      this.seq += 1
      const v = registry.version(event.type)
      const recorded = { ...event, seq: this.seq, id: `${id}.${index}`, v, at, account, tab, cause: null }
      this.#check(recorded)
      this.facts.check(recorded)
      this.facts.record(recorded)
      this.ledger.record(recorded)
      this.state = evolve(this.state, recorded, draft)
      written.push(recorded)
    }
    return written
  }

  /** The request of a claim leaves the tab. */
  send({ tab, payload: { action } }: Claimed): void {
    this.#requests += 1
    const { claim } = this.facts.actions.get(action) ?? {}
    const request = { n: this.#requests, tab: { name: tab }, sentAt: this.now, arrivals: 0, isOnItsWay: true, claim }
    this.#sends.set(action, [...(this.#sends.get(action) ?? []), request])
  }

  /** Whether the request of the latest claim has left its tab. */
  isSent({ queued, claim }: Known): boolean {
    const request = this.#sends.get(queued.payload.action)?.at(-1)
    return request !== undefined && claim !== undefined && request.claim === claim
  }

  /** What the tab hears of the latest request of an action; a request without an answer may go on. */
  hear(action: string, settled: Settled): void {
    const request = this.#sends.get(action)?.at(-1)
    if (request === undefined) return
    this.#heard.set(request, settled)
    if (settled === "done" || settled._tag === "Refused") request.isOnItsWay = false
  }

  /** No request of these actions can reach the server any more. */
  outlive(actions: Iterable<string>): void {
    for (const action of actions) for (const request of this.#sends.get(action) ?? []) request.isOnItsWay = false
  }

  #check(event: RecordedEvent): void {
    if (event.type !== "ActionClaimed") return
    const account = this.facts.actions.get(event.payload.action)?.queued.payload.account
    if (account !== this.state.session.current?.account)
      throw new Violation(9, `${event.payload.action} of ${account} is claimed while another account is signed in`)
  }
}
