import { canAsk } from "../features/bridge/feature.ts"
import { type LanDevice, type LanWake, lanDevicesOf } from "../features/lan/state.ts"
import type { State } from "../product/state.ts"
import { knownBuild } from "../values/firmware.ts"
import {
  covers,
  hostCount,
  hostIndex,
  type LanTarget,
  lanTargets,
  type Unscannable,
  unscannable,
} from "../values/lanTarget.ts"
import { isLoopbackHost } from "../values/loopback.ts"
import { subnetsIn } from "../values/subnets.ts"
import { compareTexts } from "../values/textOrder.ts"
import { FLAG_BOUND_MAC } from "../wire/deviceFlags.ts"
import type { OddItem } from "../wire/items.ts"
import { type Abilities, abilitiesOf } from "./deviceAbilities.ts"
import { openUpdate } from "./firmware.ts"

/** The screens' data about this network: LAN devices, scans, and wakes over the native side. */

/** The connection to a device here. `known`: the native side is away, and this is its last report. */
export interface LanDeviceView extends Abilities {
  readonly id: string
  readonly did: string
  readonly name: string
  readonly model: number
  readonly kind: "lan" | "usb"
  readonly known: "now" | "last"
  /** Null for a device on a cable. */
  readonly address: string | null
  readonly mode: "hid" | "usb"
  readonly isStreaming: boolean
  /**
   * True when the card shows the address. A device that streams over its cable shows its mode instead (DEVICE-7), but
   * only when the cable is on this computer: a report from the network must not hide an address.
   */
  readonly showsAddress: boolean
  /** Bits of `cloud_type`, as the device reports them. */
  readonly cloudType: number
  readonly build: number | null
  readonly hasBoundMac: boolean
  /** When the device was found, and when its report last changed, ms. */
  readonly foundAt: number
  readonly reportedAt: number
}

export const isHere = (state: State): boolean => canAsk(state.bridge)

export const canSwitchMode = (state: State): boolean => canAsk(state.bridge, "set_mode")

const viewOf = (device: LanDevice, here: boolean): LanDeviceView => ({
  id: device.id,
  did: device.did,
  name: device.name,
  model: device.model,
  kind: device.addr === "" ? "usb" : "lan",
  known: here ? "now" : "last",
  address: device.addr === "" ? null : device.addr,
  mode: device.isHid ? "hid" : "usb",
  ...abilitiesOf(device.flags),
  isStreaming: device.isUsb,
  showsAddress: device.addr !== "" && !(device.isUsb && isLoopbackHost(device.addr)),
  cloudType: device.cloudType,
  build: knownBuild(device.build) ?? null,
  hasBoundMac: (device.flags & FLAG_BOUND_MAC) !== 0,
  foundAt: device.foundAt,
  reportedAt: device.toldAt,
})

const views = new WeakMap<LanDevice, LanDeviceView>()

/** Returns the same object while the device and the native side are unchanged. */
const cachedView = (device: LanDevice, here: boolean): LanDeviceView => {
  const before = views.get(device)
  if (before !== undefined && (before.known === "now") === here) return before
  const made = viewOf(device, here)
  views.set(device, made)
  return made
}

let leftLast: { readonly of: readonly unknown[]; readonly left: readonly LanDevice[] } | undefined

/**
 * Devices that left the network during an update, or whose update broke off without a report. They stay listed as last
 * reported, because they restart or get another attempt (FW-4).
 */
const leftInUpdate = (state: State): readonly LanDevice[] => {
  const of = [state.lan.left, state.firmware.updates]
  if (leftLast !== undefined && of.every((part, index) => part === leftLast?.of[index])) return leftLast.left
  const left = [...state.lan.left.values()].filter(({ id }) => {
    const update = openUpdate(state, id)
    return update !== null && update.stage !== "completed"
  })
  leftLast = { of, left }
  return left
}

/** The best connection to a device on this network, even when it is bound to an account (LAN-7). */
export const lanViewOf = (state: State, did: string): LanDeviceView | null => {
  const [first] = lanDevicesOf(state.lan, did)
  if (first !== undefined) return cachedView(first, isHere(state))
  const left = leftInUpdate(state).find((device) => device.did === did)
  return left === undefined ? null : cachedView(left, false)
}

