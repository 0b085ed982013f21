import { readKnows, recordedKnown } from "../../event/changes.ts"
import type { Draft } from "../../event/draft.ts"
import type { Envelope } from "../../event/event.ts"
import { type ListRead, neverRead, readDone, readFailed, readRequested } from "../../event/listRead.ts"
import type { AccountKey } from "../../values/identity.ts"
import { ACCOUNTS_KEPT, AWAITING_KEPT } from "../../values/limits.ts"
import { PersistentMap } from "../../values/persistentMap.ts"
import type { MainAccountItem, SubAccountItem } from "../../wire/cloud.ts"
import type { SharingEvent } from "./events.ts"

export interface SubAccount extends Readonly<(typeof SubAccountItem)["Type"]> {
  /** Event that last confirmed an action on it, 0 for none. A read that began before does not know the change. */
  readonly setSeq: number
  /** Last event before the read that first showed it; 0 when it may have existed before any read. */
  readonly seenSeq: number
}
export type MainAccount = (typeof MainAccountItem)["Type"]

export interface SharingState {
  readonly account: AccountKey | null
  readonly subAccounts: PersistentMap<SubAccount>
  readonly subAccountsRead: ListRead
  /** Names in the sub-account list of the devices that can be assigned. Names in the device list take precedence. */
  readonly deviceNames: ReadonlyMap<string, string>
  readonly mainAccounts: PersistentMap<MainAccount>
  readonly mainAccountsRead: ListRead
  /**
   * The items that a confirmed action removed from each list, with its event. A read that began before may still show
   * them. Forgotten with the first read that began later.
   */
  readonly gone: {
    readonly subAccounts: ReadonlyMap<string, number>
    readonly mainAccounts: ReadonlyMap<string, number>
  }
  /**
   * Times of accepted invitations whose owner is not among the main accounts yet, ms, oldest first (ACCOUNT-5). By
   * account, because an approval may take longer than a session.
   */
  readonly awaiting: ReadonlyMap<AccountKey, readonly number[]>
}

export const initialSharing: SharingState = {
  account: null,
  subAccounts: new PersistentMap(),
  subAccountsRead: neverRead,
  deviceNames: new Map(),
  mainAccounts: new PersistentMap(),
  mainAccountsRead: neverRead,
  gone: { subAccounts: new Map(), mainAccounts: new Map() },
  awaiting: new Map(),
}

/** The lists belong to one account at a time; the accepted invitations are kept for every account. */
const sharingOf = (state: SharingState, account: AccountKey): SharingState =>
  state.account === account ? state : { ...initialSharing, account, awaiting: state.awaiting }

export const evolveSharing = (state: SharingState, event: SharingEvent & Envelope, draft: Draft): SharingState => {
  const { account } = event.payload
  if (event.type === "InvitationAccepted") return awaitApproval(state, account, event.at, draft)
  if (event.type === "AwaitingDismissed") return stopAwaiting(state, account, event.payload.acceptedAt, draft)
  const next = draft.edit(sharingOf(state, account))
  switch (event.type) {
    case "SubAccountsRead": {
      const { added, changed, removed, devices } = event.payload
      const known = recordedKnown(event.payload, event.seq)
      const subs = draft.edit(next.subAccounts)
      const seenSeq = next.subAccountsRead.at === null ? 0 : known
      for (const item of added) subs.set(item.id, { ...item, setSeq: 0, seenSeq })
      for (const { id, fields } of changed) {
        const before = subs.get(id)
        if (before !== undefined) subs.set(id, { ...before, ...fields })
      }
      for (const id of removed) subs.delete(id)
      next.subAccounts = subs
      if (devices !== undefined) next.deviceNames = new Map(devices.map(({ id, name }) => [id, name]))
      next.subAccountsRead = readDone(event.at, known, event.payload)
      next.gone = { ...next.gone, subAccounts: stillGone(next.gone.subAccounts, known) }
      return next
    }
    case "MainAccountsRead": {
      const { added, changed, removed } = event.payload
      const known = recordedKnown(event.payload, event.seq)
      const mains = draft.edit(next.mainAccounts)
      for (const item of added) mains.set(item.id, item)
      for (const { id, fields } of changed) {
        const before = mains.get(id)
        if (before !== undefined) mains.set(id, { ...before, ...fields })
      }
      for (const id of removed) mains.delete(id)
      // A first read does not show which of its accounts are new.
      const approved = next.mainAccountsRead.at === null ? 0 : added.length
      next.mainAccounts = mains
      next.mainAccountsRead = readDone(event.at, known, event.payload)
      next.gone = { ...next.gone, mainAccounts: stillGone(next.gone.mainAccounts, known) }
      const awaiting = next.awaiting.get(account) ?? []
      const left = withoutApproved(awaiting, approved, event.payload.begunAt)
      if (left !== awaiting) next.awaiting = awaitingWith(next.awaiting, account, left, draft)
      return next
    }
    case "SharingReadFailed": {
      const { list } = event.payload
      if (list === "subAccounts") next.subAccountsRead = readFailed(next.subAccountsRead, event.payload)
      else next.mainAccountsRead = readFailed(next.mainAccountsRead, event.payload)
      return next
    }
  }
}

const stillGone = (gone: ReadonlyMap<string, number>, known: number): ReadonlyMap<string, number> => {
  const left = [...gone].filter(([, goneSeq]) => !readKnows(known, goneSeq))
  return left.length === gone.size ? gone : new Map(left)
}

/** Every main account that is new to the list approves the oldest accepted invitation. */
const withoutApproved = (awaiting: readonly number[], approved: number, begunAt: number): readonly number[] => {
  const answered = awaiting.filter((at) => at <= begunAt).slice(0, approved)
  return answered.length === 0 ? awaiting : awaiting.slice(answered.length)
}

const awaitApproval = (state: SharingState, account: AccountKey, at: number, draft: Draft): SharingState => {
  const next = draft.edit(state)
  const awaiting = [...(state.awaiting.get(account) ?? []), at].slice(-AWAITING_KEPT)
  next.awaiting = awaitingWith(state.awaiting, account, awaiting, draft)
  return next
}

const stopAwaiting = (state: SharingState, account: AccountKey, acceptedAt: number, draft: Draft): SharingState => {
  const awaiting = state.awaiting.get(account) ?? []
  const index = awaiting.indexOf(acceptedAt)
  if (index < 0) return state
  const next = draft.edit(state)
  next.awaiting = awaitingWith(state.awaiting, account, awaiting.toSpliced(index, 1), draft)
  return next
}

/** The account that accepted last is at the end. The oldest beyond the limit are forgotten. */
const awaitingWith = (
  state: SharingState["awaiting"],
  account: AccountKey,
  awaiting: readonly number[],
  draft: Draft,
): SharingState["awaiting"] => {
  const next = draft.edit(state)
  next.delete(account)
  if (awaiting.length > 0) next.set(account, awaiting)
  for (const oldest of next.keys()) {
    if (next.size <= ACCOUNTS_KEPT) break
    next.delete(oldest)
  }
  return next
}

/** Notes that a person waits for a fresh list. */
export const requestSharing = (
  state: SharingState,
  account: AccountKey,
  list: "subAccounts" | "mainAccounts",
  draft: Draft,
): SharingState => {
  const next = draft.edit(sharingOf(state, account))
  if (list === "subAccounts") next.subAccountsRead = readRequested(next.subAccountsRead)
  else next.mainAccountsRead = readRequested(next.mainAccountsRead)
  return next
}

/** The status that removes a sub-account (SUB-3). */
export const STATUS_DELETED = 4
