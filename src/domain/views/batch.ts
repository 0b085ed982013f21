import type { BatchKind, LeftReason } from "../features/batches/events.ts"
import { type BatchItem, type BatchState, isOver, undoLeft } from "../features/batches/state.ts"
import { accountViewOf, shownDeviceName } from "../outbox/overlay.ts"
import type { BatchAsk } from "../product/batches.ts"
import { partedForBatch } from "../product/batchPlan.ts"
import type { State } from "../product/state.ts"
import { byName } from "./account.ts"
import { type BatchStand, type BatchTrouble, isTrouble, ownBatches, standOf, troubles } from "./batchNotice.ts"
import { type BatchOutcomes, type ItemFacts, itemFacts, mayAskAgain, outcomesOf } from "./batchOutcome.ts"
import { statusOf } from "./devices.ts"
import type { CompareNames } from "./findDevices.ts"
import { lanViewOf } from "./lan.ts"
import { memo } from "./memo.ts"
import { subAccountRow, subAccountsView } from "./subAccounts.ts"

/** A request for several devices, as a person sees it (DEVICE-13, DEVICE-18). */

export interface NamedDevice {
  readonly did: string
  readonly name: string
}

type Lists = Pick<State, "session" | "devices" | "sharing" | "outbox">

/** The name of the device in the account; its id once it has left the list. */
const nameOf = (state: Lists, did: string): string => {
  const account = state.session.current?.account ?? null
  const device = state.devices.account === account ? state.devices.bound.get(did) : undefined
  return device === undefined ? did : shownDeviceName(state.outbox, account, device)
}

/** The devices of a selection that are still on the list, by name. */
export const selectedDevices = (
  state: Lists,
  dids: Iterable<string>,
  compare: CompareNames,
): readonly NamedDevice[] => {
  const { session, devices } = state
  const isListed = (did: string) => devices.account === session.current?.account && devices.bound.has(did)
  return [...dids]
    .filter(isListed)
    .map((did) => ({ did, name: nameOf(state, did) }))
    .sort((a, b) => compare(a.name, b.name) || (a.did < b.did ? -1 : 1))
}

export interface PlannedDevice extends NamedDevice {
  /** The reason why it is left out; null when it takes part. */
  readonly reason: LeftReason | null
}

/** The preview of a batch of these devices: those that take part, and those left out with the reason. */
export const plannedBatch = (
  state: Lists,
  ask: BatchAsk,
  dids: readonly string[],
  compare: CompareNames,
): readonly PlannedDevice[] => {
  const view = accountViewOf(state)
  if (view === null) return []
  const left = new Map(partedForBatch(ask, dids, view).left.map(({ did, reason }) => [did, reason]))
  return selectedDevices(state, dids, compare).map((device) => ({ ...device, reason: left.get(device.did) ?? null }))
}

/** How many of these devices are offline, so that they will probably miss the request. */
export const awayAmong = (state: State, dids: readonly string[], now: number): number => {
  const { bound, read } = state.devices
  return dids.filter((did) => {
    const device = bound.get(did)
    const isAway = device !== undefined && statusOf(device.lastSeen, read.at, now) === "offline"
    return isAway && lanViewOf(state, did)?.known !== "now"
  }).length
}

/** Keeps the last result: for ten thousand devices it takes a moment, and most events change nothing of it. */
export const makeBatchPlan = (compare: CompareNames) => {
  const plan = memo(
    (
      session: State["session"],
      devices: State["devices"],
      sharing: State["sharing"],
      outbox: State["outbox"],
      kind: BatchKind,
      accountId: string | null,
      dids: readonly string[],
    ) => plannedBatch({ session, devices, sharing, outbox }, { kind, accountId }, dids, compare),
  )
  return ({ session, devices, sharing, outbox }: Lists, { kind, accountId }: BatchAsk, dids: readonly string[]) =>
    plan(session, devices, sharing, outbox, kind, accountId, dids)
}

export interface AssignableUser {
  readonly id: string
  readonly name: string
}

/** The active sub-accounts, to which devices can be assigned, by name. */
export const assignees = (state: State, now: number): readonly AssignableUser[] =>
  (subAccountsView(state, now)?.ids ?? [])
    .flatMap((id) => subAccountRow(state, id) ?? [])
    .filter(({ may }) => may.manageDevices)
    .map(({ id, name }) => ({ id, name }))
    .sort(byName)

export type BatchPhase = "undo" | "running" | "held" | "paused" | "stopped" | "expired" | "done"

export interface BatchSummary {
  readonly id: string
  readonly kind: BatchKind
  readonly accountId: string | null
  /** The sub-account to which the devices are assigned; "" for other kinds. */
  readonly subject: string
  readonly phase: BatchPhase
  /** No device gets another request, unless a person resumes the batch. */
  readonly isEnded: boolean
  /** Once it has ended: how many devices got the request and did not reach the outcome. */
  readonly failed: number
  /** Devices that take part, and the finished ones among them. */
  readonly of: number
  readonly done: number
  readonly confirmed: number
  readonly troubles: readonly { readonly trouble: BatchTrouble; readonly n: number }[]
  /** True when a device waits that a person can let continue. */
  readonly canResume: boolean
  /** The end of the time for undo, ms; null when it cannot be undone. */
  readonly undoUntil: number | null
}