/** One LAN device by its id on the network. */
export const lanDeviceAt = (state: State, id: string): LanDeviceView | null => {
  const device = state.lan.devices.get(id)
  if (device !== undefined) return cachedView(device, isHere(state))
  const left = leftInUpdate(state).find((one) => one.id === id)
  return left === undefined ? null : cachedView(left, false)
}

const isBound = ({ session, devices }: State, did: string): boolean =>
  session.current !== null && devices.account === session.current.account && devices.bound.has(did)

/** A device id that answers from several addresses: two units with one id, or one unit with two addresses. */
export interface Doubled {
  readonly did: string
  readonly name: string
  readonly addresses: readonly string[]
}

const addressesOf = ({ lan }: State, did: string): readonly string[] => [
  ...new Set(lanDevicesOf(lan, did).flatMap(({ addr, others = [] }) => (addr === "" ? [] : [addr, ...others]))),
]

/** By name. A device that answers from one address, as nearly all do, costs one lookup. */
const doubledIn = (state: State, devices: readonly LanDevice[]): readonly Doubled[] => {
  const doubled = new Map<string, Doubled>()
  for (const { did, name, others } of devices) {
    if (doubled.has(did) || ((others ?? []).length === 0 && (state.lan.byDid.get(did)?.length ?? 0) < 2)) continue
    const addresses = addressesOf(state, did)
    if (addresses.length > 1) doubled.set(did, { did, name, addresses })
  }
  return [...doubled.values()].sort((a, b) => compareTexts(a.name, b.name) || compareTexts(a.did, b.did))
}

export interface Answered {
  readonly here: boolean
  /** Number of devices that answered and could not be read. */
  readonly unread: number
  readonly odd: readonly OddItem[]
  /** All LAN devices, the latest found first. */
  readonly ids: readonly string[]
  /**
   * LAN devices that are on no list of the account, one for each did: they have their own cards (LAN-7). Sorted by
   * name, so that a device that restarts comes back to its place (UX-5).
   */
  readonly own: readonly string[]
  /** Device ids that answer from several addresses. */
  readonly doubled: readonly Doubled[]
}

const byName = (a: LanDevice, b: LanDevice): number => compareTexts(a.name, b.name) || compareTexts(a.id, b.id)

let answeredLast: { readonly of: readonly unknown[]; readonly answered: Answered } | undefined

export const answered = (state: State): Answered => {
  const { lan, devices, session } = state
  const here = isHere(state)
  const left = leftInUpdate(state)
  // Compared by id, because each step of an update makes a new list.
  const leftIds = left.map(({ id }) => id).join(" ")
  const of = [lan.devices, devices.bound, devices.account, session.current?.account, here, leftIds, lan.unread, lan.odd]
  if (answeredLast !== undefined && of.every((part, index) => part === answeredLast?.of[index]))
    return answeredLast.answered
  const all = [...lan.devices.values(), ...left].sort((a, b) => b.foundAt - a.foundAt || byName(a, b))
  const own = new Map<string, LanDevice>()
  for (const device of all) {
    const { did } = device
    if (!own.has(did) && !isBound(state, did)) own.set(did, lanDevicesOf(lan, did)[0] ?? device)
  }
  const made: Answered = {
    here,
    unread: lan.unread,
    odd: lan.odd ?? [],
    ids: all.map(({ id }) => id),
    own: [...own.values()].sort(byName).map(({ id }) => id),
    doubled: doubledIn(state, all),
  }
  answeredLast = { of, answered: made }
  return made
}

/** The account's data about a LAN device. */
export const boundName = (state: State, did: string): { readonly shared: boolean; readonly owner: string } | null => {
  const device = isBound(state, did) ? state.devices.bound.get(did) : undefined
  return device === undefined ? null : { shared: device.shared, owner: device.owner }
}

export interface TargetView {
  readonly target: string
  readonly hosts: number
  /** LAN devices with an address of this target. */
  readonly found: number
  readonly state: "running" | "scanned" | "never"
  /** The reason why it cannot be scanned. A scan of all targets leaves it out. */
  readonly refusal: Unscannable | null
}

