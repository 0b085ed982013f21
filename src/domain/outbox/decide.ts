import { definitionOf, type Intent, isAbsolute, targetOf } from "../actions/table.ts"
import type { Stamp } from "../event/event.ts"
import type { ConnectionState } from "../features/connection/feature.ts"
import { isAllowedTransition } from "../features/sharing/decide.ts"
import type { AccountKey } from "../values/identity.ts"
import { OPEN_ACTIONS_MAX, TOO_OFTEN_BASE_MS } from "../values/limits.ts"
import { invalid, type Parsed, valid } from "../values/parsed.ts"
import { inherited } from "./contests.ts"
import type { OutboxEvent } from "./events.ts"
import { expiredActions, isExpired } from "./expiry.ts"
import { type AttemptOutcome, decideOutcome, recover } from "./outcome.ts"
import { maySend, waitsUntil } from "./schedule.ts"
import { type Action, isOpen, isUnsent, type OutboxState } from "./state.ts"

export type OutboxCommand =
  | { readonly type: "TakeLeadership" }
  | { readonly type: "ClaimAction"; readonly action: string; readonly epoch: number }
  | {
      readonly type: "RecordOutcome"
      readonly action: string
      readonly attempt: number
      readonly outcome: AttemptOutcome
      /** Drawn once from [0, 1): the jitter of the next wait. */
      readonly jitter: number
    }
  | { readonly type: "ExpireActions"; readonly epoch: number }
  /** A server answered a reading with a wait of so many ms; null where it gave no time. */
  | { readonly type: "RecordWait"; readonly account: AccountKey; readonly ms: number | null }
  | { readonly type: "CancelAction"; readonly action: string }
  | { readonly type: "HurryAction"; readonly action: string }
  | { readonly type: "DismissAction"; readonly action: string }
  | { readonly type: "DismissSettled" }
  /** "It happened": a person settles an action whose outcome the client cannot find out. */
  | { readonly type: "ConfirmAction"; readonly action: string }
  | { readonly type: "SendActionAgain"; readonly action: string }
  | { readonly type: "DiscardActions"; readonly account: AccountKey }

export type OutboxRejection =
  | "unknownAction"
  | "notLeader"
  | "notReady"
  | "notUnsent"
  | "notUnconfirmed"
  | "stillOpen"
  | "outboxFull"
  | "signedOut"

type Decision = Parsed<readonly OutboxEvent[], OutboxRejection>

/** The data that the outbox needs of other features: the signed-in account, and whether the server answers. */
export interface OutboxContext {
  readonly account: AccountKey | null
  readonly connection: ConnectionState
  /** The server's own status of a sub-account (codes of SUB-1), undefined when unknown. */
  readonly subAccountStatus: (accountId: string) => number | undefined
  readonly expiryMs: number
  /** True when a settled action still leads a person to something. Clearing the others keeps it. */
  readonly isNeeded: (action: Action) => boolean
}

export const decideOutbox = (
  command: OutboxCommand,
  outbox: OutboxState,
  stamp: Stamp,
  context: OutboxContext,
): Decision => {
  switch (command.type) {
    case "TakeLeadership":
      return valid([{ type: "LeadershipTaken", payload: { epoch: outbox.epoch + 1 } }, ...recover(outbox, stamp.at)])
    case "ClaimAction":
      return decideClaim(command, outbox, stamp, context)
    case "ExpireActions":
      return command.epoch === outbox.epoch ? valid(expirations(outbox, stamp.at)) : invalid("notLeader")
    case "DismissSettled":
      return valid(outbox.actions.settled.filter((action) => isClearable(action, context)).map(dismissed))
    case "RecordWait": {
      const until = stamp.at + (command.ms ?? TOO_OFTEN_BASE_MS)
      return until <= (waitsUntil(outbox, command.account, stamp.at) ?? 0)
        ? valid([])
        : valid([{ type: "WaitAsked", payload: { account: command.account, until } }])
    }
    case "DiscardActions":
      return valid(outbox.actions.openOf(command.account).filter(isUnsent).map(cancelled))
    default: {
      const action = outbox.actions.get(command.action)
      // For a person a dismissed action is gone, even while the outbox keeps it until its value is read back.
      if (action === undefined || (action.dismissed && command.type !== "RecordOutcome"))
        return invalid("unknownAction")
      return decideForAction(command, action, outbox, stamp, context)
    }
  }
}

