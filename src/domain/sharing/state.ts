import { readKnows } from "../decider/changes.ts"
import type { Draft } from "../decider/draft.ts"
import type { Envelope } from "../decider/event.ts"
import type { AccountKey } from "../values/identity.ts"
import { ACCOUNTS_KEPT, AWAITING_KEPT } from "../values/limits.ts"
import type { MainAccountItem, SubAccountItem } from "../wire/cloud.ts"
import type { Intent } from "../wire/intent.ts"
import type { SharingEvent } from "./events.ts"

export interface SubAccount extends Readonly<(typeof SubAccountItem)["Type"]> {
  /** When an action on it was last confirmed, ms: a read begun before does not know what it changed. */
  readonly setAt: number
  /** When the read began that showed it first, ms; 0 when it may have been there before any read. */
  readonly seenAt: number
}
export type MainAccount = (typeof MainAccountItem)["Type"]

export interface ReadMark {
  /** ms; null when never read. */
  readonly at: number | null
  readonly failure: "connect" | "tooOften" | "unknown" | null
  /** Whether a person waits for a refresh. */
  readonly requested: boolean
}

export interface SharingState {
  readonly account: AccountKey | null
  readonly subAccounts: ReadonlyMap<string, SubAccount>
  readonly subAccountsRead: ReadMark
  /** What the list of sub-accounts calls the devices that can be assigned; the device list itself knows better. */
  readonly deviceNames: ReadonlyMap<string, string>
  readonly mainAccounts: ReadonlyMap<string, MainAccount>
  readonly mainAccountsRead: ReadMark
  /**
   * What a confirmed action took off each list, and when, ms: a read that began before may still show it. Forgotten with
   * the first read that knows.
   */
  readonly gone: {
    readonly subAccounts: ReadonlyMap<string, number>
    readonly mainAccounts: ReadonlyMap<string, number>
  }
  /**
   * When invitations were accepted whose owner is not among the main accounts yet, ms, oldest first (ACCOUNT-5); by
   * account, because approval may take longer than a session.
   */
  readonly awaiting: ReadonlyMap<AccountKey, readonly number[]>
}

const neverRead: ReadMark = { at: null, failure: null, requested: false }

export const initialSharing: SharingState = {
  account: null,
  subAccounts: new Map(),
  subAccountsRead: neverRead,
  deviceNames: new Map(),
  mainAccounts: new Map(),
  mainAccountsRead: neverRead,
  gone: { subAccounts: new Map(), mainAccounts: new Map() },
  awaiting: new Map(),
}

/** The lists are of one account at a time; what accepted invitations wait for is kept for each. */
const sharingOf = (state: SharingState, account: AccountKey): SharingState =>
  state.account === account ? state : { ...initialSharing, account, awaiting: state.awaiting }

export const evolveSharing = (state: SharingState, event: SharingEvent & Envelope, draft: Draft): SharingState => {
  const { account } = event.payload
  if (event.type === "InvitationAccepted") return awaitApproval(state, account, event.at, draft)
  if (event.type === "AwaitingDismissed") return stopAwaiting(state, account, event.payload.acceptedAt, draft)
  const next = draft.edit(sharingOf(state, account))
  switch (event.type) {
    case "SubAccountsRead": {
      const { added, changed, removed, begunAt, devices } = event.payload
      const subs = draft.edit(next.subAccounts)
      const seenAt = next.subAccountsRead.at === null ? 0 : begunAt
      for (const item of added) subs.set(item.id, { ...item, setAt: 0, seenAt })
      for (const { id, fields } of changed) {
        const before = subs.get(id)
        if (before !== undefined) subs.set(id, { ...before, ...fields })
      }
      for (const id of removed) subs.delete(id)
      next.subAccounts = subs
      if (devices !== undefined) next.deviceNames = new Map(devices.map(({ id, name }) => [id, name]))
      next.subAccountsRead = { at: event.at, failure: null, requested: false }
      next.gone = { ...next.gone, subAccounts: stillGone(next.gone.subAccounts, begunAt, event.at) }
      return next
    }
    case "MainAccountsRead": {
      const { added, changed, removed } = event.payload
      const mains = draft.edit(next.mainAccounts)
      for (const item of added) mains.set(item.id, item)
      for (const { id, fields } of changed) {
        const before = mains.get(id)
        if (before !== undefined) mains.set(id, { ...before, ...fields })
      }
      for (const id of removed) mains.delete(id)
      // Nobody knows which of the accounts of a first reading are new.
      const approved = next.mainAccountsRead.at === null ? 0 : added.length
      next.mainAccounts = mains
      next.mainAccountsRead = { at: event.at, failure: null, requested: false }
      next.gone = { ...next.gone, mainAccounts: stillGone(next.gone.mainAccounts, event.payload.begunAt, event.at) }
      const awaiting = next.awaiting.get(account) ?? []
      const left = withoutApproved(awaiting, approved, event.payload.begunAt)
      if (left !== awaiting) next.awaiting = awaitingWith(next.awaiting, account, left, draft)
      return next
    }
    case "SharingReadFailed": {
      const { list, reason } = event.payload
      if (list === "subAccounts") next.subAccountsRead = { ...next.subAccountsRead, failure: reason, requested: false }
      else next.mainAccountsRead = { ...next.mainAccountsRead, failure: reason, requested: false }
      return next
    }
  }
}

