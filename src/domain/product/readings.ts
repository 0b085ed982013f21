import type { Listing } from "../actions/sight.ts"
import { definitionOf } from "../actions/table.ts"
import { knownTo, readKnows } from "../event/changes.ts"
import type { RecordDevices } from "../features/devices/decide.ts"
import type { SharingCommand } from "../features/sharing/decide.ts"
import type { SharingState } from "../features/sharing/state.ts"
import type { Outlived, Reading } from "../outbox/reconcile.ts"

type ReadCommand = RecordDevices | Extract<SharingCommand, { type: "RecordSubAccounts" | "RecordMainAccounts" }>

/** What a list just read says of intents, by what was known before it; `ownName` is told with the devices. */
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

/** Whether the first read that showed a sub-account knew of the claim. Before any read, nobody knows who is new. */
const isSeenSince = (id: string, claimedSeq: number, reading: SubAccountsReading, sharing: SharingState): boolean => {
  if (sharing.account !== reading.account || sharing.subAccountsRead.at === null) return false
  return readKnows(sharing.subAccounts.get(id)?.seenSeq ?? knownTo(reading), claimedSeq)
}
