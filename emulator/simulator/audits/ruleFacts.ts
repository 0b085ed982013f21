import type { QueuedCall } from "../../../src/domain/actions/table.ts"
import type { RecordedEvent } from "../../../src/domain/product/events.ts"
import type { NetworkRequest, Settled } from "../network/network.ts"

/** The facts on which the rules of the outbox judge an event. */

export type QueuedEvent = Extract<RecordedEvent, { type: "ActionQueued" }>

export interface ActionClaim {
  readonly seq: number
  readonly action: string
  readonly attempt: number
  readonly epoch: number
  readonly tab: string
  /** The time of the claim on the clock of the world, ms. */
  readonly now: number
}

/** The possible ends of an action, in the outbox's words. */
export type End = "confirmed" | "refused" | "unconfirmed" | "expired" | "cancelled" | "superseded"

export const ends: Partial<Record<RecordedEvent["type"], End>> = {
  ActionConfirmed: "confirmed",
  ActionRefused: "refused",
  ActionUnconfirmed: "unconfirmed",
  ActionExpired: "expired",
  ActionCancelled: "cancelled",
  ActionSuperseded: "superseded",
}

/** True for a call that sets a final value and may be repeated. The others go out at most once (decision 7). */
const absolute: Readonly<Record<QueuedCall, boolean>> = {
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

const laneOf = ({ payload: { account, intent } }: QueuedEvent): string => {
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

const targetOf = ({ payload: { account, intent } }: QueuedEvent): string => {
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

export type ActionStage = "unsent" | "sending" | "unconfirmed" | "over"

/** An action in its events. Times named `at` are of the wall clock, `now` of the world, both ms. */
export interface Known {
  readonly queued: QueuedEvent
  readonly order: number
  readonly lane: string
  readonly target: string
  readonly isAbsolute: boolean
  stage: ActionStage
  /** True when it was reported as done. */
  isDone: boolean
  /** Time of its last end, by the wall clock, ms. */
  endedAt: number | undefined
  /** True when it was removed from the panel. */
  isDismissed: boolean
  attempts: number
  /** True when some attempt may have reached the server. */
  ambiguous: boolean
  /** The value of `ambiguous` before the latest claim. */
  ambiguousBefore: boolean
  readonly claims: ActionClaim[]
  /** Its end. A reopened action has none. */
  end: End | undefined
  /** The source of a confirmation. */
  by: string | undefined
  /** Its current wait. Undefined when it may go at once. */
  wait: { readonly until: number; readonly since: number; readonly seq: number; readonly reason: string } | undefined
  /** Lengths of consecutive waits for a reply, ms, the latest last. */
  readonly waits: number[]
}

/** The fields of a request that the rules need. */
export interface SentRequest extends Pick<NetworkRequest, "n" | "sentAt" | "arrivals" | "isOnItsWay"> {
  readonly tab: Pick<NetworkRequest["tab"], "name">
}

/** The facts of the network that an event must agree with. */
export interface NetworkEvidence {
  readonly now: () => number
  readonly sends: (action: string) => readonly SentRequest[]
  readonly received: (request: SentRequest) => Settled | undefined
}

/** The wait of an account, ms by the wall clock, and the number of consecutive requests of the server for it. */
export interface Slow {
  readonly until: number
  readonly since: number
  readonly times: number
}

/** A target that a lost request may still change, and the confirmed action whose value the client must read back. */
export interface Unsettled {
  readonly account: string
  readonly target: string
  /** Event that reported the last lost request. */
  readonly lostAt: number
  readonly action: string | null
}

/** State of the audits after the events so far. */
export interface AuditFacts {
  readonly actions: ReadonlyMap<string, Known>
  /** True when the server answers, and the last event that reported it. */
  readonly online: boolean
  readonly onlineSeq: number
  /** Accounts that the server asked to slow down. */
  readonly slow: ReadonlyMap<string, Slow>
  /** Targets that a lost request may still change. */
  readonly unsettled: readonly Unsettled[]
  /** Earlier events of the current command. */
  readonly command: readonly RecordedEvent[]
}

export const knownOf = (queued: QueuedEvent): Known => ({
  queued,
  order: queued.seq,
  lane: laneOf(queued),
  target: targetOf(queued),
  isAbsolute: absolute[queued.payload.intent.call],
  stage: "unsent",
  isDone: false,
  endedAt: undefined,
  isDismissed: false,
  attempts: 0,
  ambiguous: false,
  ambiguousBefore: false,
  claims: [],
  end: undefined,
  by: undefined,
  wait: undefined,
  waits: [],
})
