import { askFor, commandFor, definitionOf, type Intent, type PersonCommand } from "../actions/table.ts"
import { accountViewOf } from "../outbox/overlay.ts"
import { type Action, type ActionStatus, isOpen, isUnsent, replacedBy } from "../outbox/state.ts"
import type { State } from "../product/state.ts"
import { isUnaccepted } from "../product/unacceptedInvitations.ts"

/** The states a person sees: `held` is an unsent action whose account is not signed in. */
export type ActionState = ActionStatus["state"] | "held"

export const shownState = (state: State, action: Action): ActionState =>
  isUnsent(action) && state.session.current?.account !== action.account ? "held" : action.status.state

/** What a person may do about an action. */
export type ActionChoice = "retryNow" | "cancel" | "discard" | "happened" | "sendAgain" | "signIn" | "restore"

export interface OutboxItem {
  readonly id: string
  readonly intent: Intent
  readonly subject: string
  readonly before: string | null
  /** Code of SUB-1 that was shown when a change of state was asked for. */
  readonly from?: number
  readonly state: ActionState
  readonly status: ActionStatus
  readonly attempts: number
  /** When the person asked, ms. */
  readonly at: number
  readonly expiresAt: number | null
  /** Behind an earlier action of its lane, or only waiting for the connection. */
  readonly online: boolean
  /** Until when its account waits because the server asked for it, ms; null when none did. */
  readonly waitsUntil: number | null
  /** When the device that a wake or reboot is for was last seen, ms; null for all else, and when it is not on the list. */
  readonly deviceSeen: number | null
  /** The e-mail to sign in with, for a held action; null when this browser has forgotten it. */
  readonly heldFor: string | null
  /** What another client has set meanwhile, and whether this action has replaced it or is about to. */
  readonly contest: { readonly theirs: Intent; readonly isReplaced: boolean } | null
  /** Sets again what it has replaced; null when it has replaced nothing, or when that cannot be asked for now. */
  readonly restoring: PersonCommand | null
  readonly choices: readonly ActionChoice[]
}

interface Groups<Entry> {
  readonly waiting: readonly Entry[]
  readonly decide: readonly Entry[]
  /** Latest first. */
  readonly settled: readonly Entry[]
  /** Whether clearing takes something away: an invitation that is not accepted yet stays, for its code. */
  readonly clearable: boolean
}

/** Where each action is in the outbox, by its id. */
export type OutboxGroups = Groups<string>

export interface OutboxView extends Groups<OutboxItem> {
  /** Waiting and needing a decision: the figure of the badge. */
  readonly count: number
}

/**
 * Unsent actions of another account stay visible, so that they do not seem lost; the outcomes of its other actions are
 * shown only to that account.
 */
const concerns = (state: State, action: Action): boolean =>
  isOpen(action) || state.session.current === null || state.session.current.account === action.account

/** The outbox of the account signed in, and what others have still to send. */
export const outboxGroups = (state: State): OutboxGroups => {
  const { open, unconfirmed, settled } = state.outbox.actions
  const isShown = (action: Action) => !action.dismissed && concerns(state, action)
  const idOf = ({ id }: Action) => id
  const shown = settled.filter(isShown)
  return {
    waiting: open.map(idOf),
    decide: unconfirmed.filter(isShown).map(idOf),
    settled: shown.map(idOf).reverse(),
    clearable: shown.some((action) => !isUnaccepted(state, action)),
  }
}

/** One action as the outbox shows it; null when it is forgotten. */
export const outboxItem = (state: State, id: string): OutboxItem | null => {
  const action = state.outbox.actions.get(id)
  return action === undefined ? null : itemOf(state, action)
}

/** The whole outbox at once; a screen watches each item separately. */
export const outboxView = (state: State): OutboxView => {
  const { waiting, decide, settled, clearable } = outboxGroups(state)
  const items = (ids: readonly string[]) => ids.flatMap((id) => outboxItem(state, id) ?? [])
  return {
    waiting: items(waiting),
    decide: items(decide),
    settled: items(settled),
    clearable,
    count: waiting.length + decide.length,
  }
}

