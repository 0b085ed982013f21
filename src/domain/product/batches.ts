import type { AccountView } from "../actions/accountView.ts"
import type { AskRejection } from "../actions/definition.ts"
import { askFor, type PersonCommand } from "../actions/table.ts"
import { order, step } from "../event/command.ts"
import type { Draft } from "../event/draft.ts"
import type { Envelope, Stamp } from "../event/event.ts"
import { defineProcess } from "../event/feature.ts"
import type { BatchEvent, BatchKind, BatchMove } from "../features/batches/events.ts"
import {
  type ActionItemStatus,
  type BatchesState,
  type BatchState,
  followAction,
  isLate,
  isOver,
  nextOf,
  undoLeft,
} from "../features/batches/state.ts"
import { cancelled, type OutboxContext, type OutboxRejection, queueIntent } from "../outbox/decide.ts"
import type { OutboxEvent } from "../outbox/events.ts"
import { accountViewOf } from "../outbox/overlay.ts"
import { isUnsent } from "../outbox/state.ts"
import type { AccountKey } from "../values/identity.ts"
import { BATCH_AT_ONCE, BATCHES_KEPT, UNDO_MS } from "../values/limits.ts"
import { invalid, type Parsed, valid } from "../values/parsed.ts"
import { outboxContext } from "./outboxContext.ts"
import type { State } from "./state.ts"

/** The request to each device. `accountId` is the sub-account to assign them to, else null. */
export interface BatchAsk {
  readonly kind: BatchKind
  readonly accountId: string | null
}

export type BatchCommand =
  /** `dids` take part, in this order. Each device is checked again when its turn comes. */
  | ({ readonly type: "StartBatch"; readonly undo: boolean } & BatchAsk &
      Pick<Extract<BatchEvent, { type: "BatchStarted" }>["payload"], "subject" | "dids" | "left">)
  | { readonly type: "MoveBatch"; readonly batch: string; readonly to: Exclude<BatchMove, "expired"> }
  /** Queues the next device of a batch, on behalf of the leader. */
  | { readonly type: "AdvanceBatch"; readonly batch: string; readonly epoch: number }

export type BatchRejection = OutboxRejection | AskRejection | "tooManyBatches"

type Decision = Parsed<readonly (BatchEvent | OutboxEvent)[], BatchRejection>
const NOTHING: Decision = valid([])

const commandOf = ({ kind, accountId }: BatchAsk, did: string): PersonCommand => {
  if (kind === "assign") return { type: "AssignDevice", accountId: accountId ?? "", did, isAdd: true }
  return kind === "wake" ? { type: "WakeDevice", did, mac: null } : { type: "RebootDevice", did }
}

export const askDevice = (ask: BatchAsk, did: string, view: AccountView) => {
  const asked = askFor(commandOf(ask, did), view)
  if (!asked.ok) return { reason: asked.reason }
  return asked.value === null ? { reason: "assigned" as const } : { asked: asked.value }
}

const start = (
  { type: _type, undo, ...asked }: Extract<BatchCommand, { type: "StartBatch" }>,
  { batches, connection }: State,
  { id, at }: Stamp,
  { account }: OutboxContext,
): Decision => {
  if (account === null) return invalid("signedOut")
  if (asked.dids.length === 0) return invalid("notAllowed")
  if ([...batches.values()].filter((batch) => !isOver(batch)).length >= BATCHES_KEPT) return invalid("tooManyBatches")
  // Without a connection the actions wait anyway, so they need no time for undo.
  const undoUntil = undo && connection.status === "online" ? at + UNDO_MS : null
  return valid([{ type: "BatchStarted", payload: { batch: id, account, ...asked, undoUntil } }])
}

