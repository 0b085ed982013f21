import type { QueuedCall } from "../../../src/domain/actions/table.ts"
import type { RecordedEvent } from "../../../src/domain/product/events.ts"
import { Violation } from "../violation.ts"

/**
 * A second bookkeeping of the outbox, written only from the events and on purpose without its code: what the code
 * believes of itself is what is being checked.
 */

export type QueuedEvent = Extract<RecordedEvent, { type: "ActionQueued" }>

export interface LedgerClaim {
  readonly seq: number
  readonly action: string
  readonly attempt: number
  readonly epoch: number
  readonly tab: string
}

/** The outbox's own words for the ways an action can end. */
export type End = "confirmed" | "refused" | "unconfirmed" | "expired" | "cancelled" | "superseded"

export interface LedgerEntry {
  /** Position of the intent in the log, from 1. */
  readonly n: number
  readonly queued: QueuedEvent
  readonly lane: string
  readonly target: string
  readonly claims: LedgerClaim[]
  /** How it stands: on its way to an end, or ended; a reopened one is on its way again. */
  end: End | undefined
  /** Who said so, of a confirmed one. */
  by: string | undefined
}

/** Says a final value, so that it may be sent again; the other calls go out once at most (decision 7). */
export const absolute: Readonly<Record<QueuedCall, boolean>> = {
  rename_device: true,
  rename_account: true,
  rename_subaccount: true,
  update_subaccount_email: true,
  update_subaccount_state: true,
  modify_subdevice: true,
  disconnect_main_account: false,
  send_invitation: false,
  request_device: false,
}
export const isOnce = (entry: LedgerEntry): boolean => !absolute[entry.queued.payload.intent.call]

export const laneOf = ({ payload: { account, intent } }: QueuedEvent): string => {
  switch (intent.call) {
    case "rename_device":
    case "request_device":
      return `${account} device ${intent.input.did}`
    case "rename_subaccount":
    case "update_subaccount_email":
    case "update_subaccount_state":
    case "modify_subdevice":
      return `${account} sub-account ${intent.input.accountId}`
    case "rename_account":
    case "disconnect_main_account":
    case "send_invitation":
      return `${account} own`
  }
}

export const targetOf = ({ payload: { account, intent } }: QueuedEvent): string => {
  switch (intent.call) {
    case "rename_device":
      return `${account} name of device ${intent.input.did}`
    case "rename_account":
      return `${account} own name`
    case "rename_subaccount":
      return `${account} name of sub-account ${intent.input.accountId}`
    case "update_subaccount_email":
      return `${account} e-mail of sub-account ${intent.input.accountId}`
    case "update_subaccount_state":
      return `${account} state of sub-account ${intent.input.accountId}`
    case "modify_subdevice":
      return `${account} device ${intent.input.deviceId} of sub-account ${intent.input.accountId}`
    default:
      return `${account} ${intent.call}`
  }
}

const ends: Partial<Record<RecordedEvent["type"], End>> = {
  ActionConfirmed: "confirmed",
  ActionRefused: "refused",
  ActionUnconfirmed: "unconfirmed",
  ActionExpired: "expired",
  ActionCancelled: "cancelled",
  ActionSuperseded: "superseded",
}

/** Events that were carried over into a log that begins again come without a tab and without a lead. */
const isKept = ({ id }: RecordedEvent): boolean => id.startsWith("kept.")

export class Ledger {
  /** In the order of intents. */
  readonly entries = new Map<string, LedgerEntry>()
  epoch = 0
  leader: string | undefined
  /** Sessions, and the tab that wrote that they began. */
  readonly signedIn = new Map<string, string>()
  /** The event with which each session began. */
  readonly sessionSeqs = new Map<string, number>()
  /** Ends of sessions, by session. */
  readonly signedOut = new Map<string, number>()

  /** `carried`: actions that were settled before the log began again. */
  constructor(carried: Iterable<readonly [string, LedgerEntry]> = []) {
    for (const [action, entry] of carried) this.entries.set(action, { ...entry, n: this.entries.size })
  }

  record(event: RecordedEvent): void {
    switch (event.type) {
      case "LeadershipTaken":
        if (event.payload.epoch !== this.epoch + 1 && !isKept(event))
          throw new Violation(17, `epoch ${event.payload.epoch} follows ${this.epoch} at event ${event.seq}`)
        this.epoch = event.payload.epoch
        this.leader = event.tab
        return
      case "ActionQueued":
        this.#queue(event)
        return
      case "ActionClaimed":
        this.#claim(event)
        return
      case "SignedIn":
        this.signedIn.set(event.payload.sessionId, event.tab)
        this.sessionSeqs.set(event.payload.sessionId, event.seq)
        return
      case "SignedOut": {
        const times = (this.signedOut.get(event.payload.sessionId) ?? 0) + 1
        if (times > 1) throw new Violation(9, `session ${event.payload.sessionId} ended twice, at event ${event.seq}`)
        this.signedOut.set(event.payload.sessionId, times)
        return
      }
      default:
        this.#end(event)
    }
  }

  #queue(event: QueuedEvent): void {
    const { action } = event.payload
    if (this.entries.has(action)) throw new Violation(5, `action ${action} was queued twice, at event ${event.seq}`)
    const [n, lane, target] = [this.entries.size, laneOf(event), targetOf(event)]
    this.entries.set(action, { n, queued: event, lane, target, claims: [], end: undefined, by: undefined })
  }

  #claim(event: Extract<RecordedEvent, { type: "ActionClaimed" }>): void {
    const { seq, tab, payload } = event
    const entry = this.entries.get(payload.action)
    const what = `claim of ${payload.action} at event ${seq}`
    if (entry === undefined) throw new Violation(17, `${what}: no such action`)
    if (isKept(event)) {
      entry.claims.push({ seq, tab, ...payload })
      return
    }
    if (payload.epoch !== this.epoch) throw new Violation(17, `${what}: epoch ${payload.epoch}, now ${this.epoch}`)
    if (tab !== this.leader) throw new Violation(17, `${what}: by ${tab}, while ${this.leader} leads`)
    if (entry.end !== undefined) throw new Violation(17, `${what}: it is ${entry.end} already`)
    entry.claims.push({ seq, tab, ...payload })
  }

  #end(event: RecordedEvent): void {
    if (!("payload" in event) || !("action" in event.payload)) return
    const entry = this.entries.get(event.payload.action)
    if (entry === undefined) return
    if (event.type === "ActionReopened" || event.type === "ActionDelayed") entry.end = undefined
    const end = ends[event.type]
    if (end === undefined) return
    entry.end = end
    entry.by = event.type === "ActionConfirmed" ? event.payload.by : undefined
  }
}
