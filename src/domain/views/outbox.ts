import { askFor, commandFor, definitionOf, type Intent, type PersonCommand } from "../actions/table.ts"
import { accountViewOf } from "../outbox/overlay.ts"
import { type Action, type ActionStatus, isOpen, isUnsent, replacedBy } from "../outbox/state.ts"
import type { State } from "../product/state.ts"
import { isUnaccepted } from "../product/unacceptedInvitations.ts"

/** The states that a person sees. `held` is an unsent action whose account is not signed in. */
export type ActionState = ActionStatus["state"] | "held"

export const shownState = (state: State, action: Action): ActionState =>
  isUnsent(action) && state.session.current?.account !== action.account ? "held" : action.status.state

/** The choices of a person for an action. */
export type ActionChoice = "retryNow" | "cancel" | "discard" | "happened" | "sendAgain" | "signIn" | "restore"

export interface OutboxItem {
  readonly id: string
  readonly intent: Intent
  readonly subject: string
  readonly before: string | null
  /** Code of SUB-1 that was shown when a person asked for a change of status. */
  readonly from?: number
  readonly state: ActionState
  readonly status: ActionStatus
  readonly attempts: number
  /** When the person asked, ms. */
  readonly at: number
  readonly expiresAt: number | null
  /** Behind an earlier action of its lane, or only waiting for the connection. */
  readonly online: boolean
  /** The end of the wait that the server asked of its account, ms; null when there is none. */
  readonly waitsUntil: number | null
  /**
   * The time when the device of a wake or reboot was last seen, ms. Null for other actions, and when the device is not
   * on the list.
   */
  readonly deviceSeen: number | null
  /** The e-mail to sign in with, for a held action; null when this browser has forgotten it. */
  readonly heldFor: string | null
  /** The value of another client, and true when this action has replaced it or is about to. */
  readonly contest: { readonly theirs: Intent; readonly isReplaced: boolean } | null
  /** The command that sets the replaced value again; null when there is none, or a person cannot ask for it now. */
  readonly restoring: PersonCommand | null
  readonly choices: readonly ActionChoice[]
}

interface Groups<Entry> {
  readonly waiting: readonly Entry[]
  readonly decide: readonly Entry[]
  /** Latest first. */
  readonly settled: readonly Entry[]
  /** True when clearing removes an entry. An invitation that is not accepted yet stays, for its code. */
  readonly clearable: boolean
}

/** The group of each action in the outbox, by its id. */
export type OutboxGroups = Groups<string>

export interface OutboxView extends Groups<OutboxItem> {
  /** The number of waiting and undecided actions, for the badge. */
  readonly count: number
}

/**
 * Unsent actions of another account stay visible, so that they do not seem lost. Only their own account sees the
 * outcomes.
 */
const concerns = (state: State, action: Action): boolean =>
  isOpen(action) || state.session.current === null || state.session.current.account === action.account

/** The outbox of the signed-in account, and the unsent actions of others. */
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

/** One action for the outbox; null when it is forgotten. */
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

/** The number for the badge alone, cheap enough to watch everywhere. */
export const outboxCount = (state: State): number => {
  const { open, unconfirmed } = state.outbox.actions
  return open.length + unconfirmed.filter((action) => isUndecided(state, action)).length
}

/** Number of refused actions that are not dismissed. They do not wait, but an outbox with them is not empty. */
export const refusedCount = (state: State): number =>
  state.outbox.actions.settled.filter(
    (action) => action.status.state === "refused" && !action.dismissed && concerns(state, action),
  ).length

/** Unsent actions of the signed-in account, about which a log-out must ask (LAYOUT-3). */
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

/** The client knows the device list of the signed-in account only. */
const deviceSeen = ({ devices, session }: State, { intent, account }: Action): number | null => {
  const { isDeviceCommand, about } = definitionOf(intent)
  const subject = about(intent)
  if (!isDeviceCommand || subject.kind !== "device") return null
  if (devices.account !== account || session.current?.account !== account) return null
  return devices.bound.get(subject.id)?.lastSeen ?? null
}

/** True before the first attempt, while the person may still undo it. */
export const isUndoable = (status: ActionStatus): boolean => status.state === "waiting" && status.reason === "undo"

/** The server asked to wait: nothing is sent earlier, whatever a person presses. */
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
