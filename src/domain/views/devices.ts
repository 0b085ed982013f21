import { definitionOf, deviceSubject } from "../actions/table.ts"
import type { Device } from "../features/devices/state.ts"
import { lanDevicesOf } from "../features/lan/state.ts"
import { tagsOf, tagsOn } from "../features/tags/feature.ts"
import { pendingRename, shownDeviceName } from "../outbox/overlay.ts"
import { type Action, isOpen } from "../outbox/state.ts"
import type { State } from "../product/state.ts"
import { knownBuild } from "../values/firmware.ts"
import { FIRST_DAY_MS, FUTURE_TOLERATED_MS, ONLINE_WINDOW_MS } from "../values/limits.ts"
import { lastTicks, tickOf } from "../values/presence.ts"
import { FLAG_BOUND_MAC } from "../wire/deviceFlags.ts"
import { actionsAbout } from "./account.ts"
import { type BatchNotice, batchNotice } from "./batchNotice.ts"
import { abilitiesOf, flagsSaid } from "./deviceAbilities.ts"
import { isOutdated } from "./firmware.ts"
import { type LanDeviceView, lanViewOf } from "./lan.ts"
import { isLastKnown } from "./listState.ts"
import { type ActionState, isUndoable, shownState } from "./outbox.ts"
import { type PowerOutcome, powerOutcomeOf, type Signs } from "./powerOutcome.ts"

export type PresenceTick = "seen" | "unseen" | "unobserved"

/** The notice of a card's last row: the most urgent of its actions. */
export interface CardNotice {
  readonly about: "rename" | "wake" | "reboot"
  readonly state: ActionState
  readonly action: string
  /** The end of the time for undo before it is sent, ms; null when it cannot be undone. */
  readonly undoUntil: number | null
  /** The earlier value, for an open rename. */
  readonly before: string | null
  /** The time when it was sent, ms; null while it waits. */
  readonly sentAt: number | null
  /** The facts known after the server accepted it; null until then. */
  readonly outcome: PowerOutcome | null
}

export type DeviceType = "AVW1" | "AVL1"
export const deviceTypes: readonly DeviceType[] = ["AVW1", "AVL1"]

/** DEVICE-7 */
export const typeOf = ({ model }: Pick<Device, "model">): DeviceType => (model === 1 ? "AVW1" : "AVL1")

/** `lastKnown`: our last reading is older than the online window, and at that reading the device was online. */
export const deviceStatuses = ["online", "offline", "lastKnown"] as const
export type DeviceStatus = (typeof deviceStatuses)[number]

export interface DeviceCard {
  readonly did: string
  readonly name: string
  /** Set while a rename is open: `name` is then the new one. */
  readonly pendingName: { readonly before: string; readonly state: ActionState } | null
  /** On the list of the account; of any other device only this network tells. */
  readonly kind: "bound" | "near"
  readonly type: DeviceType
  readonly shared: boolean
  readonly owner: string
  readonly status: DeviceStatus
  readonly online: boolean
  /** Our last reading is older than the online window, so the card shows a past state. */
  readonly lastKnown: boolean
  /** ms; 0 when never. */
  readonly lastSeen: number
  readonly build: number | null
  readonly hasFirmware: boolean
  /** The latest known build, if it is newer than the device's. */
  readonly newBuild: number | null
  readonly hasBoundMac: boolean
  readonly presence: readonly PresenceTick[]
  /** The time when this client began to look, ms, while that is too recent for a strip; null afterwards. */
  readonly watchedSince: number | null
  readonly notice: CardNotice | null
  /** Its state in its batch, when its actions have no notice. */
  readonly batch: BatchNotice | null
  /** Its connection on this network, beside the cloud where it is bound (LAN-7). */
  readonly lan: LanDeviceView | null
  /** Tags that the person has given it, in this browser only. */
  readonly tags: readonly string[]
}

/** DEVICE-5: seen within the window, inclusive. A time in the near future counts as seen. */
export const isOnline = (lastSeen: number, now: number): boolean =>
  now - lastSeen <= ONLINE_WINDOW_MS && lastSeen - now <= FUTURE_TOLERATED_MS

/** The status of a device last seen at `lastSeen`, according to a list last read at `readAt`, ms. */
export const statusOf = (lastSeen: number, readAt: number | null, now: number): DeviceStatus => {
  if (readAt !== null && isLastKnown(readAt, now) && isOnline(lastSeen, readAt)) return "lastKnown"
  return isOnline(lastSeen, now) ? "online" : "offline"
}

