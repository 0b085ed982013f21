import type { State } from "../model/state.ts"
import { shownAccountName } from "../outbox/overlay.ts"
import { type Action, isOpen } from "../outbox/state.ts"
import type { ReadMark } from "../sharing/state.ts"
import type { AccountKey } from "../values/identity.ts"
import { ONLINE_WINDOW_MS } from "../values/limits.ts"
import type { Intent } from "../wire/intent.ts"
import { type ActionState, shownState } from "./outbox.ts"

/** What happened to an action that did not go as it should: the reason stands beside what it concerns. */
export interface Setback {
  readonly action: string
  readonly state: "refused" | "unconfirmed"
  /** Why it was refused; null when nobody knows whether it happened. */
  readonly reason: Extract<Action["status"], { state: "refused" }>["reason"] | null
  readonly call: Intent["call"]
}

/** Actions of the account signed in that are about something, oldest first. */
export const actionsAbout = (state: State, about: (intent: Intent) => boolean): readonly Action[] => {
  const account = state.session.current?.account ?? null
  return [...state.outbox.actions.values()].filter(
    (action) => action.account === account && !action.dismissed && about(action.intent),
  )
}

/** The newest action's setback; one that came after it and went well takes it away. */
export const setbackOf = (action: Action | undefined): Setback | null => {
  if (action === undefined) return null
  const { id, status, intent } = action
  if (status.state === "refused") return { action: id, state: "refused", reason: status.reason, call: intent.call }
  return status.state === "unconfirmed" ? { action: id, state: "unconfirmed", reason: null, call: intent.call } : null
}

export interface OwnAccount {
  readonly name: string
  /** Set while a rename is on its way: the name shown is the one asked for. */
  readonly pendingName: { readonly before: string; readonly state: ActionState } | null
  readonly setback: Setback | null
  readonly email: string
  readonly server: string
  /** ms */
  readonly loginAt: number
  /** ms */
  readonly createdAt: number
}

/** The account signed in (ACCOUNT-1); null for a guest. */
export const ownAccount = (state: State): OwnAccount | null => {
  const { current } = state.session
  if (current === null) return null
  const { account, name, email, server, loginAt, createdAt } = current
  const newest = actionsAbout(state, ({ call }) => call === "rename_account").at(-1)
  return {
    name: shownAccountName(state.outbox, account, name),
    pendingName: newest !== undefined && isOpen(newest) ? { before: name, state: shownState(state, newest) } : null,
    setback: setbackOf(newest),
    email,
    server,
    loginAt,
    createdAt,
  }
}

/** How a list of the account stands; never empty because a reading failed. */
export interface ListState {
  readonly status: "loading" | "list" | "empty" | "failed"
  /** ms; null when never read. */
  readonly readAt: number | null
  readonly failure: ReadMark["failure"]
  readonly refreshing: boolean
  /** Older than the online window: everything shown is last known. */
  readonly lastKnown: boolean
}

export const listStateOf = (mark: ReadMark, size: number, now: number): ListState => ({
  status:
    size > 0 ? "list" : mark.at !== null ? "empty" : mark.failure === null || mark.requested ? "loading" : "failed",
  readAt: mark.at,
  failure: mark.failure,
  refreshing: mark.requested,
  lastKnown: mark.at !== null && now - mark.at > ONLINE_WINDOW_MS,
})

export interface ConnectedMain {
  readonly id: string
  readonly name: string
  readonly email: string
  /** Devices it shares with this account; null when another owner has its name, by which alone the server tells. */
  readonly devices: number | null
  /** Set while the disconnecting is on its way. */
  readonly leaving: ActionState | null
  readonly setback: Setback | null
}

export interface ConnectedMains {
  readonly account: AccountKey
  readonly list: ListState
  /** By name, then id. */
  readonly mains: readonly ConnectedMain[]
  /** When invitations were accepted whose owner has not approved yet, ms, oldest first (ACCOUNT-5). */
  readonly awaiting: readonly number[]
}

/** The main accounts that share devices with this one; null for a guest. */
export const connectedMains = (state: State, now: number): ConnectedMains | null => {
  const account = state.session.current?.account
  if (account === undefined) return null
  const { sharing, devices } = state
  const own = sharing.account === account
  const shared = devices.account === account ? [...devices.bound.values()].filter((device) => device.shared) : []
  const mains = own ? [...sharing.mainAccounts.values()].sort(byName) : []
  return {
    account,
    list: listStateOf(own ? sharing.mainAccountsRead : neverRead, mains.length, now),
    mains: mains.map(({ id, name, email }): ConnectedMain => {
      const newest = actionsAbout(
        state,
        (intent) => intent.call === "disconnect_main_account" && intent.input.accountId === id,
      ).at(-1)
      return {
        id,
        name,
        email,
        devices: hasNamesake(mains, name) ? null : shared.filter(({ owner }) => owner === name).length,
        leaving: newest !== undefined && isOpen(newest) ? shownState(state, newest) : null,
        setback: setbackOf(newest),
      }
    }),
    awaiting: sharing.awaiting.get(account) ?? [],
  }
}

const hasNamesake = (mains: readonly Named[], name: string): boolean =>
  mains.filter((main) => main.name === name).length > 1

export const neverRead: ReadMark = { at: null, failure: null, requested: false }

interface Named {
  readonly id: string
  readonly name: string
}

/** By name without regard to case, then by name, then by id: the same order on every machine. */
export const byName = (a: Named, b: Named): number =>
  compare(a.name.toLowerCase(), b.name.toLowerCase()) || compare(a.name, b.name) || compare(a.id, b.id)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
