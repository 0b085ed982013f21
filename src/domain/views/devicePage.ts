import { definitionOf, deviceSubject } from "../actions/table.ts"
import { isOpen } from "../outbox/state.ts"
import type { State } from "../product/state.ts"
import { actionsAbout } from "./account.ts"
import { type DeviceCard, type DeviceType, deviceCard, typeOf } from "./devices.ts"
import { type FirmwareHindrance, hindranceNow, openUpdate } from "./firmware.ts"
import { isHere, type LanDeviceView, lanViewOf } from "./lan.ts"
import { subAccountRow, subAccountsView } from "./subAccounts.ts"

/** The reason why an action is not possible now. */
type Hindrance = "onItsWay"

export interface DevicePage {
  readonly card: DeviceCard
  /** The owner; "" when unknown. */
  readonly owner: string
  /** Sub-accounts that see it; null when another person owns the device. */
  readonly sharedWith: readonly { readonly id: string; readonly name: string }[] | null
  /** Ids of its open actions and those that wait for a decision, newest first. */
  readonly underway: readonly string[]
  readonly wake: Hindrance | null
  readonly reboot: Hindrance | null
  /** A browser without a native side reaches no device. */
  readonly connect: "noBridge" | null
  readonly update: FirmwareHindrance | null
}

/**
 * Null for a running or broken-off update, which the page shows, and for an unknown latest build, which the dialog asks
 * for.
 */
const updateHindrance = (state: State, lan: LanDeviceView | null): FirmwareHindrance | null => {
  if (!isHere(state)) return "noBridge"
  if (lan === null) return "notOnNetwork"
  const update = openUpdate(state, lan.id)
  if (update !== null && update.stage !== "completed") return null
  const hindrance = hindranceNow(state, lan.id)
  return hindrance === "latestUnknown" ? null : hindrance
}

/** The page of one device (DEVICE-16); null when it is not on the list of the signed-in account. */
export const devicePage = (state: State, did: string, now: number): DevicePage | null => {
  const card = deviceCard(state, did, now)
  const current = state.session.current
  if (card === null || current === null) return null
  const actions = actionsAbout(state, deviceSubject(did))
  const underway = actions.filter(
    (action) => isOpen(action) || (action.status.state === "unconfirmed" && !action.dismissed),
  )
  const isAsked = (notice: "wake" | "reboot") =>
    actions.some((action) => isOpen(action) && definitionOf(action.intent).messages.cardNotice === notice)
  return {
    card,
    owner: card.shared ? card.owner.trim() : current.name,
    sharedWith: card.shared ? null : sharers(state, did, now),
    underway: underway.map(({ id }) => id).reverse(),
    wake: isAsked("wake") ? "onItsWay" : null,
    reboot: isAsked("reboot") ? "onItsWay" : null,
    connect: isHere(state) ? null : "noBridge",
    update: updateHindrance(state, card.lan),
  }
}

export interface LanPage {
  readonly device: LanDeviceView
  readonly type: DeviceType
  /** The reason why it accepts no request now: no native side, or it left the network during an update. */
  readonly connect: "noBridge" | "away" | null
  readonly update: FirmwareHindrance | null
}

/**
 * A device of this network that is on no list of the account (PICTURE-5); null when it is not on the network either.
 */
export const lanPage = (state: State, did: string): LanPage | null => {
  const device = lanViewOf(state, did)
  if (device === null) return null
  return {
    device,
    type: typeOf(device),
    connect: !isHere(state) ? "noBridge" : device.known === "last" ? "away" : null,
    update: updateHindrance(state, device),
  }
}

const sharers = (state: State, did: string, now: number): NonNullable<DevicePage["sharedWith"]> =>
  (subAccountsView(state, now)?.ids ?? [])
    .flatMap((id) => subAccountRow(state, id) ?? [])
    .filter(({ devices }) => devices.some((device) => device.did === did))
    .map(({ id, name }) => ({ id, name }))
