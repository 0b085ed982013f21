import type { Listing } from "../actions/accountView.ts"
import { definitionOf } from "../actions/table.ts"
import { type Begun, knownTo, readKnows } from "../event/changes.ts"
import type { ListName } from "../event/listRead.ts"
import type { RecordDevices } from "../features/devices/decide.ts"
import type { SharingCommand } from "../features/sharing/decide.ts"
import type { SharingState } from "../features/sharing/state.ts"
import type { Reread } from "../outbox/contests.ts"
import type { Outlived, Reading } from "../outbox/reconcile.ts"
import type { Action } from "../outbox/state.ts"
import type { AccountKey } from "../values/identity.ts"
import type { State } from "./state.ts"

type ReadCommand = RecordDevices | Extract<SharingCommand, { type: "RecordSubAccounts" | "RecordMainAccounts" }>

/** A reading in the form that `reconcile` takes, given the state before it. `ownName` comes with the devices. */
export const readingOf = (
  command: ReadCommand,
  sharing: SharingState,
  ownName: string | undefined,
  outlived: Outlived = new Map(),
): Reading => {
  const listing = listingOf(command, sharing, ownName)
  return {
    account: command.account,
    known: knownTo(command),
    outlived,
    read: listing.read,
    shows: ({ intent, claimedSeq }) => definitionOf(intent).shownBy(intent, listing, claimedSeq),
  }
}

type Known = Pick<State, "devices" | "sharing" | "session">

/** The lists of an account before and after a reading. */
export const rereadOf = (command: ReadCommand, state: Known, ownName: string | undefined): Omit<Reread, "reopened"> => {
  const after = listingOf(command, state.sharing, ownName)
  return {
    account: command.account,
    before: knownListing(after.read, command.account, state),
    after,
    isStale: (action) => !readKnows(knownTo(command), setSeqOf(action, state)),
  }
}

/** The reading of the own name of the signed-in account, from a profile. */
export const renamedOwn = (
  account: AccountKey,
  begun: Begun,
  ownName: string,
  state: Known,
): Omit<Reread, "reopened"> => ({
  account,
  before: { read: "devices", devices: new Map(), ownName: knownName(state.session) },
  after: { read: "devices", devices: new Map(), ownName },
  isStale: (action) => !readKnows(knownTo(begun), setSeqOf(action, state)),
})

const knownListing = (read: ListName, account: AccountKey, { devices, sharing, session }: Known): Listing => {
  const own = <Item>(list: { readonly account: AccountKey | null }, items: ReadonlyMap<string, Item>) =>
    list.account === account ? items : new Map<string, Item>()
  switch (read) {
    case "devices":
      return { read, devices: own(devices, devices.bound), ownName: knownName(session) }
    case "subAccounts":
      return { read, subAccounts: own(sharing, sharing.subAccounts), isNewSince: () => false }
    case "mainAccounts":
      return { read, mainAccounts: new Set(own(sharing, sharing.mainAccounts).keys()) }
  }
}

/**
 * The own name before a reading; unknown after a sign-in alone, because another client may have set that name since a
 * person asked.
 */
const knownName = ({ current }: State["session"]): string | undefined =>
  current === null || current.nameSetSeq + current.profileReadSeq === 0 ? undefined : current.name

/** The event that last set the value that an action is about, as far as this client confirmed one; 0 for none. */
const setSeqOf = ({ intent }: Action, { devices, sharing, session }: Known): number => {
  const subject = definitionOf(intent).about(intent)
  switch (subject.kind) {
    case "device":
      return devices.bound.get(subject.id)?.nameSetSeq ?? 0
    case "subAccount":
      return sharing.subAccounts.get(subject.id)?.setSeq ?? 0
    case "ownAccount":
      return session.current?.nameSetSeq ?? 0
    case "mainAccount":
      return 0
  }
}

const listingOf = (command: ReadCommand, sharing: SharingState, ownName: string | undefined): Listing => {
  switch (command.type) {
    case "RecordDevices":
      return { read: "devices", devices: byId(command.devices), ownName }
    case "RecordSubAccounts":
      return {
        read: "subAccounts",
        subAccounts: byId(command.subAccounts),
        isNewSince: (id, seq) => isSeenSince(id, seq, command, sharing),
      }
    case "RecordMainAccounts":
      return { read: "mainAccounts", mainAccounts: new Set(command.mainAccounts.map(({ id }) => id)) }
  }
}

const byId = <Item extends { readonly id: string }>(items: readonly Item[]): ReadonlyMap<string, Item> =>
  new Map(items.map((item) => [item.id, item]))

type SubAccountsReading = Extract<ReadCommand, { type: "RecordSubAccounts" }>

/**
 * True when the first read that showed a sub-account began after the claim. False before any read, when the client does
 * not know which are new.
 */
const isSeenSince = (id: string, claimedSeq: number, reading: SubAccountsReading, sharing: SharingState): boolean => {
  if (sharing.account !== reading.account || sharing.subAccountsRead.at === null) return false
  return readKnows(sharing.subAccounts.get(id)?.seenSeq ?? knownTo(reading), claimedSeq)
}
