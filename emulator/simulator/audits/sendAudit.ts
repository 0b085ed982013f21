import { queuedCalls } from "../../../src/domain/actions/table.ts"
import type { RecordedEvent } from "../../../src/domain/product/events.ts"
import { canonicalJson } from "../../../src/domain/values/canonicalJson.ts"
import { CLAIM_FRESH_MS } from "../../../src/domain/values/limits.ts"
import type { NetworkRequest } from "../network/network.ts"
import { Violation } from "../violation.ts"
import type { SimulatedWorld } from "../world.ts"
import type { ActionClaim, Known } from "./ruleFacts.ts"

const queued: ReadonlySet<string> = new Set(queuedCalls)

/** A NAT request of the native side goes to the cloud at once, without a claim. */
export const isNat = ({ call, body }: NetworkRequest): boolean =>
  call === "request_device" && "cmd" in body && body.cmd === "nat"

/** A committed claim, and the skew of the wall clock at that time. */
interface OpenClaim {
  readonly claim: ActionClaim
  readonly skew: number
}

/** Every action that the rules know, by id. */
type Actions = ReadonlyMap<string, Known>

/** Compares each request of the outbox with its claim: invariants 5, 8, 9 and 17. */
export class SendAudit {
  /** Requests of each action, in order. They stay when the log is lost. */
  readonly sends = new Map<string, NetworkRequest[]>()
  readonly #claims: OpenClaim[] = []
  readonly #usedClaims = new Map<string, ActionClaim>()
  /** Requests that were refused, and whose tab knows it: they had no effect. */
  readonly #undone = new Set<NetworkRequest>()
  /** The last sent intent of each lane, by its order. */
  readonly #lastSent = new Map<string, number>()
  readonly #world: SimulatedWorld

  constructor(world: SimulatedWorld) {
    this.#world = world
  }

  claimed({ seq, tab, payload }: Extract<RecordedEvent, { type: "ActionClaimed" }>): void {
    this.#claims.push({ claim: { seq, tab, now: this.#world.now, ...payload }, skew: this.#world.skew })
  }

  sent(request: NetworkRequest, actions: Actions): void {
    const { body, server } = request
    if (!queued.has(request.call) || isNat(request)) return
    const entry = this.#claimOf(request, actions)
    const { action, account } = entry.queued.payload
    const sends = this.sends.get(action) ?? []
    if (!("uid" in body) || account !== `${server} ${body.uid}`)
      throw new Violation(
        9,
        `action ${action} of ${account} was sent to ${server} as ${"uid" in body ? body.uid : "?"}`,
      )
    if (!entry.isAbsolute && sends.some((before) => !this.#undone.has(before)))
      throw new Violation(
        5,
        `${request.call} of action ${action} was sent again, and nothing says that it failed before`,
      )
    if (sends.length === 0) this.#firstSend(entry)
    this.sends.set(action, [...sends, request])
  }

  /** The server refused the request, and the sending tab knows it. */
  refused(request: NetworkRequest): void {
    this.#undone.add(request)
  }

  mayHaveHappened(action: string): boolean {
    return this.sends.get(action)?.some((request) => !this.#undone.has(request)) === true
  }

  /** After a crash, a sent request needs its claim in the log. A claim without a request belongs to no tab. */
  crashed(actions: Actions): void {
    for (const claim of this.#usedClaims.values()) {
      const entry = actions.get(claim.action)
      if (!entry?.claims.some(({ seq, attempt }) => seq === claim.seq && attempt === claim.attempt))
        throw new Violation(17, `attempt ${claim.attempt} of ${claim.action} was sent and a crash took its claim`)
    }
    this.#claims.length = 0
  }

  /** The log started again without its claims. */
  erased(): void {
    this.#usedClaims.clear()
  }

  /** The actions were recorded again in a new order. */
  recounted(actions: Actions): void {
    this.#lastSent.clear()
    for (const { lane, order, queued: intent } of actions.values())
      if (this.sends.has(intent.payload.action)) this.#lastSent.set(lane, order)
  }

  /** The claim of this request: of the same tab and the same call, and not yet used. */
  #claimOf(request: NetworkRequest, actions: Actions): Known {
    const { uid: _uid, token: _token, ...input } = { uid: "", token: "", ...request.body }
    const wanted = canonicalJson(input)
    for (let i = this.#claims.length - 1; i >= 0; i--) {
      const open = this.#claims[i]
      const entry = open === undefined ? undefined : actions.get(open.claim.action)
      if (open === undefined || entry === undefined || open.claim.tab !== request.tab.name) continue
      const { intent } = entry.queued.payload
      if (intent.call !== request.call || canonicalJson(intent.input) !== wanted) continue
      this.#claims.splice(i, 1)
      this.#usedClaims.set(`${open.claim.action} ${open.claim.attempt}`, open.claim)
      this.#checkInTime(request, open, entry)
      return entry
    }
    throw new Violation(17, `${request.tab.name} sent ${request.call} ${wanted} without a claim`)
  }

  #checkInTime({ call }: NetworkRequest, { claim, skew }: OpenClaim, { queued: { payload } }: Known): void {
    const age = this.#world.now - claim.now
    if (age > CLAIM_FRESH_MS) throw new Violation(17, `${call} of ${claim.action} was sent ${age} ms after its claim`)
    const { expiresAt } = payload
    const late = expiresAt !== null && this.#world.wall > expiresAt + CLAIM_FRESH_MS
    if (late && skew === this.#world.skew)
      throw new Violation(0, `${call} of ${claim.action} was sent after it had expired`)
  }

  #firstSend(entry: Known): void {
    const last = this.#lastSent.get(entry.lane) ?? Number.NEGATIVE_INFINITY
    if (last > entry.order) {
      const { seq, payload } = entry.queued
      throw new Violation(8, `action ${payload.action} (event ${seq}) was first sent after a later one of its lane`)
    }
    this.#lastSent.set(entry.lane, entry.order)
  }
}
