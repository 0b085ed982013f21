import { Draft } from "../../src/domain/decider/draft.ts"
import type { StoredEvent } from "../../src/domain/decider/event.ts"
import { eventTable, type RecordedEvent } from "../../src/domain/model/events.ts"
import { evolve } from "../../src/domain/model/evolve.ts"
import { initialState, type State } from "../../src/domain/model/state.ts"
import { parseSavedUser, USER_KEY } from "../../src/domain/session/savedUser.ts"
import { canonicalJson } from "../../src/domain/values/canonicalJson.ts"
import { CLAIM_FRESH_MS } from "../../src/domain/values/limits.ts"
import { queuedCalls } from "../../src/domain/wire/intent.ts"
import type { Answer } from "../model/cloud.ts"
import { type Claim, type Entry, isOnce, Ledger } from "./ledger.ts"
import type { LocalStorage } from "./localStorage.ts"
import type { Request, Settled } from "./network.ts"
import type { Disk } from "./storage.ts"
import { Violation } from "./violation.ts"
import type { Tab, World } from "./world.ts"

/** A slow disk can keep a tab busy this long between reading the saved user and ending its session, ms. */
const RECENT_MS = 20_000

const queued: ReadonlySet<string> = new Set(queuedCalls)

/** What the engine wrote a moment ago in this very process is of its own types. */
const isOurs = (event: StoredEvent): event is RecordedEvent => Object.hasOwn(eventTable, event.type)

/** A claim as it was committed, at what time of the world, and with the wall clock set how. */
interface OpenClaim {
  readonly claim: Claim
  readonly at: number
  readonly skew: number
}

/**
 * Sees every commit and every request at its instant, and checks what can be checked there and then: invariants 1, 2,
 * 5, 8, 9, 10 and 17. It throws the first violation.
 */
export class Audit {
  ledger = new Ledger()
  /** The fold of the log so far. */
  state: State = initialState
  /** Requests of each action, in order; what was sent stays sent whatever happens to the log. */
  readonly sends = new Map<string, Request[]>()
  /** Replies a tab could not read, and the diagnostic events that say so, by tab. */
  readonly unreadable = new Map<string, number>()
  readonly diagnosed = new Map<string, number>()
  /** How many events of each type were committed. */
  readonly eventCounts = new Map<string, number>()
  /** How actions ended, by call and end. */
  readonly #acknowledged = new Set<string>()
  readonly #claims: OpenClaim[] = []
  readonly #usedClaims = new Map<string, Claim>()
  /** Requests that were refused, and whose tab knows it: nothing was done. */
  readonly #undone = new Set<Request>()
  /** The queue number of the last intent of each lane that was ever sent. */
  readonly #lastSent = new Map<string, number>()
  /** Who was given a token (two servers may chance upon the same), and of which session it is. */
  readonly #tokenOwners = new Map<string, Set<string>>()
  readonly #tokenSessions = new Map<string, string>()
  /** The session of the saved user, and since when. */
  #savedUser: { readonly session: string | undefined; readonly since: number } = { session: undefined, since: 0 }
  /** Sessions that a call other than wake and reboot was told are invalid. */
  readonly #refusedSessions = new Set<string>()
  readonly #world: World
  readonly #disk: Disk
  readonly #storage: LocalStorage

  constructor(world: World, disk: Disk, storage: LocalStorage) {
    this.#world = world
    this.#disk = disk
    this.#storage = storage
  }

  readonly committed = (_tab: Tab, events: readonly StoredEvent[]): void => {
    const draft = new Draft()
    let { state } = this
    let next = this.#disk.log.events.length + 1
    for (const event of events) {
      if (event.seq !== next) throw new Violation(2, `event ${event.seq} was written where ${next} is next`)
      next += 1
      if (!isOurs(event)) throw new Violation(0, `event ${event.seq} has the unknown type ${event.type}`)
      this.eventCounts.set(event.type, (this.eventCounts.get(event.type) ?? 0) + 1)
      this.#check(event, state)
      this.ledger.record(event)
      state = evolve(state, event, draft)
    }
    this.state = state
  }

  /** A person was told that these events are kept. */
  acknowledged(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      this.#acknowledged.add(event.id)
      if (this.#disk.log.events[event.seq - 1]?.id !== event.id)
        throw new Violation(1, `event ${event.seq} (${event.type}) was acknowledged and is not in the log`)
    }
  }

  /** The machine came back: everything that anybody relied on must still be there. */
  crashed(): void {
    const { events } = this.#disk.log
    this.ledger = new Ledger()
    this.state = initialState
    const draft = new Draft()
    const kept = new Set<string>()
    for (const event of events) {
      kept.add(event.id)
      if (!isOurs(event)) continue
      this.ledger.record(event)
      this.state = evolve(this.state, event, draft)
    }
    for (const id of this.#acknowledged) {
      if (!kept.has(id)) throw new Violation(1, `event ${id} was acknowledged and a crash took it`)
    }
    for (const claim of this.#usedClaims.values()) {
      const entry = this.ledger.entries.get(claim.action)
      if (!entry?.claims.some(({ seq, attempt }) => seq === claim.seq && attempt === claim.attempt))
        throw new Violation(17, `attempt ${claim.attempt} of ${claim.action} was sent and a crash took its claim`)
    }
    this.#claims.length = 0
  }

