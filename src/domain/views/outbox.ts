import { isUnanswered } from "../model/invitations.ts"
import type { State } from "../model/state.ts"
import { type Action, type ActionStatus, isOpen, isSettled, isUnsent } from "../outbox/state.ts"
import { LASTING_ACTION_MS } from "../values/limits.ts"
import type { Intent } from "../wire/intent.ts"

/** The states a person sees: `held` is an unsent action whose account is not signed in. */
export type ActionState = ActionStatus["state"] | "held"

export const shownState = (state: State, action: Action): ActionState =>
  isUnsent(action) && state.session.current?.account !== action.account ? "held" : action.status.state

/** What a person may do about an action. */
export type ActionChoice = "retryNow" | "cancel" | "discard" | "happened" | "sendAgain" | "signIn"

export interface OutboxItem {
  readonly id: string
  readonly intent: Intent
  readonly subject: string
  readonly before: string | null
  /** S 4 code that was shown when a change of state was asked for. */
  readonly from?: number
  readonly state: ActionState
  readonly status: ActionStatus
  readonly attempts: number
  /** When the person asked, ms. */
  readonly at: number
  readonly expiresAt: number | null
  /** Behind an earlier action of its lane, or only waiting for the connection. */
  readonly online: boolean
  /** The e-mail to sign in with, for a held action; null when this browser has forgotten it. */
  readonly heldFor: string | null
  readonly choices: readonly ActionChoice[]
}

export interface OutboxView {
  readonly waiting: readonly OutboxItem[]
  readonly decide: readonly OutboxItem[]
  /** Latest first. */
  readonly settled: readonly OutboxItem[]
  /** Whether clearing takes something away: an invitation that nobody has accepted stays, for its code. */
  readonly clearable: boolean
  /** Waiting and needing a decision: the figure of the badge. */
  readonly count: number
}

/**
 * What another account left unsent stays in sight, so that nobody wonders where it went; what became of its other
 * actions is for its own eyes.
 */
const concerns = (state: State, action: Action): boolean =>
  isOpen(action) || state.session.current === null || state.session.current.account === action.account

/** The outbox of the account signed in, and what others have still to send. */
export const outboxView = (state: State): OutboxView => {
  const waiting: OutboxItem[] = []
  const decide: OutboxItem[] = []
  const settled: OutboxItem[] = []
  let clearable = false
  for (const action of state.outbox.actions.values()) {
    if (action.dismissed || !concerns(state, action)) continue
    clearable ||= isSettled(action) && !isUnanswered(state, action)
    const group = isOpen(action) ? waiting : action.status.state === "unconfirmed" ? decide : settled
    group.push(itemOf(state, action))
  }
  return { waiting, decide, settled: settled.reverse(), clearable, count: waiting.length + decide.length }
}

const isUndecided = (state: State, action: Action): boolean =>
  action.status.state === "unconfirmed" && !action.dismissed && concerns(state, action)

/** The figure of the badge alone, cheap enough to be watched everywhere. */
export const outboxCount = (state: State): number => {
  let count = 0
  for (const action of state.outbox.actions.values()) if (isOpen(action) || isUndecided(state, action)) count += 1
  return count
}

/** The newest action that did not settle at once, or waits for a decision; null when there is none. */
export const lastingAction = (state: State, now: number): string | null => {
  let newest: string | null = null
  for (const action of state.outbox.actions.values()) {
    const lasts = isOpen(action) && Math.abs(now - action.at) >= LASTING_ACTION_MS
    if (lasts || isUndecided(state, action)) newest = action.id
  }
  return newest
}

/** Unsent actions of the account signed in: what a log-out must ask about (LAYOUT-3). */
export const unsentCount = (state: State): number => {
  let count = 0
  for (const action of state.outbox.actions.values())
    if (isOpen(action) && action.account === state.session.current?.account) count += 1
  return count
}

const itemOf = (state: State, action: Action): OutboxItem => {
  const { id, intent, subject, before, from, status, attempts, at, expiresAt } = action
  const shown = shownState(state, action)
  const online = state.connection.status === "online"
  const choices = choicesOf(shown, action)
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
    heldFor,
    choices,
  }
}

const choicesOf = (shown: ActionState, { intent }: Action): readonly ActionChoice[] => {
  switch (shown) {
    case "queued":
      return ["cancel"]
    case "waiting":
      return ["retryNow", "cancel"]
    case "held":
      return ["signIn", "cancel"]
    case "sending":
      return []
    case "unconfirmed":
      return ["happened", "sendAgain", "discard"]
    case "refused":
      return ["sendAgain", "discard"]
    case "expired":
      return intent.call === "request_device" ? ["sendAgain", "discard"] : ["discard"]
    case "confirmed":
    case "cancelled":
    case "superseded":
      return ["discard"]
  }
}
