import { type Begun, changesBetween, changesInParts, hasChanges, knownTo, readKnows } from "../../event/changes.ts"
import { isReadNews, type Oddities, oddEntriesOf } from "../../event/listRead.ts"
import type { AccountKey } from "../../values/identity.ts"
import type { MainAccountItem, SubAccountItem } from "../../wire/cloud.ts"
import type { SharingEvent } from "./events.ts"
import { type SharingState, STATUS_DELETED, type SubAccount } from "./state.ts"

interface Read extends Begun, Oddities {
  readonly account: AccountKey
}

interface NamedDevice {
  readonly id: string
  readonly name: string
}

export type SharingCommand =
  | (Read & {
      readonly type: "RecordSubAccounts"
      readonly subAccounts: readonly (typeof SubAccountItem)["Type"][]
      /** The devices that can be assigned, with the names in the same reading. */
      readonly devices?: readonly NamedDevice[]
    })
  | (Read & { readonly type: "RecordMainAccounts"; readonly mainAccounts: readonly (typeof MainAccountItem)["Type"][] })
  /** For the account that accepted. Another one may be signed in when the reply comes. */
  | { readonly type: "RecordAcceptance"; readonly account: AccountKey }
  /** `acceptedAt` is the time of the acceptance whose approval the person no longer waits for, ms. */
  | { readonly type: "DismissAwaiting"; readonly account: AccountKey; readonly acceptedAt: number }

const EVERY_FIELD: ReadonlySet<string> = new Set(["name", "email", "createdAt", "status", "devices"])
const NO_FIELD: ReadonlySet<string> = new Set()

/** `isAwaited`: see `decideDevices`. */
export const decideSharing = (
  command: SharingCommand,
  state: SharingState,
  now: number,
  isAwaited = false,
): readonly SharingEvent[] => {
  const { account } = command
  const own = state.account === account
  switch (command.type) {
    case "RecordSubAccounts": {
      const known: ReadonlyMap<string, SubAccount> = own ? state.subAccounts : new Map()
      const read = withoutGone(command.subAccounts, own ? state.gone.subAccounts : null, command)
      const changes = changesBetween<(typeof SubAccountItem)["Type"], SubAccount>(known, read, (sub) =>
        readKnows(knownTo(command), sub.setSeq) ? NO_FIELD : EVERY_FIELD,
      )
      const named = newNames(command.devices, own ? state.deviceNames : new Map())
      const isNews =
        isAwaited ||
        !own ||
        hasChanges(changes) ||
        "devices" in named ||
        isReadNews(state.subAccountsRead, now, command)
      if (!isNews) return []
      return changesInParts(changes).map((part, index) => ({
        type: "SubAccountsRead",
        payload: { account, ...begunOf(command), ...part, ...(index === 0 && named), ...oddEntriesOf(command) },
      }))
    }
    case "RecordMainAccounts": {
      const read = withoutGone(command.mainAccounts, own ? state.gone.mainAccounts : null, command)
      const changes = changesBetween(own ? state.mainAccounts : new Map(), read)
      const isNews = isAwaited || !own || hasChanges(changes) || isReadNews(state.mainAccountsRead, now, command)
      if (!isNews) return []
      return changesInParts(changes).map((part) => ({
        type: "MainAccountsRead",
        payload: { account, ...begunOf(command), ...part, ...oddEntriesOf(command) },
      }))
    }
    case "RecordAcceptance":
      return [{ type: "InvitationAccepted", payload: { account } }]
    case "DismissAwaiting":
      return state.awaiting.get(account)?.includes(command.acceptedAt)
        ? [{ type: "AwaitingDismissed", payload: { account, acceptedAt: command.acceptedAt } }]
        : []
  }
}

const begunOf = ({ begunAt, begunSeq }: Begun): Begun => ({ begunAt, ...(begunSeq !== undefined && { begunSeq }) })

/** SUB-3: a removed sub-account is off the list, even if a server still returns it. */
export const withoutDeleted = <Item extends { readonly status: number }>(read: readonly Item[]): readonly Item[] =>
  read.filter(({ status }) => status !== STATUS_DELETED)

const newNames = (
  read: readonly NamedDevice[] | undefined,
  known: SharingState["deviceNames"],
): { readonly devices?: readonly NamedDevice[] } => {
  if (read === undefined) return {}
  const names = new Map(read.map(({ id, name }) => [id, name]))
  const same = names.size === known.size && [...names].every(([id, name]) => known.get(id) === name)
  return same ? {} : { devices: [...names].map(([id, name]) => ({ id, name })) }
}

/** A read that began before a removal does not bring the item back. */
const withoutGone = <Item extends { readonly id: string }>(
  read: readonly Item[],
  gone: ReadonlyMap<string, number> | null,
  begun: Begun,
): readonly Item[] =>
  read.filter(({ id }) => {
    const goneSeq = gone?.get(id)
    return goneSeq === undefined || readKnows(knownTo(begun), goneSeq)
  })

/**
 * SUB-3: the transitions that a client may send. Deleting is allowed from every state. Codes: 1 accepted, 2 active, 3
 * disabled, 4 deleted.
 */
export const isAllowedTransition = (from: number, to: number): boolean =>
  to === 4 || (from === 1 && to === 2) || (from === 2 && to === 3) || (from === 3 && to === 2)
