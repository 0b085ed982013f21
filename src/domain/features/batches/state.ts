import type { Draft } from "../../event/draft.ts"
import type { Envelope } from "../../event/event.ts"
import { BATCHES_KEPT, CLOCK_STEP_TOLERATED_MS, UNDO_MS } from "../../values/limits.ts"
import { PersistentMap } from "../../values/persistentMap.ts"
import type { lastingRefusals } from "../../wire/status.ts"
import type { BatchEvent, BatchMove, LeftReason } from "./events.ts"

/** `asked`: its action is in the outbox without an outcome. The other outcomes are those of an action. */
export type ItemStatus =
  | "waiting"
  | "asked"
  | "left"
  | "confirmed"
  | "refused"
  | "unconfirmed"
  | "expired"
  | "cancelled"
  | "superseded"

/** The latest action that was queued for the device, and the time of its status, ms. */
export type BatchItem = { readonly action: string | null; readonly at: number } & (
  | { readonly standing: "left"; readonly reason: LeftReason }
  | { readonly standing: ActionItemStatus; readonly reason: (typeof lastingRefusals)[number] | null }
)
/** The status of a device that takes part; `reason` is that of a refusal. */
export type ActionItemStatus = Exclude<ItemStatus, "left">

type Started = Extract<BatchEvent, { type: "BatchStarted" }>["payload"]

export interface BatchState extends Pick<Started, "account" | "kind" | "accountId" | "subject" | "dids" | "undoUntil"> {
  readonly id: string
  /** Every device of the request, by id. */
  readonly items: PersistentMap<BatchItem>
  readonly count: Readonly<Record<ItemStatus, number>>
  /** How many of `dids` have had their turn. */
  readonly turn: number
  /** Devices whose turn comes again, before the others. */
  readonly again: readonly string[]
  readonly isPaused: boolean
  readonly stopped: "stopped" | "expired" | null
  readonly startedAt: number
  /** The time of the last progress, ms: a person's command, or a reply for a device. */
  readonly movedAt: number
}

/** The latest batches, oldest first. */
export type BatchesState = ReadonlyMap<string, BatchState>
export const initialBatches: BatchesState = new Map()

/** A change of a device in a batch, from its action. */
export interface BatchNews {
  readonly batch: string
  readonly did: string
  readonly item: BatchItem
}

export const isOver = ({ stopped, count }: BatchState): boolean => stopped !== null || count.waiting + count.asked === 0

/** The next device; null when none waits. */
export const nextOf = ({ again, dids, turn }: BatchState): string | null => again[0] ?? dids[turn] ?? null

/** The time left for undo, ms. No device gets a request before its end. */
export const undoLeft = ({ undoUntil }: BatchState, now: number): number => {
  const left = (undoUntil ?? now) - now
  return left > UNDO_MS ? 0 : Math.max(0, left)
}

/**
 * True when a wake or reboot was requested too long ago to be sent, or in the future because the clock was set back.
 */
export const isLate = ({ kind, movedAt }: BatchState, now: number, expiryMs: number): boolean =>
  kind !== "assign" && (now >= movedAt + expiryMs || movedAt > now + CLOCK_STEP_TOLERATED_MS)

const NO_COUNTS: BatchState["count"] = {
  waiting: 0,
  asked: 0,
  left: 0,
  confirmed: 0,
  refused: 0,
  unconfirmed: 0,
  expired: 0,
  cancelled: 0,
  superseded: 0,
}

const started = ({ batch: id, left, ...payload }: Started, at: number): BatchState => {
  const waiting: BatchItem = { standing: "waiting", action: null, reason: null, at }
  const items = new PersistentMap<BatchItem>()
  for (const did of payload.dids) items.set(did, waiting)
  for (const { did, reason } of left) items.set(did, { standing: "left", action: null, reason, at })
  return {
    ...payload,
    id,
    items,
    count: { ...NO_COUNTS, waiting: payload.dids.length, left: left.length },
    turn: 0,
    again: [],
    isPaused: false,
    stopped: null,
    startedAt: at,
    movedAt: at,
  }
}

/** The cost is independent of the number of devices, because it changes only this device and the turn. */
const withItem = (batch: BatchState, did: string, item: BatchItem, draft: Draft): BatchState => {
  const before = batch.items.get(did)
  if (before === undefined) return batch
  const next = draft.edit(batch)
  const items = draft.edit(batch.items)
  const count = draft.edit(batch.count)
  items.set(did, item)
  count[before.standing] -= 1
  count[item.standing] += 1
  const hasHadTurn = (waits: string | undefined) => waits !== undefined && items.get(waits)?.standing !== "waiting"
  while (hasHadTurn(next.again[0])) next.again = next.again.slice(1)
  while (hasHadTurn(next.dids[next.turn])) next.turn += 1
  next.items = items
  next.count = count
  // The expiry or cancellation of an action is no progress of the batch, and neither is queueing one.
  if (item.standing !== "expired" && item.standing !== "cancelled" && item.standing !== "asked") next.movedAt = item.at
  return next
}

const moved = (batch: BatchState, to: BatchMove, back: readonly string[], at: number, draft: Draft): BatchState => {
  const waiting: BatchItem = { standing: "waiting", action: null, reason: null, at }
  let next = batch
  for (const did of back) next = withItem(next, did, waiting, draft)
  return {
    ...next,
    again: [...next.again, ...back],
    isPaused: to === "paused",
    stopped: to === "stopped" || to === "expired" ? to : null,
    movedAt: at,
  }
}

export const evolveBatches = (state: BatchesState, event: BatchEvent & Envelope, draft: Draft): BatchesState => {
  const { at, payload } = event
  const next = draft.edit(state)
  const batch = next.get(payload.batch)
  if (event.type === "BatchStarted") {
    next.set(payload.batch, started(event.payload, at))
    for (const [id, old] of next) {
      if (next.size <= BATCHES_KEPT) break
      if (isOver(old)) next.delete(id)
    }
  } else if (batch !== undefined) {
    if (event.type === "BatchDeviceLeft") {
      const { did, reason } = event.payload
      next.set(batch.id, withItem(batch, did, { standing: "left", action: null, reason, at }, draft))
    } else if (event.payload.to === "dismissed") next.delete(batch.id)
    else next.set(batch.id, moved(batch, event.payload.to, event.payload.back, at, draft))
  }
  return next
}

/** Applies the status of an action to its batch. Ignores an action that a newer one of the device has replaced. */
export const followAction = (state: BatchesState, { batch: id, did, item }: BatchNews, draft: Draft): BatchesState => {
  const batch = state.get(id)
  if (batch === undefined) return state
  const known = batch.items.get(did)
  if (item.standing !== "asked" && known?.action !== item.action) return state
  const next = draft.edit(state)
  next.set(id, withItem(batch, did, item, draft))
  return next
}