const decideForAction = (
  command: Exclude<
    OutboxCommand,
    { type: "TakeLeadership" | "ClaimAction" | "ExpireActions" | "DismissSettled" | "DiscardActions" | "RecordWait" }
  >,
  action: Action,
  outbox: OutboxState,
  stamp: Stamp,
  context: OutboxContext,
): Decision => {
  switch (command.type) {
    case "RecordOutcome":
      return valid(decideOutcome(command, action, outbox, stamp.at))
    case "CancelAction":
      return isUnsent(action) ? valid([cancelled(action)]) : invalid("notUnsent")
    case "HurryAction":
      return isUnsent(action)
        ? valid([{ type: "ActionHurried", payload: { action: action.id } }])
        : invalid("notUnsent")
    case "DismissAction":
      return isOpen(action) ? invalid("stillOpen") : valid([dismissed(action)])
    case "ConfirmAction":
      return action.status.state === "unconfirmed"
        ? valid([{ type: "ActionConfirmed", payload: { action: action.id, by: "person" } }])
        : invalid("notUnconfirmed")
    case "SendActionAgain": {
      if (isOpen(action)) return invalid("stillOpen")
      const queued = queueIntent(action.intent, action, outbox, stamp, { ...context, account: action.account })
      return queued.ok ? valid([dismissed(action), ...queued.value]) : queued
    }
  }
}

const dismissed = ({ id }: Action): OutboxEvent => ({ type: "ActionDismissed", payload: { action: id } })

/** An action that may already have taken effect becomes unconfirmed: “cancelled” would be a false claim. */
export const cancelled = (action: Action): OutboxEvent =>
  action.ambiguous
    ? { type: "ActionUnconfirmed", payload: { action: action.id, reason: "noReply" } }
    : { type: "ActionCancelled", payload: { action: action.id } }

/** A person may dismiss each action alone. “Clear all” dismisses only those that are no longer needed. */
const isClearable = (action: Action, { isNeeded }: OutboxContext): boolean => !action.dismissed && !isNeeded(action)

const expirations = (outbox: OutboxState, now: number): readonly OutboxEvent[] =>
  expiredActions(outbox, now).map(({ id }) => ({ type: "ActionExpired", payload: { action: id } }))

const decideClaim = (
  command: Extract<OutboxCommand, { type: "ClaimAction" }>,
  outbox: OutboxState,
  stamp: Stamp,
  { account, connection }: OutboxContext,
): Decision => {
  if (command.epoch !== outbox.epoch) return invalid("notLeader")
  const action = outbox.actions.get(command.action)
  if (action === undefined) return invalid("unknownAction")
  if (isUnsent(action) && isExpired(action, stamp.at))
    return valid([{ type: "ActionExpired", payload: { action: action.id } }])
  if (action.account !== account || !maySend(outbox, action, connection, stamp.at)) return invalid("notReady")
  const claim = { action: action.id, attempt: action.attempts + 1, epoch: outbox.epoch }
  return valid([{ type: "ActionClaimed", payload: claim }])
}

/**
 * Queues an intent of the signed-in account under the id of the command. It supersedes older unsent intents of the same
 * target; for a change of status, only where the server's status allows the result (SUB-3).
 */
export const queueIntent = (
  intent: Intent,
  { subject, before, from, batch }: Pick<Action, "subject" | "before" | "from" | "batch">,
  outbox: OutboxState,
  stamp: Stamp,
  context: OutboxContext,
): Decision => {
  const { account } = context
  if (account === null) return invalid("signedOut")
  const action = stamp.id
  const expiresAt = definitionOf(intent).isDeviceCommand ? stamp.at + context.expiryMs : null
  const ofTarget = outbox.actions.ofTarget(account, targetOf(intent))
  const theirs = isAbsolute(intent) ? inherited(ofTarget, intent) : null
  const details = {
    subject,
    before,
    ...(from !== undefined && { from }),
    ...(batch !== undefined && { batch }),
    ...(theirs !== null && { theirs }),
  }
  const superseded = ofTarget.filter((older) => givesWay(older, intent, context))
  // A newer value that supersedes an older one needs no more room.
  if (outbox.actions.openOf(account).length - superseded.length >= OPEN_ACTIONS_MAX) return invalid("outboxFull")
  return valid([
    ...superseded.map(({ id }): OutboxEvent => ({ type: "ActionSuperseded", payload: { action: id, by: action } })),
    { type: "ActionQueued", payload: { action, account, intent, ...details, expiresAt } },
  ])
}

const givesWay = (older: Action, newer: Intent, context: OutboxContext): boolean => {
  if (!isUnsent(older) || !isAbsolute(newer)) return false
  const change = definitionOf(newer).followsStatus(newer)
  if (change === null) return true
  if (older.ambiguous) return false
  const from = context.subAccountStatus(change.accountId)
  return from !== undefined && isAllowedTransition(from, change.to)
}