const phaseOf = (state: State, batch: BatchState, now: number): BatchPhase => {
  if (batch.stopped !== null) return batch.stopped
  if (isOver(batch)) return "done"
  if (batch.isPaused) return "paused"
  if (batch.turn === 0 && undoLeft(batch, now) > 0) return "undo"
  return state.connection.status === "online" ? "running" : "held"
}

const summaryOf = (state: State, batch: BatchState, now: number): BatchSummary => {
  const { id, kind, accountId, subject, count, dids, isPaused, undoUntil } = batch
  const phase = phaseOf(state, batch, now)
  const isEnded = isOver(batch)
  return {
    id,
    kind,
    accountId,
    subject,
    phase,
    isEnded,
    failed: isEnded ? failures.reduce((sum, failure) => sum + count[failure], 0) : 0,
    of: dids.length,
    done: dids.length - count.waiting - count.asked,
    confirmed: count.confirmed,
    troubles: troubles.filter((trouble) => count[trouble] > 0).map((trouble) => ({ trouble, n: count[trouble] })),
    canResume: (isPaused || isEnded) && count.waiting + count.expired > 0,
    undoUntil: phase === "undo" ? undoUntil : null,
  }
}

/** Batches of the account whose end a person has not dismissed, the latest first. */
export const batchSummaries = (state: State, now: number): readonly BatchSummary[] =>
  ownBatches(state)
    .map((batch) => summaryOf(state, batch, now))
    .reverse()

const ownBatch = (state: State, id: string): BatchState | undefined =>
  ownBatches(state).find((batch) => batch.id === id)

/** Null for a batch of another account, and after a person has dismissed its end. */
export const batchSummary = (state: State, id: string, now: number): BatchSummary | null => {
  const batch = ownBatch(state, id)
  return batch === undefined ? null : summaryOf(state, batch, now)
}

const failures = ["refused", "unconfirmed", "expired"] as const satisfies readonly BatchTrouble[]
const hasFailed = (status: BatchItem["standing"]): boolean => failures.some((failure) => failure === status)

/**
 * Devices that got the request without reaching the outcome, and for which a retry may succeed, in order. A person may
 * retry them as a new batch.
 */
export const failedDevices = (state: State, id: string, now: number): readonly string[] => {
  const batch = ownBatch(state, id)
  if (batch === undefined) return []
  return batch.dids.filter((did) => {
    const item = batch.items.get(did)
    return item !== undefined && hasFailed(item.standing) && mayAskAgain(state, batch, did, item, now)
  })
}

/**
 * The number of devices for each outcome, as far as known. Null for a batch of another account, or of a kind that ends
 * with the server's reply.
 */
export const batchOutcomes = (state: State, id: string, now: number): BatchOutcomes | null => {
  const batch = ownBatch(state, id)
  return batch === undefined ? null : outcomesOf(state, batch, now)
}

/** The devices of a batch. Once it is over, those without the wanted outcome come first. */
export const batchDevices = (state: State, id: string): readonly string[] => {
  const batch = ownBatch(state, id)
  if (batch === undefined) return []
  // The participants never change, so a running batch always has the same list.
  const of = isOver(batch) ? batch.items : batch.dids
  const known = listed.get(of)
  if (known !== undefined) return known
  const all = [...batch.items]
  const isFirst = ([, { standing: status }]: readonly [string, BatchItem]) => isTrouble(status)
  const inOrder = isOver(batch) ? [...all.filter(isFirst), ...all.filter((entry) => !isFirst(entry))] : all
  const dids = inOrder.map(([did]) => did)
  listed.set(of, dids)
  return dids
}
const listed = new WeakMap<object, readonly string[]>()

export type BatchRow = NamedDevice & BatchStand & ItemFacts

export const batchRow = (state: State, id: string, did: string, now: number): BatchRow | null => {
  const batch = ownBatch(state, id)
  const item = batch?.items.get(did)
  if (batch === undefined || item === undefined) return null
  return { did, name: nameOf(state, did), ...itemFacts(state, batch, did, item, now), ...standOf(state, batch, item) }
}

/** Batches that ended without a person stopping them. */
export const endedBatches = (before: State, after: State): readonly BatchSummary[] =>
  before.batches === after.batches
    ? []
    : ownBatches(after)
        .filter((batch) => {
          const known = before.batches.get(batch.id)
          return known !== undefined && !isOver(known) && isOver(batch) && batch.stopped !== "stopped"
        })
        .map((batch) => summaryOf(after, batch, batch.movedAt))
