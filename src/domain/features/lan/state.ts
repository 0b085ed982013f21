import type { Draft } from "../../event/draft.ts"
import type { Envelope } from "../../event/event.ts"
import { LAN_LEFT_KEPT, LAN_MACS_KEPT, LAN_WAKES_KEPT, SCANNED_TARGETS_KEPT } from "../../values/limits.ts"
import { PersistentMap } from "../../values/persistentMap.ts"
import type { OddItem } from "../../wire/items.ts"
import type { LanDeviceFields, LanEvent, LanWakeStage, ScanOutcome } from "./events.ts"

export interface LanDevice extends LanDeviceFields {
  /** The time of the first report since it was last gone, and of its last change, ms. */
  readonly foundAt: number
  readonly toldAt: number
}

export interface Scan {
  readonly id: string
  /** The tab that runs it. */
  readonly tab: string
  readonly targets: readonly string[]
  readonly total: number
  readonly done: number
  readonly startedAt: number
  /** Null while the scan runs, and when the tab that ran it is gone. */
  readonly end: { readonly at: number; readonly outcome: ScanOutcome } | null
}

export interface LanWake {
  readonly wake: string
  readonly id: string
  readonly did: string
  readonly stage: LanWakeStage
  readonly mac: string | null
  readonly askedAt: number
  /** The time when the bridge sent the wake, ms; unset before. A person may have typed a passcode first. */
  readonly sentAt?: number
  /** When the stage began, ms. */
  readonly at: number
}

export interface LanState {
  /** By `id`. While the native side is away, the last report stays and is shown with its age. */
  readonly devices: PersistentMap<LanDevice>
  /** The ids of those devices by `did`. One device may answer on the network and on a cable. */
  readonly byDid: PersistentMap<readonly string[]>
  /** Devices that have left, as last reported; the last one at the end. */
  readonly left: ReadonlyMap<string, LanDevice>
  /** Number of devices that the native side reported and that could not be read. */
  readonly unread: number
  /** The first few of them, each with its odd field. */
  readonly odd?: readonly OddItem[]
  readonly scan: Scan | null
  /** The time when each target was last scanned completely, ms. */
  readonly scanned: ReadonlyMap<string, number>
  /** Oldest first. */
  readonly wakes: readonly LanWake[]
  /** The MAC of the computer that is bound to a device, by `did`, as far as a wake has shown it (DEVICE-12). */
  readonly macs: ReadonlyMap<string, string>
}

export const initialLan: LanState = {
  devices: new PersistentMap(),
  byDid: new PersistentMap(),
  left: new Map(),
  unread: 0,
  scan: null,
  scanned: new Map(),
  wakes: [],
  macs: new Map(),
}

type Of<Type extends LanEvent["type"]> = Extract<LanEvent, { type: Type }> & Envelope
type Editable = { -readonly [Key in keyof LanState]: LanState[Key] }

export const evolveLan = (state: LanState, event: LanEvent & Envelope, draft: Draft): LanState => {
  const next: Editable = draft.edit(state)
  switch (event.type) {
    case "LanDevicesTold":
      evolveDevices(next, event, draft)
      return next
    case "ScanStarted": {
      const { scan, targets, total } = event.payload
      next.scan = { id: scan, tab: event.tab, targets, total, done: 0, startedAt: event.at, end: null }
      return next
    }
    case "ScanEnded":
      evolveScanEnd(next, event, draft)
      return next
    case "LanWakeTold":
      evolveWake(next, event, draft)
      return next
  }
}

const evolveDevices = (next: Editable, { at, payload }: Of<"LanDevicesTold">, draft: Draft): void => {
  const devices = draft.edit(next.devices)
  const byDid = draft.edit(next.byDid)
  const left = draft.edit(next.left)
  const put = (device: LanDevice) => {
    const before = devices.get(device.id)
    if (before !== undefined && before.did !== device.did) unlink(byDid, before)
    devices.set(device.id, device)
    left.delete(device.id)
    const ids = byDid.get(device.did) ?? []
    if (!ids.includes(device.id)) byDid.set(device.did, [...ids, device.id])
  }
  for (const device of payload.added) put({ ...device, foundAt: at, toldAt: at })
  for (const { id, fields } of payload.changed) {
    const device = devices.get(id)
    if (device !== undefined) put({ ...device, ...fields, toldAt: at })
  }
  for (const id of payload.gone) {
    const device = devices.get(id)
    if (device === undefined) continue
    unlink(byDid, device)
    devices.delete(id)
    left.delete(id)
    left.set(id, device)
  }
  for (const id of left.keys()) {
    if (left.size <= LAN_LEFT_KEPT) break
    left.delete(id)
  }
  next.devices = devices
  next.byDid = byDid
  next.left = left
  if (payload.unread === undefined) return
  next.unread = payload.unread
  if (payload.odd === undefined) delete next.odd
  else next.odd = payload.odd
}

const unlink = (byDid: PersistentMap<readonly string[]>, { id, did }: LanDevice): void => {
  const others = (byDid.get(did) ?? []).filter((other) => other !== id)
  if (others.length > 0) byDid.set(did, others)
  else byDid.delete(did)
}

const evolveScanEnd = (next: Editable, { at, payload }: Of<"ScanEnded">, draft: Draft): void => {
  const { scan } = next
  if (scan === null || scan.id !== payload.scan) return
  const { done, outcome } = payload
  next.scan = { ...scan, done, end: { at, outcome } }
  if (outcome !== "done") return
  const scanned = draft.edit(next.scanned)
  for (const target of scan.targets) {
    scanned.delete(target)
    scanned.set(target, at)
  }
  for (const target of scanned.keys()) {
    if (scanned.size <= SCANNED_TARGETS_KEPT) break
    scanned.delete(target)
  }
  next.scanned = scanned
}

const evolveWake = (next: Editable, { at, payload }: Of<"LanWakeTold">, draft: Draft): void => {
  const wakes = draft.edit(next.wakes)
  const index = wakes.findIndex(({ wake }) => wake === payload.wake)
  const before = wakes[index]
  if (before === undefined) wakes.push({ ...payload, askedAt: at, at })
  else {
    const sent = payload.stage === "sent" ? { sentAt: at } : {}
    wakes[index] = { ...before, ...sent, stage: payload.stage, mac: payload.mac ?? before.mac, at }
  }
  if (wakes.length > LAN_WAKES_KEPT) wakes.shift()
  next.wakes = wakes
  if (payload.mac === null || payload.stage === "asked") return
  const macs = draft.edit(next.macs)
  macs.delete(payload.did)
  macs.set(payload.did, payload.mac)
  for (const did of macs.keys()) {
    if (macs.size <= LAN_MACS_KEPT) break
    macs.delete(did)
  }
  next.macs = macs
}

const NO_DEVICES: readonly LanDevice[] = []

/** The connections to a device on this network, the address before the cable. */
export const lanDevicesOf = (
  { byDid, devices }: Pick<LanState, "byDid" | "devices">,
  did: string,
): readonly LanDevice[] => {
  const ids = byDid.get(did)
  if (ids === undefined) return NO_DEVICES
  const known = ids.flatMap((id) => devices.get(id) ?? [])
  // Nearly all have one connection, and a list asks for thousands of them.
  return known.length < 2
    ? known
    : known.toSorted((a, b) => Number(a.addr === "") - Number(b.addr === "") || (a.id < b.id ? -1 : 1))
}
