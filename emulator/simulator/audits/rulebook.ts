import type { RecordedEvent } from "../../../src/domain/product/events.ts"
import { ACTION_EXPIRY_MAX_MS, ACTION_EXPIRY_MIN_MS, ACTION_EXPIRY_MS } from "../../../src/domain/values/limits.ts"
import { Violation } from "../violation.ts"
import { checkAnswer } from "./answerRules.ts"
import { BatchRules } from "./batchRules.ts"
import { checkClaim } from "./claimRules.ts"
import {
  type AuditFacts,
  ends,
  type Known,
  knownOf,
  type NetworkEvidence,
  type QueuedEvent,
  type Slow,
  type Unsettled,
} from "./ruleFacts.ts"
import { namedTarget, UnsettledTargets } from "./unsettled.ts"

/**
 * A second version of the outbox rules, event by event, without its code on purpose: which event may follow which,
 * when, and on which evidence of the network.
 */

/** All events of one command share the beginning of their ids. */
const commandOf = ({ id }: RecordedEvent): string => id.slice(0, id.lastIndexOf("."))

export class Rulebook implements AuditFacts {
  readonly actions = new Map<string, Known>()
  online = true
  onlineSeq = 0
  readonly slow = new Map<string, Slow>()
  command: readonly RecordedEvent[] = []
  epoch = 0
  leader: string | undefined
  /** Sessions with the tab and the event of their start, and the ended sessions. */
  readonly sessions = new Map<string, { readonly tab: string; readonly seq: number }>()
  readonly signedOut = new Set<string>()
  readonly #targets = new UnsettledTargets()
  readonly #batches = new BatchRules()
  /** Ended actions that a person requested again: the new action replaces them. */
  readonly #askedAgain = new Set<string>()
  #expiryMs = ACTION_EXPIRY_MS
  readonly #evidence: NetworkEvidence

  constructor(evidence: NetworkEvidence) {
    this.#evidence = evidence
  }

  get unsettled(): readonly Unsettled[] {
    return this.#targets.all
  }

  /** Throws when the event may not come now. */
  check(event: RecordedEvent): void {
    const [first] = this.command
    if (first !== undefined && commandOf(first) !== commandOf(event)) this.command = []
    this.#checkOrder(event)
    if (event.type === "ActionQueued") this.#checkQueued(event)
    this.#batches.check(event)
    const action = "action" in event.payload ? this.actions.get(String(event.payload.action)) : undefined
    if (action !== undefined) {
      checkClaim(event, action, this)
      checkAnswer(event, action, this, this.#evidence)
    }
    if (event.type === "TargetSettled") this.#checkSettled(event)
  }

  /** One tab leads, with a new epoch. A session ends once. */
  #checkOrder({ seq, tab, type, payload }: RecordedEvent): void {
    if (type === "LeadershipTaken" && payload.epoch !== this.epoch + 1)
      throw new Violation(17, `epoch ${payload.epoch} follows ${this.epoch} at event ${seq}`)
    if (type === "SignedOut" && this.signedOut.has(payload.sessionId))
      throw new Violation(9, `session ${payload.sessionId} ended twice, at event ${seq}`)
    if (type === "ActionQueued" && this.actions.has(payload.action))
      throw new Violation(5, `action ${payload.action} was queued twice, at event ${seq}`)
    if (type !== "ActionClaimed") return
    const what = `claim of ${payload.action} at event ${seq}`
    if (!this.actions.has(payload.action)) throw new Violation(17, `${what}: no such action`)
    if (payload.epoch !== this.epoch) throw new Violation(17, `${what}: epoch ${payload.epoch}, now ${this.epoch}`)
    if (tab !== this.leader) throw new Violation(17, `${what}: by ${tab}, while ${this.leader} leads`)
  }

  record(event: RecordedEvent): void {
    this.command = [...this.command, event]
    if (event.type === "ActionQueued") this.actions.set(event.payload.action, knownOf(event))
    const action = "action" in event.payload ? this.actions.get(String(event.payload.action)) : undefined
    this.#batches.record(event, action?.queued)
    this.#targets.record(event, action, (id) => this.actions.get(id)?.order ?? 0)
    switch (event.type) {
      case "LeadershipTaken":
        this.epoch = event.payload.epoch
        this.leader = event.tab
        return
      case "SignedIn":
        this.sessions.set(event.payload.sessionId, { tab: event.tab, seq: event.seq })
        return
      case "SignedOut":
        this.signedOut.add(event.payload.sessionId)
        return
      case "ConnectionChanged":
        this.online = event.payload.status === "online"
        if (this.online) this.onlineSeq = event.seq
        return
      case "PreferenceObserved":
        if (event.payload.key === "actionExpiry") this.#expiryMs = expiryOf(event.payload.value)
        return
      default:
        if (action !== undefined) this.#move(event, action)
    }
  }