const movedTo = (
  { id, account, isPaused, stopped, count, items, dids, turn }: BatchState,
  to: Exclude<BatchMove, "expired">,
  { outbox }: State,
): Decision => {
  const move = (back: readonly string[]): BatchEvent => ({ type: "BatchMoved", payload: { batch: id, to, back } })
  const isEnded = stopped !== null || count.waiting + count.asked === 0
  switch (to) {
    case "running": {
      const back = count.expired === 0 ? [] : dids.filter((did) => items.get(did)?.standing === "expired")
      return (isPaused || isEnded) && count.waiting + back.length > 0 ? valid([move(back)]) : NOTHING
    }
    case "dismissed":
      return isEnded || turn === 0 ? valid([move([])]) : NOTHING
    default: {
      if (isEnded || (isPaused && to === "paused")) return NOTHING
      const unsent = outbox.actions
        .openOf(account)
        .filter((action) => action.batch?.id === id && isUnsent(action) && !action.ambiguous)
      return valid([...unsent.map(cancelled), move(unsent.flatMap(({ batch }) => batch?.did ?? []))])
    }
  }
}

const advance = (batch: BatchState, state: State, stamp: Stamp, context: OutboxContext): Decision => {
  const { id, isPaused, count } = batch
  const did = nextOf(batch)
  const view = accountViewOf(state)
  if (isOver(batch) || isPaused || did === null || view === null || undoLeft(batch, stamp.at) > 0)
    return invalid("notReady")
  if (isLate(batch, stamp.at, context.expiryMs))
    return valid([{ type: "BatchMoved", payload: { batch: id, to: "expired", back: [] } }])
  if (count.asked >= BATCH_AT_ONCE) return invalid("notReady")
  const { asked, reason } = askDevice(batch, did, view)
  return asked === undefined
    ? valid([{ type: "BatchDeviceLeft", payload: { batch: id, did, reason } }])
    : queueIntent(asked.intent, { ...asked, batch: { id, did } }, state.outbox, stamp, context)
}

const decideBatch = (command: BatchCommand, state: State, stamp: Stamp): Decision => {
  const context = outboxContext(state)
  if (command.type === "StartBatch") return start(command, state, stamp, context)
  const batch = state.batches.get(command.batch)
  if (batch === undefined || batch.account !== context.account) return invalid("notReady")
  if (command.type === "MoveBatch") return movedTo(batch, command.to, state)
  return command.epoch === state.outbox.epoch ? advance(batch, state, stamp, context) : invalid("notLeader")
}

/** The batch feature defines the events. */
export const batching = defineProcess({
  events: {},
  evolve: () => undefined,
  commands: { StartBatch: step, MoveBatch: order, AdvanceBatch: step },
  decide: decideBatch,
})

/** Discarding the unsent actions of an account discards its bulk actions too. */
export const stopsOf = ({ batches }: State, account: AccountKey): readonly BatchEvent[] =>
  [...batches.values()]
    .filter((batch) => batch.account === account && !isOver(batch))
    .map(({ id }) => ({ type: "BatchMoved", payload: { batch: id, to: "stopped", back: [] } }))

const statusAfter: Partial<Record<OutboxEvent["type"], ActionItemStatus>> = {
  ActionQueued: "asked",
  ActionReopened: "asked",
  ActionConfirmed: "confirmed",
  ActionRefused: "refused",
  ActionUnconfirmed: "unconfirmed",
  ActionExpired: "expired",
  ActionCancelled: "cancelled",
  ActionSuperseded: "superseded",
}

/** The effect of an event of an action on its batch. `outbox` is the state before that event. */
export const evolveFollowed = (
  batches: BatchesState,
  event: OutboxEvent & Envelope,
  outbox: State["outbox"],
  draft: Draft,
): BatchesState => {
  const status = statusAfter[event.type]
  if (status === undefined || !("action" in event.payload)) return batches
  const { payload } = event
  const { action } = payload
  const asked =
    "batch" in payload ? payload.batch : typeof action === "string" ? outbox.actions.get(action)?.batch : undefined
  if (asked === undefined) return batches
  const reason = event.type === "ActionRefused" ? event.payload.reason : null
  const item = { standing: status, action, reason, at: event.at }
  return followAction(batches, { batch: asked.id, did: asked.did, item }, draft)
}
