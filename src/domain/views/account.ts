import { definitionOf, type Intent, mainAccountSubject } from "../actions/table.ts"
import type { Device } from "../features/devices/state.ts"
import type { MainAccount } from "../features/sharing/state.ts"
import type { ActionList } from "../outbox/actions.ts"
import { shownAccountName } from "../outbox/overlay.ts"
import { type Action, isOpen } from "../outbox/state.ts"
import type { State } from "../product/state.ts"
import type { AccountKey } from "../values/identity.ts"
import { PersistentMap } from "../values/persistentMap.ts"
import { compareTexts } from "../values/textOrder.ts"
import { type ListState, listState } from "./listState.ts"
import type { ErrorMessage } from "./messages.ts"
import { type ActionState, shownState } from "./outbox.ts"
import { makeSorter } from "./sorted.ts"

/** Counts the values of a map by key. After a change, counts only the differences. */
const makeTally = <Value>(keyOf: (value: Value) => string | null) => {
  let map = new PersistentMap<Value>()
  const counts = new Map<string, number>()
  const add = (value: Value | undefined, by: 1 | -1) => {
    const key = value === undefined ? null : keyOf(value)
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + by)
  }
  return (now: PersistentMap<Value>, key: string): number => {
    if (map !== now)
      now.differences(map, (_, value, before) => {
        add(before, -1)
        add(value, 1)
      })
    map = now
    return counts.get(key) ?? 0
  }
}

/** A refused or unconfirmed action. Screens show its reason beside the subject. */
export interface Setback {
  readonly action: string
  readonly state: "refused" | "unconfirmed"
  /** The reason of the refusal; null when the outcome is unknown. */
  readonly reason: Extract<Action["status"], { state: "refused" }>["reason"] | null
  /** The message of that reason; null when the outcome is unknown. */
  readonly message: ErrorMessage | null
  readonly call: Intent["call"]
}

/** Actions of the signed-in account about a subject, oldest first. */
export const actionsAbout = ({ session, outbox }: State, subject: string): ActionList =>
  outbox.actions.about(session.current?.account ?? null, subject)

/** The setback of the newest action. A later successful action removes it. */
export const setbackOf = (action: Action | undefined): Setback | null => {
  if (action === undefined) return null
  const { id, status, intent } = action
  const { call } = intent
  if (status.state === "unconfirmed") return { action: id, state: "unconfirmed", reason: null, message: null, call }
  if (status.state !== "refused") return null
  const { reason } = status
  const message = definitionOf(intent).messages.refused ?? reason
  return { action: id, state: "refused", reason, message, call }
}

export interface OwnAccount {
  readonly name: string
  /** Set while a rename is open: `name` is then the new one. */
  readonly pendingName: { readonly before: string; readonly state: ActionState } | null
  readonly setback: Setback | null
  readonly email: string
  readonly server: string
  /** ms */
  readonly loginAt: number
  /** ms */
  readonly createdAt: number
}

/** The signed-in account (ACCOUNT-1); null for a guest. */
export const ownAccount = (state: State): OwnAccount | null => {
  const { current } = state.session
  if (current === null) return null
  const { account, name, email, server, loginAt, createdAt } = current
  const newest = actionsAbout(state, "rename_account").at(-1)
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

export interface ConnectedMain {
  readonly id: string
  readonly name: string
  readonly email: string
  /**
   * Number of devices that it shares with this account. Null when another owner has the same name, because the server
   * identifies owners by name only.
   */
  readonly devices: number | null
  /** Set while the disconnecting is open. */
  readonly leaving: ActionState | null
  readonly setback: Setback | null
}

export interface ConnectedMains {
  readonly account: AccountKey
  readonly list: ListState
  /** By name, then id. */
  readonly ids: readonly string[]
  /** The refused or unconfirmed disconnects. */
  readonly setbacks: readonly Setback[]
  /** Times of accepted invitations whose owner has not approved yet, ms, oldest first (ACCOUNT-5). */
  readonly awaiting: readonly number[]
}

const sortedMains = makeSorter<MainAccount>()
const noIds: readonly string[] = []

/** The main accounts that share devices with this one; null for a guest. */
export const connectedMains = (state: State, now: number): ConnectedMains | null => {
  const account = state.session.current?.account
  if (account === undefined) return null
  const { sharing } = state
  const ids = sharing.account === account ? sortedMains(sharing.mainAccounts, byName).ids : noIds
  return {
    account,
    list: listState(state, "mainAccounts", ids.length, now),
    ids,
    setbacks: mainSetbacks(state, account),
    awaiting: sharing.awaiting.get(account) ?? [],
  }
}

/** In the order of the names of their main accounts, for those still on the list. */
const mainSetbacks = (state: State, account: AccountKey): readonly Setback[] => {
  const { settled, unconfirmed } = state.outbox.actions
  const mains = new Map<string, MainAccount>()
  for (const { intent, account: owner } of [...settled, ...unconfirmed]) {
    if (owner !== account || intent.call !== "disconnect_main_account") continue
    const main = state.sharing.mainAccounts.get(intent.input.accountId)
    if (main !== undefined) mains.set(main.id, main)
  }
  return [...mains.values()].sort(byName).flatMap(({ id }) => connectedMain(state, id)?.setback ?? [])
}

const sharedOf = makeTally<Device>(({ shared, owner }) => (shared ? owner : null))
const namedAs = makeTally<MainAccount>(({ name }) => name)

/** One main account; null when it is not on the list. */
export const connectedMain = (state: State, id: string): ConnectedMain | null => {
  const { sharing, devices } = state
  const account = state.session.current?.account ?? null
  const main = sharing.account === account ? sharing.mainAccounts.get(id) : undefined
  if (main === undefined) return null
  const { name, email } = main
  const newest = actionsAbout(state, mainAccountSubject(id)).at(-1)
  const shared = devices.account === account ? sharedOf(devices.bound, name) : 0
  return {
    id,
    name,
    email,
    devices: namedAs(sharing.mainAccounts, name) > 1 ? null : shared,
    leaving: newest !== undefined && isOpen(newest) ? shownState(state, newest) : null,
    setback: setbackOf(newest),
  }
}

interface Named {
  readonly id: string
  readonly name: string
}

/** By name without regard to case, then by name, then by id: the same order on every machine. */
export const byName = (a: Named, b: Named): number =>
  compareTexts(a.name.toLowerCase(), b.name.toLowerCase()) || compareTexts(a.name, b.name) || compareTexts(a.id, b.id)
