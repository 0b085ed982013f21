import { definitionOf, targetOf } from "../actions/table.ts"
import { readKnows } from "../event/changes.ts"
import type { ListName } from "../event/listRead.ts"
import type { AccountKey } from "../values/identity.ts"
import type { OutboxEvent } from "./events.ts"
import { type Action, type OutboxState, unsettledKey } from "./state.ts"

/**
 * The keys of unsettled targets whose lost attempts can no longer reach the server, each with the event that recorded
 * the last loss. The caller measures that on a monotonic clock.
 */
export type Outlived = ReadonlyMap<string, number>

/** An intent and the event of its last claim: entries older than the claim are not its effect. */
export type ClaimedIntent = Pick<Action, "intent" | "claimedSeq">

/** A list as the client read it. `shows` says of an intent: took effect, did not, or unknown (null). */
export interface Reading {
  readonly account: AccountKey
  readonly read: ListName
  /** Number of the last event before the read began. */
  readonly known: number
  /** The targets whose lost attempts could no longer reach the server when the read began. */
  readonly outlived: Outlived
  readonly shows: (asked: ClaimedIntent) => boolean | null
}

/**
 * The events by which a reading settles unconfirmed actions, and unsettled targets whose last lost attempt had died
 * before the read began. A value that is missing from the list is sent again.
 */
export const reconcile = (outbox: OutboxState, reading: Reading): readonly OutboxEvent[] => {
  const shown = shownToHaveHappened(outbox, reading)
  const confirmed = shown.map(
    ({ id }): OutboxEvent => ({ type: "ActionConfirmed", payload: { action: id, by: "read" } }),
  )
  return [...confirmed, ...settled(outbox, reading, shown)]
}

const shownToHaveHappened = (outbox: OutboxState, { account, read, known, shows }: Reading): readonly Action[] =>
  outbox.actions.unconfirmed.filter(
    (action) =>
      action.account === account &&
      action.status.state === "unconfirmed" &&
      definitionOf(action.intent).confirmedBy === read &&
      readKnows(known, action.claimedSeq) &&
      shows(action) === true,
  )

const settled = (
  outbox: OutboxState,
  { account, read, outlived, shows }: Reading,
  shown: readonly Action[],
): readonly OutboxEvent[] => {
  return [...outbox.unsettled.values()].flatMap((entry): readonly OutboxEvent[] => {
    if (outlived.get(unsettledKey(entry.account, entry.target)) !== entry.lostAt) return []
    if (entry.account !== account || outbox.actions.ofTarget(account, entry.target).length > 0) return []
    const settle: OutboxEvent = { type: "TargetSettled", payload: { account, target: entry.target } }
    const action = entry.action === null ? undefined : outbox.actions.get(entry.action)
    if (action === undefined) return [settle]
    if (definitionOf(action.intent).confirmedBy !== read) return []
    // The list may show a later intent instead, whose outcome was unknown until now.
    const later = shown.some(({ order, intent }) => targetOf(intent) === entry.target && order > action.order)
    return shows(action) === false && !later
      ? [{ type: "ActionReopened", payload: { action: action.id } }, settle]
      : [settle]
  })
}