  readonly preferenceChanged = (key: string, value: string | undefined): void => {
    if (key !== USER_KEY) return
    const session = parseSavedUser(value ?? null)?.sessionId
    if (session !== this.#savedUser.session) this.#savedUser = { session, since: this.#world.now }
  }

  readonly sent = (request: Request): void => {
    const { body, server } = request
    if ("uid" in body && "token" in body) {
      const owners = this.#tokenOwners.get(body.token)
      if (owners?.has(`${server} ${body.uid}`) !== true) {
        const whose = owners === undefined ? "nobody" : [...owners].join(", ")
        throw new Violation(9, `${request.call} to ${server} as ${body.uid} with a token of ${whose}`)
      }
      const user = parseSavedUser(this.#storage.values.get(USER_KEY) ?? null)
      if (user?.token === body.token) this.#tokenSessions.set(body.token, user.sessionId)
    }
    if (!queued.has(request.call)) return
    const entry = this.#claimed(request)
    const { action, account } = entry.queued.payload
    const sends = this.sends.get(action) ?? []
    if (!("uid" in body) || account !== `${server} ${body.uid}`)
      throw new Violation(
        9,
        `action ${action} of ${account} was sent to ${server} as ${"uid" in body ? body.uid : "?"}`,
      )
    if (isOnce(entry) && sends.some((before) => !this.#undone.has(before)))
      throw new Violation(
        5,
        `${request.call} of action ${action} was sent again, and nothing says that it failed before`,
      )
    if (sends.length === 0) this.#firstSend(entry)
    this.sends.set(action, [...sends, request])
  }

  readonly arrived = (request: Request, answer: Answer): void => {
    if (answer.malformed) throw new Violation(0, `the server cannot read the body of ${request.call}`)
    const { token } = answer.reply
    if (typeof token !== "string" || answer.uid === undefined) return
    const owners = this.#tokenOwners.get(token) ?? new Set<string>()
    this.#tokenOwners.set(token, owners.add(`${request.server} ${answer.uid}`))
  }

  readonly settled = (request: Request, outcome: Settled): void => {
    const { tab, call, body } = request
    if (outcome === "done") return
    if (outcome._tag === "NoReply") {
      if (outcome.kind !== "network" && outcome.kind !== "timeout")
        this.unreadable.set(tab.name, (this.unreadable.get(tab.name) ?? 0) + 1)
      return
    }
    this.#undone.add(request)
    const silent = call === "request_device" && "cmd" in body && body.cmd !== "nat"
    if (outcome.refusal !== "sessionInvalid" || silent || !("token" in body)) return
    const session = this.#tokenSessions.get(body.token)
    if (session !== undefined) this.#refusedSessions.add(session)
  }

  #check(event: RecordedEvent, state: State): void {
    switch (event.type) {
      case "ActionClaimed": {
        const { action, attempt, epoch } = event.payload
        const claim = { seq: event.seq, action, attempt, epoch, tab: event.tab }
        this.#claims.push({ claim, at: this.#world.now, skew: this.#world.skew })
        const account = this.ledger.entries.get(action)?.queued.payload.account
        if (account !== state.session.current?.account)
          throw new Violation(9, `action ${action} of ${account} was claimed while another account is signed in`)
        return
      }
      case "ActionCancelled":
        if (this.sends.get(event.payload.action)?.some((request) => !this.#undone.has(request)))
          throw new Violation(0, `action ${event.payload.action} is called cancelled, and may have happened`)
        return
      case "SignedOut":
        this.#checkEnd(event.payload)
        return
      case "InputRejected":
        this.diagnosed.set(event.tab, (this.diagnosed.get(event.tab) ?? 0) + 1)
        if ((this.diagnosed.get(event.tab) ?? 0) > (this.unreadable.get(event.tab) ?? 0))
          throw new Violation(11, `${event.tab} left more diagnostic events than it got unreadable replies`)
    }
  }

  /** A session ends as refused only if a call was told so, or when its token is not there, or was not a moment ago. */
  #checkEnd({ sessionId, reason }: { readonly sessionId: string; readonly reason: string }): void {
    if (reason !== "refused" || this.#refusedSessions.has(sessionId)) return
    const { session, since } = this.#savedUser
    if (session === sessionId && this.#world.now - since > RECENT_MS)
      throw new Violation(10, `session ${sessionId} ended as refused, and no call was told so`)
  }

  /** The claim this request acts on: of its tab, for just this call, used for no request before. */
  #claimed(request: Request): Entry {
    const { uid: _uid, token: _token, ...input } = { uid: "", token: "", ...request.body }
    const wanted = canonicalJson(input)
    for (let i = this.#claims.length - 1; i >= 0; i--) {
      const open = this.#claims[i]
      const entry = open === undefined ? undefined : this.ledger.entries.get(open.claim.action)
      if (open === undefined || entry === undefined || open.claim.tab !== request.tab.name) continue
      const { intent, expiresAt } = entry.queued.payload
      if (intent.call !== request.call || canonicalJson(intent.input) !== wanted) continue
      this.#claims.splice(i, 1)
      this.#usedClaims.set(`${open.claim.action} ${open.claim.attempt}`, open.claim)
      const age = this.#world.now - open.at
      if (age > CLAIM_FRESH_MS)
        throw new Violation(17, `${request.call} of ${open.claim.action} was sent ${age} ms after its claim`)
      const late = expiresAt !== null && this.#world.wall > expiresAt + CLAIM_FRESH_MS
      if (late && open.skew === this.#world.skew)
        throw new Violation(0, `${request.call} of ${open.claim.action} was sent after it had expired`)
      return entry
    }
    throw new Violation(17, `${request.tab.name} sent ${request.call} ${wanted} without a claim`)
  }

  #firstSend(entry: Entry): void {
    const { seq, payload } = entry.queued
    const last = this.#lastSent.get(entry.lane) ?? 0
    if (last > seq)
      throw new Violation(8, `action ${payload.action} (event ${seq}) was first sent after that of event ${last}`)
    this.#lastSent.set(entry.lane, seq)
  }
}