  #move(event: RecordedEvent, action: Known): void {
    const { account } = action.queued.payload
    const end = ends[event.type]
    if (end !== undefined) action.end = end
    if (event.type === "ActionReopened" || event.type === "ActionDelayed") action.end = undefined
    switch (event.type) {
      case "ActionClaimed":
        action.stage = "sending"
        action.attempts = event.payload.attempt
        action.ambiguousBefore = action.ambiguous
        action.claims.push({ seq: event.seq, tab: event.tab, now: this.#evidence.now(), ...event.payload })
        return
      case "ActionDelayed": {
        const { until, reason, ambiguous } = event.payload
        action.stage = "unsent"
        action.ambiguous ||= ambiguous
        action.wait = { until, reason, since: event.at, seq: event.seq }
        if (reason === "noReply") action.waits.push(until - event.at)
        const times = (this.slow.get(account)?.times ?? 0) + 1
        if (reason === "tooOften") this.slow.set(account, { until, since: event.at, times })
        return
      }
      case "ActionHurried":
      case "ActionReopened":
        action.stage = "unsent"
        action.wait = undefined
        action.isDismissed = false
        return
      case "ActionUnconfirmed":
        action.stage = "unconfirmed"
        return
      case "ActionConfirmed":
        this.slow.delete(account)
        action.stage = "over"
        action.isDone = true
        action.by = event.payload.by
        action.endedAt = event.at
        return
      case "ActionDismissed":
        action.isDismissed = true
        return
      case "ActionRefused":
      case "ActionExpired":
      case "ActionCancelled":
      case "ActionSuperseded":
        action.stage = "over"
        action.endedAt = event.at
    }
  }

  #checkQueued(event: QueuedEvent): void {
    const { action, account, intent, expiresAt } = event.payload
    const again = this.command.find(({ type }) => type === "ActionDismissed")
    const before = again?.type === "ActionDismissed" ? this.actions.get(again.payload.action) : undefined
    const owner = before?.queued.payload.account ?? event.account
    if (account !== owner)
      throw new Violation(9, `action ${action} was queued for ${account} and asked for as ${owner}`)
    const wanted = intent.call === "request_device" ? event.at + this.#expiryMs : null
    if (expiresAt !== wanted)
      throw new Violation(0, `${intent.call} ${action} expires at ${expiresAt}, and should at ${wanted}`)
    if (before === undefined) {
      this.#checkTurn(event)
      this.#batches.checkAsked(event, this.#expiryMs)
    } else this.#askedAgain.add(before.queued.payload.action)
    const known = knownOf(event)
    if (!known.isAbsolute || intent.call === "update_subaccount_state") return
    for (const other of this.actions.values()) {
      if (other.stage === "unsent" && other.target === known.target)
        throw new Violation(6, `action ${other.queued.payload.action} waits beside its newer ${action}`)
    }
  }

  /** A batch asks each device once. It may ask again only after an expiry or a cancellation before the send. */
  #checkTurn({ payload: { action, batch } }: QueuedEvent): void {
    if (batch === undefined) return
    for (const { queued, stage, isDone } of this.actions.values()) {
      const { action: other, batch: of } = queued.payload
      if (other === action || of?.id !== batch.id || of.did !== batch.did || (stage === "over" && !isDone)) continue
      if (this.#askedAgain.has(other)) continue
      throw new Violation(5, `batch ${batch.id} asks ${batch.did} by ${action}, and has by ${other}, which is ${stage}`)
    }
  }

  /** Checks that no sent request can still change the target, and that none is on its way. */
  #checkSettled({ payload: { account, target } }: Extract<RecordedEvent, { type: "TargetSettled" }>): void {
    for (const action of this.actions.values()) {
      const { intent, action: id } = action.queued.payload
      if (action.queued.payload.account !== account || namedTarget(intent) !== target) continue
      if (action.stage === "sending")
        throw new Violation(6, `${target} is called settled while ${intent.call} ${id} is on its way`)
      for (const request of this.#evidence.sends(id)) {
        if (request.arrivals === 0 && request.isOnItsWay)
          throw new Violation(6, `${target} is called settled, and request ${request.n} can still arrive`)
      }
    }
  }
}

/** OFFLINE-6: from a minute to a day, else five minutes. */
const expiryOf = (text: string | null): number => {
  const ms = Number(text ?? Number.NaN)
  return Number.isInteger(ms) && ms >= ACTION_EXPIRY_MIN_MS && ms <= ACTION_EXPIRY_MAX_MS ? ms : ACTION_EXPIRY_MS
}