const isUndecided = (state: State, action: Action): boolean =>
  action.status.state === "unconfirmed" && !action.dismissed && concerns(state, action)

/** The figure of the badge alone, cheap enough to be watched everywhere. */
export const outboxCount = (state: State): number => {
  const { open, unconfirmed } = state.outbox.actions
  return open.length + unconfirmed.filter((action) => isUndecided(state, action)).length
}

/** Refused, and still to be read: not waiting, but an outbox that holds them is not empty. */
export const refusedCount = (state: State): number =>
  state.outbox.actions.settled.filter(
    (action) => action.status.state === "refused" && !action.dismissed && concerns(state, action),
  ).length

/** Unsent actions of the account signed in: what a log-out must ask about (LAYOUT-3). */
export const unsentCount = ({ session, outbox }: State): number =>
  outbox.actions.openOf(session.current?.account ?? null).length

const itemOf = (state: State, action: Action): OutboxItem => {
  const { id, intent, subject, before, from, status, attempts, at, expiresAt } = action
  const shown = shownState(state, action)
  const online = state.connection.status === "online"
  const choices = choicesOf(shown, action)
  const restoring = restoringCommand(state, action)
  const heldFor = shown === "held" ? (state.session.emails.get(action.account) ?? null) : null
  return {
    id,
    intent,
    subject,
    before,
    ...(from !== undefined && { from }),
    state: shown,
    status,
    attempts,
    at,
    expiresAt,
    online,
    waitsUntil: state.outbox.waits.get(action.account)?.until ?? null,
    deviceSeen: deviceSeen(state, action),
    heldFor,
    contest: contestOf(action),
    restoring,
    choices: restoring === null ? choices : [...choices, "restore"],
  }
}

const contestOf = (action: Action): OutboxItem["contest"] => {
  const replaced = replacedBy(action)
  if (replaced !== null) return { theirs: replaced, isReplaced: true }
  return isOpen(action) && action.contest !== undefined ? { theirs: action.contest.theirs, isReplaced: false } : null
}

const restoringCommand = (state: State, action: Action): PersonCommand | null => {
  const theirs = replacedBy(action)
  if (theirs === null || state.session.current?.account !== action.account) return null
  const [command, view] = [commandFor(theirs), accountViewOf(state)]
  if (command === null || view === null) return null
  const asked = askFor(command, view)
  return asked.ok && asked.value !== null ? command : null
}

/** A list of devices is known of the account that is signed in alone. */
const deviceSeen = ({ devices, session }: State, { intent, account }: Action): number | null => {
  const { isDeviceCommand, about } = definitionOf(intent)
  const subject = about(intent)
  if (!isDeviceCommand || subject.kind !== "device") return null
  if (devices.account !== account || session.current?.account !== account) return null
  return devices.bound.get(subject.id)?.lastSeen ?? null
}

/** Not tried yet, so that the person may still think better of it. */
export const isUndoable = (status: ActionStatus): boolean => status.state === "waiting" && status.reason === "undo"

/** The server asked to wait: sooner nothing is sent, whatever a person presses. */
const isAskedFor = (status: ActionStatus): boolean => status.state === "waiting" && status.reason === "wait"

const choicesOf = (shown: ActionState, { intent, status }: Action): readonly ActionChoice[] => {
  switch (shown) {
    case "queued":
      return ["cancel"]
    case "waiting":
      return isUndoable(status) || isAskedFor(status) ? ["cancel"] : ["retryNow", "cancel"]
    case "held":
      return ["signIn", "cancel"]
    case "sending":
      return []
    case "unconfirmed":
      return ["happened", "sendAgain", "discard"]
    case "refused":
      return ["sendAgain", "discard"]
    case "expired":
      return definitionOf(intent).isDeviceCommand ? ["sendAgain", "discard"] : ["discard"]
    case "confirmed":
    case "cancelled":
    case "superseded":
      return ["discard"]
  }
}