/** One device with its open actions; null when it is not on the list of the signed-in account. */
export const deviceCard = (state: State, did: string, now: number): DeviceCard | null => {
  const account = state.session.current?.account ?? null
  const device = state.devices.account === account ? state.devices.bound.get(did) : undefined
  if (device === undefined) return null
  const { read, observedTicks } = state.devices
  const batch = batchNotice(state, did, now)
  const of = [
    actionsAbout(state, deviceSubject(did)),
    tagsOn(tagsOf(state.tags, account), did),
    observedTicks,
    read.at,
    now,
    lanViewOf(state, did),
    state.firmware.latest,
    batch?.batch,
    batch?.stand.state,
  ]
  const known = cards.get(device)
  if (known !== undefined && of.every((part, index) => part === known.of[index])) return known.card
  const card = { ...cardOf(state, device, now), batch }
  cards.set(device, { of, card })
  return card
}

/** The last card of each device, with the data beside the device that it was made of. */
const cards = new WeakMap<Device, { readonly of: readonly unknown[]; readonly card: DeviceCard }>()

const cardOf = (state: State, device: Device, now: number): Omit<DeviceCard, "batch"> => {
  const account = state.session.current?.account ?? null
  const did = device.id
  const rename = pendingRename(state.outbox, account, did)
  const lan = lanViewOf(state, did)
  const isNear = lan?.known === "now"
  const { latest } = state.firmware
  const near = (isNear && lanDevicesOf(state.lan, did)[0]) || null
  return {
    did,
    name: shownDeviceName(state.outbox, account, device),
    pendingName: rename === undefined ? null : { before: device.name, state: shownState(state, rename) },
    kind: "bound",
    type: typeOf(device),
    shared: device.shared,
    owner: device.owner,
    status: isNear ? "online" : statusOf(device.lastSeen, state.devices.read.at, now),
    online: isNear || isOnline(device.lastSeen, now),
    lastKnown: !isNear && isLastKnown(state.devices.read.at, now),
    lastSeen: device.lastSeen,
    build: knownBuild(device.build) ?? null,
    hasFirmware: abilitiesOf(flagsSaid(state, did)).hasFirmware,
    newBuild: latest !== null && isOutdated(device, near, latest) ? latest.build : null,
    hasBoundMac: (device.flags & FLAG_BOUND_MAC) !== 0,
    presence: presenceOf(device, state.devices.observedTicks, now),
    watchedSince: device.heardFrom === undefined && now - device.addedAt < FIRST_DAY_MS ? device.addedAt : null,
    notice: noticeOf(state, device, lan, now),
    lan,
    tags: tagsOn(tagsOf(state.tags, account), did),
  }
}

/** The number of ticks in which it was seen, and in which this client looked. */
export const shareOf = (ticks: readonly PresenceTick[]): { readonly seen: number; readonly looked: number } => ({
  seen: ticks.filter((tick) => tick === "seen").length,
  looked: ticks.filter((tick) => tick !== "unobserved").length,
})

const presenceOf = (device: Device, observed: readonly number[], now: number): readonly PresenceTick[] => {
  const { heardFrom = Number.POSITIVE_INFINITY, addedAt, seenTicks } = device
  const added = tickOf(addedAt)
  return lastTicks(now).map((tick): PresenceTick => {
    if (seenTicks.includes(tick)) return "seen"
    return observed.includes(tick) || (tick >= heardFrom && tick <= added) ? "unseen" : "unobserved"
  })
}

/** Refused before not confirmed, before held, before on its way. */
const urgency: Readonly<Record<ActionState, number>> = {
  refused: 6,
  unconfirmed: 5,
  held: 4,
  sending: 3,
  waiting: 2,
  queued: 1,
  confirmed: 0,
  expired: 0,
  cancelled: 0,
  superseded: 0,
}

const noticeOf = (state: State, device: Device, lan: LanDeviceView | null, now: number): CardNotice | null => {
  const signs = { device, lan, readAt: state.devices.read.at, now }
  let best: CardNotice | null = null
  for (const action of actionsAbout(state, deviceSubject(device.id))) {
    const notice = noticeFor(state, action, signs)
    if (notice !== null && (best === null || urgency[notice.state] >= urgency[best.state])) best = notice
  }
  return best
}

const noticeFor = (state: State, action: Action, signs: Signs): CardNotice | null => {
  const shown = shownState(state, action)
  const { cardNotice: about } = definitionOf(action.intent).messages
  if (about === undefined) return null
  const outcome = about === "rename" ? null : powerOutcomeOf(action, about, signs)
  if (!isOpen(action) && shown !== "refused" && shown !== "unconfirmed" && outcome === null) return null
  const { status } = action
  const undoUntil = status.state === "waiting" && isUndoable(status) && status.until > signs.now ? status.until : null
  const sentAt = action.claimedAt > 0 ? action.claimedAt : null
  return { state: shown, action: action.id, undoUntil, before: action.before, about, sentAt, outcome }
}