const addresses = ({ lan }: State): readonly string[] => [...lan.devices.values()].map(({ addr }) => addr)

const foundIn = (target: string, known: readonly string[]): number => {
  const [parsed] = lanTargets([target])
  return parsed === undefined ? 0 : known.filter((address) => hostIndex(parsed, address) !== null).length
}

/** True when a scan of these targets covers all of `target`. */
const isAmong = (target: LanTarget, scanned: readonly string[]): boolean =>
  lanTargets(scanned).some((wide) => covers(wide, target))

/** The stored targets, in the order in which they were added (LAN-1). */
export const targets = (state: State): readonly TargetView[] => {
  const known = addresses(state)
  const { scan, scanned } = state.lan
  return subnetsIn(state.settings.get("subnets")).map((target) => ({
    target,
    hosts: hostCount(target),
    found: foundIn(target, known),
    refusal: unscannable(target),
    state:
      scan !== null && scan.end === null && isAmong(target, scan.targets)
        ? "running"
        : isAmong(target, [...scanned.keys()])
          ? "scanned"
          : "never",
  }))
}

/**
 * The targets that one press scans: the stored targets, else the network of this computer, as far as LAN devices show
 * it.
 */
export const scanTargets = (state: State): readonly string[] => {
  const stored = targets(state)
  return stored.length > 0
    ? stored.filter(({ refusal }) => refusal === null).map(({ target }) => target)
    : suggestedTargets(state).slice(0, 1)
}

/** One target of the last scan, with its progress. */
export interface ScanPart {
  readonly target: string
  readonly total: number
  readonly done: number
  readonly found: number
  /** Numbers of the hosts that answered. */
  readonly hits: readonly number[]
}

export interface ScanView {
  readonly id: string
  /** `idle`: there was no scan yet. The parts are those that one press scans. */
  readonly state: "idle" | "running" | "done" | "cancelled" | "lost" | "elsewhere"
  readonly total: number
  readonly done: number
  readonly startedAt: number
  readonly endedAt: number | null
  readonly parts: readonly ScanPart[]
}

/** `tab`: the tab that asks. It cannot show the progress of a scan in another tab. */
export const scanView = (state: State, tab: string): ScanView => {
  const { scan } = state.lan
  const scanned = lanTargets(scan?.targets ?? scanTargets(state))
  const known = addresses(state)
  let before = 0
  const parts = scanned.map((target): ScanPart => {
    const total = hostCount(target)
    const hits = known.flatMap((address) => hostIndex(target, address) ?? [])
    const done = Math.min(total, Math.max(0, (scan?.done ?? 0) - before))
    before += total
    return { target, total, done, found: hits.length, hits: hits.sort((a, b) => a - b) }
  })
  if (scan === null) return { id: "", state: "idle", total: before, done: 0, startedAt: 0, endedAt: null, parts }
  const { id, total, done, startedAt, end } = scan
  const running = scan.tab === tab ? "running" : "elsewhere"
  return { id, state: end?.outcome ?? running, total, done, startedAt, endedAt: end?.at ?? null, parts }
}

/** The last wake of a device. It stays in the state for a while after its end. */
export const lanWake = (state: State, did: string): LanWake | null =>
  state.lan.wakes.findLast((wake) => wake.did === did) ?? null

/** Suggested targets when none is stored: the networks of LAN devices, then common ones. */
export const suggestedTargets = (state: State): readonly string[] => {
  const stored = new Set<string>(subnetsIn(state.settings.get("subnets")))
  const networks = addresses(state).flatMap((address) => {
    const octets = /^([0-9]+\.[0-9]+\.[0-9]+)\.[0-9]+(?::[0-9]+)?$/.exec(address)?.[1]
    return octets === undefined ? [] : [`${octets}.*`]
  })
  const all = [...new Set([...networks, "192.168.1.*", "192.168.0.*", "10.0.0.*"])]
  return all.filter((target) => !stored.has(target)).slice(0, 3)
}
