import type { ClientRequest } from "../../../src/domain/client/requests.ts"
import { Draft } from "../../../src/domain/event/draft.ts"
import type { StoredEvent } from "../../../src/domain/event/event.ts"
import type { Durability } from "../../../src/domain/ports/eventStore.ts"
import { eventTable, type RecordedEvent } from "../../../src/domain/product/events.ts"
import { evolve } from "../../../src/domain/product/evolve.ts"
import { initialState, type State } from "../../../src/domain/product/state.ts"
import type { CloudAnswer } from "../../model/cloud/cloud.ts"
import type { Change } from "../browser/localStorage.ts"
import type { Disk } from "../browser/storage.ts"
import type { NetworkRequest, Settled } from "../network/network.ts"
import { Violation } from "../violation.ts"
import type { SimulatedWorld, Tab } from "../world.ts"
import { checkErasure } from "./erasure.ts"
import { isObservation } from "./observations.ts"
import { Rulebook } from "./rulebook.ts"
import type { Known, SentRequest } from "./ruleFacts.ts"
import { SendAudit } from "./sendAudit.ts"
import type { SessionAudit } from "./sessionAudit.ts"
import { stageOf } from "./stages.ts"

/** Events that the engine wrote in this process have its own types. */
export const isOurs = (event: StoredEvent): event is RecordedEvent => Object.hasOwn(eventTable, event.type)

/**
 * Observes every commit and every request when it happens, and checks invariants 1, 2, 5, 8, 9, 10 and 17 at once.
 * Throws the first violation.
 */
export class Audit {
  /** The fold of the log so far. */
  state: State = initialState
  /** The replies that each tab could not read (call and problem), and the problems that diagnostic events reported. */
  readonly unreadable = new Map<string, Set<string>>()
  readonly diagnosed = new Set<string>()
  /** The number of committed events of each type. */
  readonly eventCounts = new Map<string, number>()
  /** The number of changes from one status of an action to another. */
  readonly transitions = new Map<string, number>()
  readonly #acknowledged = new Set<string>()
  /** Events of logs that were erased on purpose. */
  readonly #before = new Set<string>()
  /** Settled actions of erased logs. */
  #carried: readonly (readonly [string, Known])[] = []
  /** Actions of deleted accounts. They may still show on devices that other accounts have too. */
  readonly gone: Known[] = []
  /** Invitation codes of the servers. */
  readonly invited = new Set<unknown>()
  readonly #sessions: SessionAudit
  /** The answer that the sending tab received to a request. */
  readonly received = new Map<SentRequest, Settled>()
  readonly #sending: SendAudit
  /** The facts of the rules about every action. */
  facts: Rulebook
  readonly #world: SimulatedWorld
  readonly #disk: Disk

  constructor(world: SimulatedWorld, disk: Disk, sessions: SessionAudit) {
    this.#world = world
    this.#disk = disk
    this.#sessions = sessions
    this.#sending = new SendAudit(world)
    this.facts = this.#newRules()
  }

  /** Every action, also those that a restarted log no longer has. */
  get actions(): ReadonlyMap<string, Known> {
    return this.#carried.length === 0 ? this.facts.actions : new Map([...this.#carried, ...this.facts.actions])
  }

  /** Requests of each action, in order. */
  get sends(): ReadonlyMap<string, readonly NetworkRequest[]> {
    return this.#sending.sends
  }

  readonly committed = (_tab: Tab, events: readonly StoredEvent[], durability: Durability): void => {
    const draft = new Draft()
    let { state } = this
    let next = this.#disk.log.events.length + 1
    for (const event of events) {
      if (event.seq !== next) throw new Violation(2, `event ${event.seq} was written where ${next} is next`)
      next += 1
      if (!isOurs(event)) throw new Violation(0, `event ${event.seq} has the unknown type ${event.type}`)
      if (durability === "relaxed" && !isObservation(event))
        throw new Violation(1, `event ${event.seq} (${event.type}) does not wait for the disk`)
      this.eventCounts.set(event.type, (this.eventCounts.get(event.type) ?? 0) + 1)
      this.#check(event, state)
      this.facts.check(event)
      this.facts.record(event)
      const before = stageOf(state, event)
      state = evolve(state, event, draft)
      if (before !== undefined) this.#moved(before, stageOf(state, event) ?? "forgotten")
    }
    this.state = state
  }

  /** A caller learned that these events are in the log. */
  acknowledged(events: readonly RecordedEvent[]): void {
    // The tab makes a lost observation again, so no event of it must survive.
    if (events.some(isObservation)) return
    for (const event of events) {
      this.#acknowledged.add(event.id)
      const known = this.#disk.log.events[event.seq - 1]?.id === event.id || this.#before.has(event.id)
      if (!known) throw new Violation(1, `event ${event.seq} (${event.type}) was acknowledged and is not in the log`)
    }
  }

  /** The native side sent this tab bytes that are no message (invariant 11). */
  receivedJunk(tab: Tab): void {
    this.#unreadableBy(tab.name).add("message wrongShape")
  }

  /** A person gives this request to a tab. */
  asked(tab: Tab, request: ClientRequest): void {
    if (request.type === "SignIn") this.#sessions.signsIn(tab, request.form.server)
    if (request.type === "SignOut") this.#sessions.signsOut(tab)
  }

