import { type Device, tickOf } from "../devices/state.ts"
import { FLAG_BOUND_MAC } from "../model/intents.ts"
import type { State } from "../model/state.ts"
import { pendingRename } from "../outbox/overlay.ts"
import { type Action, isOpen } from "../outbox/state.ts"
import { tagsOf, tagsOn } from "../tags/feature.ts"
import { knownBuild } from "../values/firmware.ts"
import { ONLINE_WINDOW_MS, PRESENCE_TICKS } from "../values/limits.ts"
import { type ActionState, shownState } from "./outbox.ts"

export type PresenceTick = "seen" | "unseen" | "unobserved"

/** The notice of a card's last row: the most urgent of its actions (look, anatomy). */
export interface CardNotice {
  readonly about: "rename" | "wake" | "reboot"
  readonly state: ActionState
  readonly action: string
  /** The value before, for a rename on its way. */
  readonly before: string | null
}

export type DeviceType = "AVW1" | "AVL1"
export const deviceTypes: readonly DeviceType[] = ["AVW1", "AVL1"]

/** DEVICE-7 */
export const typeOf = ({ model }: Pick<Device, "model">): DeviceType => (model === 1 ? "AVW1" : "AVL1")

/** `lastKnown`: our own reading is older than the online window, and by it the device was online (look, status sign). */
export const deviceStatuses = ["online", "offline", "lastKnown"] as const
export type DeviceStatus = (typeof deviceStatuses)[number]

export interface DeviceCard {
  readonly did: string
  readonly name: string
  /** Set while a rename is on its way: the name shown is the one asked for. */
  readonly pendingName: { readonly before: string; readonly state: ActionState } | null
  readonly kind: "cloud"
  readonly type: DeviceType
  readonly shared: boolean
  readonly owner: string
  readonly status: DeviceStatus
  readonly online: boolean
  /** Our own reading is older than the online window: what is shown is what was (look, status sign). */
  readonly lastKnown: boolean
  /** ms; 0 when never. */
  readonly lastSeen: number
  readonly build: number | null
  readonly hasBoundMac: boolean
  readonly presence: readonly PresenceTick[]
  readonly notice: CardNotice | null
  /** Words of the person, on this browser only. */
  readonly tags: readonly string[]
}

/** DEVICE-5: seen within the window, inclusive; a time in the future counts as seen. */
export const isOnline = (lastSeen: number, now: number): boolean => now - lastSeen <= ONLINE_WINDOW_MS

export type DeviceListView =
  | { readonly status: "signedOut" }
  | { readonly status: "loading" }
  | {
      readonly status: "list" | "empty" | "failed"
      readonly count: number
      readonly online: number
      /** ms; null when never read. */
      readonly readAt: number | null
      readonly failure: "connect" | "tooOften" | "unknown" | null
      readonly refreshing: boolean
      /** Older than the online window: everything shown is last known. */
      readonly lastKnown: boolean
    }

const isLastKnown = (readAt: number | null, now: number): boolean => readAt !== null && now - readAt > ONLINE_WINDOW_MS

/** What the status sign of a device last seen and of a list last read then says, ms. */
export const statusOf = (lastSeen: number, readAt: number | null, now: number): DeviceStatus => {
  if (readAt !== null && isLastKnown(readAt, now) && isOnline(lastSeen, readAt)) return "lastKnown"
  return isOnline(lastSeen, now) ? "online" : "offline"
}

/** The bound devices as a list: never empty because a load failed (DEVICE-2). */
export const deviceList = (state: State, now: number): DeviceListView => {
  const account = state.session.current?.account
  if (account === undefined) return { status: "signedOut" }
  const { devices } = state
  if (devices.account !== account) return { status: "loading" }
  if (devices.readAt === null && devices.failure === null) return { status: "loading" }
  let online = 0
  for (const { lastSeen } of devices.bound.values()) if (isOnline(lastSeen, now)) online += 1
  return {
    status: devices.bound.size > 0 ? "list" : devices.readAt === null ? "failed" : "empty",
    count: devices.bound.size,
    online,
    readAt: devices.readAt,
    failure: devices.failure?.reason ?? null,
    refreshing: devices.requested !== null,
    lastKnown: isLastKnown(state.devices.readAt, now),
  }
}

/** One device with its pending actions; null when it is not on the list of the account signed in. */
export const deviceCard = (state: State, did: string, now: number): DeviceCard | null => {
  const account = state.session.current?.account ?? null
  const device = state.devices.account === account ? state.devices.bound.get(did) : undefined
  if (device === undefined) return null
  const rename = pendingRename(state.outbox, account, did)
  const asked = rename?.intent.call === "rename_device" ? rename.intent.input.title : undefined
  return {
    did,
    name: asked ?? device.name,
    pendingName: rename === undefined ? null : { before: device.name, state: shownState(state, rename) },
    kind: "cloud",
    type: typeOf(device),
    shared: device.shared,
    owner: device.owner,
    status: statusOf(device.lastSeen, state.devices.readAt, now),
    online: isOnline(device.lastSeen, now),
    lastKnown: isLastKnown(state.devices.readAt, now),
    lastSeen: device.lastSeen,
    build: knownBuild(device.build) ?? null,
    hasBoundMac: (device.flags & FLAG_BOUND_MAC) !== 0,
    presence: presenceOf(device, state.devices.observedTicks, now),
    notice: noticeOf(state, did),
    tags: tagsOn(tagsOf(state.tags, account), did),
  }
}

const presenceOf = (device: Device, observed: readonly number[], now: number): readonly PresenceTick[] => {
  const last = tickOf(now)
  const seen = new Set(device.seenTicks)
  const looked = new Set(observed)
  return Array.from({ length: PRESENCE_TICKS }, (_, index): PresenceTick => {
    const tick = last - PRESENCE_TICKS + 1 + index
    return seen.has(tick) ? "seen" : looked.has(tick) ? "unseen" : "unobserved"
  })
}

/** Refused before not confirmed before held before what is on its way. */
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

const noticeOf = (state: State, did: string): CardNotice | null => {
  const account = state.session.current?.account ?? null
  let best: CardNotice | null = null
  for (const action of state.outbox.actions.values()) {
    if (action.account !== account || !("did" in action.intent.input) || action.intent.input.did !== did) continue
    const notice = noticeFor(state, action)
    if (notice !== null && (best === null || urgency[notice.state] >= urgency[best.state])) best = notice
  }
  return best
}

const noticeFor = (state: State, action: Action): CardNotice | null => {
  const shown = shownState(state, action)
  if (!isOpen(action) && shown !== "refused" && shown !== "unconfirmed") return null
  const { intent } = action
  const base = { state: shown, action: action.id, before: action.before }
  if (intent.call === "rename_device") return { ...base, about: "rename" }
  if (intent.call !== "request_device" || intent.input.cmd === "nat") return null
  return { ...base, about: intent.input.cmd === "wol" ? "wake" : "reboot" }
}