const stillGone = (gone: ReadonlyMap<string, number>, begunAt: number, now: number): ReadonlyMap<string, number> => {
  const left = [...gone].filter(([, goneAt]) => !readKnows(begunAt, goneAt, now))
  return left.length === gone.size ? gone : new Map(left)
}

/** Every main account that is new to the list answers the invitation accepted longest ago. */
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

/** The account that accepted last at the end; the oldest beyond the limit are forgotten. */
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

/** A person waits for a fresh list of sub-accounts. */
export const requestSubAccounts = (state: SharingState, account: AccountKey, draft: Draft): SharingState => {
  const next = draft.edit(sharingOf(state, account))
  next.subAccountsRead = { ...next.subAccountsRead, requested: true }
  return next
}

/** A person waits for a fresh list of main accounts. */
export const requestMainAccounts = (state: SharingState, account: AccountKey, draft: Draft): SharingState => {
  const next = draft.edit(sharingOf(state, account))
  next.mainAccountsRead = { ...next.mainAccountsRead, requested: true }
  return next
}

/** What a confirmed action tells about sub-accounts and main accounts. */
export const applyToSharing = (state: SharingState, intent: Intent, at: number, draft: Draft): SharingState => {
  if (intent.call === "disconnect_main_account") {
    const next = draft.edit(state)
    const mains = draft.edit(state.mainAccounts)
    mains.delete(intent.input.accountId)
    next.mainAccounts = mains
    next.gone = { ...next.gone, mainAccounts: new Map([...next.gone.mainAccounts, [intent.input.accountId, at]]) }
    return next
  }
  if (!("accountId" in intent.input)) return state
  const sub = state.subAccounts.get(intent.input.accountId)
  if (sub === undefined) return state
  const next = draft.edit(state)
  const subs = draft.edit(state.subAccounts)
  const changed = changedSubAccount(sub, intent)
  if (changed === null) {
    subs.delete(sub.id)
    next.gone = { ...next.gone, subAccounts: new Map([...next.gone.subAccounts, [sub.id, at]]) }
  } else subs.set(sub.id, { ...changed, setAt: at })
  next.subAccounts = subs
  return next
}

/** S 4: the status that removes a sub-account. */
export const STATUS_DELETED = 4

/** The sub-account once the intent is done; null when it is gone. */
export const changedSubAccount = <Sub extends Pick<SubAccount, "name" | "email" | "status" | "devices">>(
  sub: Sub,
  intent: Intent,
): Sub | null => {
  switch (intent.call) {
    case "rename_subaccount":
      return { ...sub, name: intent.input.newName }
    case "update_subaccount_email":
      return { ...sub, email: intent.input.newEmail }
    case "update_subaccount_state":
      return intent.input.state === STATUS_DELETED ? null : { ...sub, status: intent.input.state }
    case "modify_subdevice": {
      const others = sub.devices.filter((id) => id !== intent.input.deviceId)
      return { ...sub, devices: intent.input.isAdd ? [...others, intent.input.deviceId] : others }
    }
    default:
      return sub
  }
}
