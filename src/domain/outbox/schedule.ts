import type { ConnectionState } from "../connection/feature.ts"
import type { AccountKey } from "../values/identity.ts"
import { LANE_PATIENCE_ATTEMPTS, SENDING_MAX, TOO_OFTEN_CAP_MS } from "../values/limits.ts"
import { laneOf, type TellingRead, targetOf, tellingRead } from "./policy.ts"
import type { Outlived } from "./reconcile.ts"
import { type Action, isOpen, type OutboxState } from "./state.ts"

/** Wake and reboot past their time, or accepted in the future (the clock was set back), must not fire. */
export const isStale = (action: Action, now: number): boolean =>
  action.expiresAt !== null && (now >= action.expiresAt || action.at > now)

/**
 * What may be sent now for this account, in the order of intents: the head of each lane, if its wait is over.
 * A head that has failed LANE_PATIENCE_ATTEMPTS times holds up only its own target (a bad action holds up nothing but
 * itself). After -100 the account sends one at a time until something is confirmed.
 */
export const sendable = (
  outbox: OutboxState,
  account: AccountKey,
  connection: ConnectionState,
  now: number,
): readonly Action[] => {
  if (connection.status !== "online") return []
  const slow = outbox.slow.get(account)
  // A longer wait than was ever given: the clock was set back.
  if (slow !== undefined && slow.until > now && slow.until - now <= TOO_OFTEN_CAP_MS) return []
  const blocked = new Set<string>()
  const ready: Action[] = []
  let sending = 0
  for (const action of outbox.actions.values()) {
    if (action.account !== account || !isOpen(action)) continue
    const lane = laneOf(action.intent)
    const target = `${lane} ${targetOf(action.intent)}`
    if (action.status.state === "sending") sending += 1
    else if (!blocked.has(lane) && !blocked.has(target) && isDue(action, connection, now)) ready.push(action)
    const patient = action.status.state !== "waiting" || action.attempts < LANE_PATIENCE_ATTEMPTS
    blocked.add(patient ? lane : target)
  }
  const room = (slow === undefined ? SENDING_MAX : 1) - sending
  return ready.slice(0, Math.max(0, room))
}

/**
 * A wait for a reply that never came ends early once the server answers again, and any wait that began in the future:
 * the clock was set back.
 */
const isDue = ({ status }: Action, connection: ConnectionState, now: number): boolean => {
  if (status.state === "queued") return true
  if (status.state !== "waiting") return false
  if (status.until <= now || status.since > now) return true
  return status.reason === "noReply" && connection.since > status.since
}

/** Lists to read so that unsettled targets and unconfirmed actions can be told (design.md section 3). */
export const dueReads = (
  outbox: OutboxState,
  account: AccountKey,
  lastRead: Readonly<Record<TellingRead, number>>,
  outlived: Outlived,
): ReadonlySet<TellingRead> => {
  const due = new Set<TellingRead>()
  for (const [key, { account: owner, lostAt, action }] of outbox.unsettled) {
    if (owner !== account || outlived.get(key) !== lostAt) continue
    const intent = action === null ? undefined : outbox.actions.get(action)?.intent
    const read = intent === undefined ? null : tellingRead(intent)
    if (read !== null) due.add(read)
  }
  for (const { account: owner, intent, status } of outbox.actions.values()) {
    if (owner !== account || status.state !== "unconfirmed") continue
    const read = tellingRead(intent)
    if (read !== null && lastRead[read] <= status.at) due.add(read)
  }
  return due
}

/** The next moment at which time alone changes what can be sent, ms; null when none. */
export const nextDue = (outbox: OutboxState, account: AccountKey | null, now: number): number | null => {
  let next = Number.POSITIVE_INFINITY
  const consider = (at: number) => {
    if (at > now && at < next) next = at
  }
  for (const action of outbox.actions.values()) {
    if (!isOpen(action)) continue
    if (action.expiresAt !== null && action.status.state !== "sending") consider(action.expiresAt)
    if (action.account === account && action.status.state === "waiting") consider(action.status.until)
  }
  const slow = account === null ? undefined : outbox.slow.get(account)
  if (slow !== undefined) consider(slow.until)
  return Number.isFinite(next) ? next : null
}
