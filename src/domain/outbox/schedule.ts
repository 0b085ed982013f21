import { definitionOf, laneOf, targetOf } from "../actions/table.ts"
import type { ListName } from "../event/listRead.ts"
import type { ConnectionState } from "../features/connection/feature.ts"
import type { AccountKey } from "../values/identity.ts"
import {
  CLOCK_STEP_TOLERATED_MS,
  LANE_PATIENCE_ATTEMPTS,
  RELEASE_AFTER_AWAY_MS,
  RELEASE_SPREAD_MS,
  SENDING_MAX,
  TOO_OFTEN_CAP_MS,
} from "../values/limits.ts"
import { fractionOf } from "../values/spread.ts"
import { isAhead } from "./expiry.ts"
import type { Outlived } from "./reconcile.ts"
import type { Action, OutboxState } from "./state.ts"

/**
 * The actions that may be sent now for this account, in the order of intents: the head of each lane, if its wait is
 * over. After LANE_PATIENCE_ATTEMPTS failures a head blocks only its own target, not the rest of its lane. After status
 * -100 the account sends one action at a time until one is confirmed.
 */
export const sendable = (
  outbox: OutboxState,
  account: AccountKey,
  connection: ConnectionState,
  now: number,
): readonly Action[] => {
  const room = roomFor(outbox, account, connection, now)
  const ready: Action[] = []
  if (room <= 0) return ready
  for (const action of outbox.actions.openOf(account)) {
    if (!isDue(action, connection, now) || isHeldUp(outbox, action)) continue
    ready.push(action)
    if (ready.length === room) break
  }
  return ready
}

/** True when this action may be sent now. The caller compares the session. */
export const maySend = (outbox: OutboxState, action: Action, connection: ConnectionState, now: number): boolean =>
  roomFor(outbox, action.account, connection, now) > 0 && isDue(action, connection, now) && !isHeldUp(outbox, action)

/** The end of the wait that the server asked of this account, ms; null when it does not wait. */
export const waitsUntil = (outbox: OutboxState, account: AccountKey, now: number): number | null => {
  const wait = outbox.waits.get(account)
  return wait === undefined || wait.until <= now || isAhead(wait.since, now) ? null : wait.until
}

/** How many more actions may be on their way. */
const roomFor = (outbox: OutboxState, account: AccountKey, connection: ConnectionState, now: number): number => {
  if (connection.status !== "online" || waitsUntil(outbox, account, now) !== null) return 0
  const slow = outbox.slow.get(account)
  // A longer wait than the client ever sets shows that the clock was set back. It is ignored.
  if (slow !== undefined && slow.until > now && slow.until - now <= TOO_OFTEN_CAP_MS + CLOCK_STEP_TOLERATED_MS) return 0
  const sending = outbox.actions.sending.filter((action) => action.account === account).length
  return (slow === undefined ? SENDING_MAX : 1) - sending
}

/** True when an earlier action of its lane must go first. */
const isHeldUp = (outbox: OutboxState, { account, intent, order }: Action): boolean => {
  const target = targetOf(intent)
  for (const other of outbox.actions.inLane(account, laneOf(intent))) {
    if (other.order >= order) return false
    const isPatient = other.status.state !== "waiting" || other.attempts < LANE_PATIENCE_ATTEMPTS
    if (isPatient || targetOf(other.intent) === target) return true
  }
  return false
}

/** A wait that began in the future is over, because the clock was set back. */
const isDue = (action: Action, connection: ConnectionState, now: number): boolean => {
  const { status } = action
  if (status.state === "queued") return true
  if (status.state !== "waiting") return false
  return dueAt(action, connection) <= now || isAhead(status.since, now)
}

/**
 * The end of a wait, ms. A wait for a missing reply ends early when the server is back after a real absence. These
 * waits end one after the other, so that a server that has just come back does not get all actions at once.
 */
const dueAt = ({ id, status }: Action, connection: ConnectionState): number => {
  if (status.state !== "waiting") return Number.POSITIVE_INFINITY
  const { until, reason, seq } = status
  const isBack = connection.status === "online" && connection.seq > seq && connection.awayMs >= RELEASE_AFTER_AWAY_MS
  if (reason !== "noReply" || !isBack) return until
  return Math.min(until, connection.since + Math.floor(RELEASE_SPREAD_MS * fractionOf(id)))
}

/** An attempt with an unknown outcome, named by its action and the event that recorded the loss. */
export const attemptName = (id: string, seq: number): string => `${id} ${seq}`

/** The attempts of unconfirmed actions whose outcome this list can show. */
export const attemptsConfirmedBy = ({ actions }: OutboxState, list: ListName): readonly string[] =>
  actions.unconfirmed.flatMap(({ id, intent, status }) =>
    status.state === "unconfirmed" && definitionOf(intent).confirmedBy === list ? [attemptName(id, status.seq)] : [],
  )

/**
 * The lists to read in order to settle targets and unconfirmed actions. `knownTo` is the last event before the latest
 * reading of each list. An unconfirmed action is looked up at once, and again when its attempt is in `outlivedActions`,
 * so can no longer reach the server: a server may apply a request long after the time-out.
 */
export const dueReads = (
  outbox: OutboxState,
  account: AccountKey,
  knownTo: Readonly<Record<ListName, number>>,
  outlived: Outlived,
  outlivedActions: ReadonlySet<string> = new Set(),
): ReadonlySet<ListName> => {
  const due = new Set<ListName>()
  for (const [key, { account: owner, lostAt, action }] of outbox.unsettled) {
    if (owner !== account || outlived.get(key) !== lostAt) continue
    const intent = action === null ? undefined : outbox.actions.get(action)?.intent
    const read = intent === undefined ? null : definitionOf(intent).confirmedBy
    if (read !== null) due.add(read)
  }
  for (const { id, account: owner, intent, status } of outbox.actions.unconfirmed) {
    if (owner !== account || status.state !== "unconfirmed") continue
    const read = definitionOf(intent).confirmedBy
    if (read === null) continue
    if (knownTo[read] < status.seq || outlivedActions.has(attemptName(id, status.seq))) due.add(read)
  }
  return due
}

/** The next moment when time alone changes which actions may be sent, ms; null when there is none. */
export const nextDue = (
  outbox: OutboxState,
  account: AccountKey | null,
  connection: ConnectionState,
  now: number,
): number | null => {
  let next = Number.POSITIVE_INFINITY
  const consider = (at: number) => {
    if (at > now && at < next) next = at
  }
  for (const { expiresAt, status } of outbox.actions.expiring)
    if (expiresAt !== null && status.state !== "sending") consider(expiresAt)
  for (const action of outbox.actions.waiting) if (action.account === account) consider(dueAt(action, connection))
  const slow = account === null ? undefined : outbox.slow.get(account)
  if (slow !== undefined) consider(slow.until)
  const wait = account === null ? undefined : outbox.waits.get(account)
  if (wait !== undefined) consider(wait.until)
  return Number.isFinite(next) ? next : null
}
