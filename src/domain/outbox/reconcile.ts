import type { AccountKey } from "../values/identity.ts"
import type { OutboxEvent } from "./events.ts"
import { type TellingRead, targetOf, tellingRead } from "./policy.ts"
import { type Action, isLater, isOpen, type OutboxState, unsettledKey } from "./state.ts"

/**
 * Unsettled targets (their keys) whose lost attempts can reach the server no more, each with the event that told of the
 * last of them. Whoever reads measures that on a clock nobody can set.
 */
export type Outlived = ReadonlyMap<string, number>

/** An intent and when it last left, ms: what was on the list before that is not its doing. */
export type Asked = Pick<Action, "intent" | "claimedAt">

/** A list as it was read, and what it says of an intent: took effect, did not, or nothing. */
export interface Reading {
  readonly account: AccountKey
  readonly read: TellingRead
  /** ms */
  readonly begunAt: number
  /** As it was when the read began. */
  readonly outlived: Outlived
  readonly shows: (asked: Asked) => boolean | null
}

/**
 * What a reading settles: unconfirmed actions it can tell of, and unsettled targets whose last lost attempt had died
 * before the read began. A value that is not there is sent again.
 */
export const reconcile = (outbox: OutboxState, reading: Reading): readonly OutboxEvent[] => {
  const shown = shownToHaveHappened(outbox, reading)
  const confirmed = shown.map(
    ({ id }): OutboxEvent => ({ type: "ActionConfirmed", payload: { action: id, by: "read" } }),
  )
  return [...confirmed, ...settled(outbox, reading, shown)]
}

const shownToHaveHappened = (outbox: OutboxState, { account, read, begunAt, shows }: Reading): readonly Action[] =>
  [...outbox.actions.values()].filter(
    (action) =>
      action.account === account &&
      action.status.state === "unconfirmed" &&
      tellingRead(action.intent) === read &&
      begunAt > action.status.claimedAt &&
      shows(action) === true,
  )

const settled = (
  outbox: OutboxState,
  { account, read, outlived, shows }: Reading,
  shown: readonly Action[],
): readonly OutboxEvent[] => {
  const open = new Set(
    [...outbox.actions.values()]
      .filter((action) => action.account === account && isOpen(action))
      .map(({ intent }) => targetOf(intent)),
  )
  return [...outbox.unsettled.values()].flatMap((entry): readonly OutboxEvent[] => {
    if (outlived.get(unsettledKey(entry.account, entry.target)) !== entry.lostAt) return []
    if (entry.account !== account || open.has(entry.target)) return []
    const settle: OutboxEvent = { type: "TargetSettled", payload: { account, target: entry.target } }
    const action = entry.action === null ? undefined : outbox.actions.get(entry.action)
    if (action === undefined) return [settle]
    if (tellingRead(action.intent) !== read) return []
    // What the list shows instead may be a later intent that nobody was sure of until now.
    const later = shown.some(
      ({ id, intent }) => targetOf(intent) === entry.target && isLater(outbox.actions, id, action.id),
    )
    return shows(action) === false && !later
      ? [{ type: "ActionReopened", payload: { action: action.id } }, settle]
      : [settle]
  })
}