  /** The machine restarted: every acknowledged event must still be there. */
  crashed(): void {
    const kept = new Set(this.#disk.log.events.map(({ id }) => id))
    this.#record(this.#disk.log.events)
    for (const id of this.#acknowledged) {
      if (!kept.has(id) && !this.#before.has(id))
        throw new Violation(1, `event ${id} was acknowledged and a crash took it`)
    }
    this.#sending.crashed(this.actions)
  }

  /**
   * The log starts again: other accounts keep what they still have to send, and nothing of the deleted accounts is
   * left.
   */
  readonly erased = (kept: readonly StoredEvent[]): void => {
    checkErasure(this.state, kept)
    for (const { id } of this.#disk.log.events) this.#before.add(id)
    const { deleted } = this.state.session
    const reported = new Set(
      kept.flatMap((event) => (isOurs(event) && event.type === "ActionQueued" ? [event.payload.action] : [])),
    )
    for (const entry of this.actions.values()) if (deleted.includes(entry.queued.payload.account)) this.gone.push(entry)
    const left = [...this.actions].filter(
      ([action, { queued }]) => !reported.has(action) && !deleted.includes(queued.payload.account),
    )
    // These actions came before all events of the new log.
    this.#carried = left.map(([action, known], index) => [action, { ...known, order: index - left.length }])
    this.#record(kept)
    this.#sending.erased()
  }

  /** Feeds a whole log to the audits again. */
  #record(events: readonly StoredEvent[]): void {
    this.facts = this.#newRules()
    this.state = initialState
    const draft = new Draft()
    for (const event of events) {
      if (!isOurs(event) || (this.#disk.damage.rows.has(event.seq) && event.type !== "EventSetAside")) continue
      this.facts.record(event)
      this.state = evolve(this.state, event, draft)
    }
    this.#sending.recounted(this.actions)
  }

  readonly preferenceChanged = (key: string, value: string | undefined, by: Change): void =>
    this.#sessions.preferenceChanged(key, value, by, this.facts)

  readonly sent = (request: NetworkRequest): void => {
    this.#sessions.sent(request)
    this.#sending.sent(request, this.actions)
  }

  readonly arrived = (request: NetworkRequest, answer: CloudAnswer): void => {
    if (answer.malformed) throw new Violation(0, `the server cannot read the body of ${request.call}`)
    if (request.call === "send_invitation") this.invited.add(answer.reply.code)
    this.#sessions.arrived(request, answer)
  }

  readonly settled = (request: NetworkRequest, outcome: Settled, unread?: string): void => {
    this.#sessions.settled(request, outcome)
    this.received.set(request, outcome)
    const { tab, call } = request
    if (unread !== undefined) this.#unreadableBy(tab.name).add(`${call} ${unread}`)
    if (outcome === "done") return
    if (outcome._tag === "NoReply") {
      if (outcome.kind !== "network" && outcome.kind !== "timeout")
        this.#unreadableBy(tab.name).add(`${call} ${outcome.field ?? outcome.kind}`)
      return
    }
    this.#sending.refused(request)
  }

  #moved(from: string, to: string): void {
    const name = `${from} -> ${to}`
    this.transitions.set(name, (this.transitions.get(name) ?? 0) + 1)
  }

  #check(event: RecordedEvent, state: State): void {
    switch (event.type) {
      case "ActionClaimed": {
        const { action } = event.payload
        this.#sending.claimed(event)
        const account = this.facts.actions.get(action)?.queued.payload.account
        if (account !== state.session.current?.account)
          throw new Violation(9, `action ${action} of ${account} was claimed while another account is signed in`)
        return
      }
      case "ActionCancelled":
        if (this.#sending.mayHaveHappened(event.payload.action))
          throw new Violation(0, `action ${event.payload.action} is called cancelled, and may have happened`)
        return
      case "SignedOut":
        this.#sessions.ended(event.payload)
        return
      case "InputRejected":
        this.#checkDiagnosed(event, state)
    }
  }

  #newRules(): Rulebook {
    return new Rulebook({
      now: () => this.#world.now,
      sends: (action) => this.sends.get(action) ?? [],
      received: (request) => this.received.get(request),
    })
  }

  #unreadableBy(tab: string): Set<string> {
    const known = this.unreadable.get(tab) ?? new Set()
    this.unreadable.set(tab, known)
    return known
  }

  /** A diagnostic event must report a reply that this tab could not read, and that was not reported before. */
  #checkDiagnosed({ tab, payload }: Extract<RecordedEvent, { type: "InputRejected" }>, { diagnostics }: State): void {
    const { subject, problem } = payload
    const what = `${subject} ${problem}`
    this.diagnosed.add(what)
    // A question for a passcode may arrive after the page has given up the device. It belongs to no reply.
    const isLateQuestion = subject === "auth_device" && problem === "unasked"
    if (!isLateQuestion && !this.#unreadableBy(tab).has(what))
      throw new Violation(11, `${tab} got no reply that says ${what}`)
    if (diagnostics.findLast((entry) => entry.subject === subject)?.problem === problem)
      throw new Violation(11, `${tab} tells ${what} again`)
  }
}
