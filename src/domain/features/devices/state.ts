import { recordedKnown } from "../../event/changes.ts"
import type { Draft } from "../../event/draft.ts"
import type { Envelope } from "../../event/event.ts"
import { type ListName, type ListRead, neverRead, readDone, readFailed, readRequested } from "../../event/listRead.ts"
import type { AccountKey } from "../../values/identity.ts"
import { PRESENCE_TICKS } from "../../values/limits.ts"
import { PersistentMap } from "../../values/persistentMap.ts"
import { lastTicks, tickOf } from "../../values/presence.ts"
import type { DeviceEvent, DeviceFields, Spans } from "./events.ts"

export interface Device extends DeviceFields {
  /** Presence ticks (of PRESENCE_TICK_MS since 1970) in which it was seen, oldest first, at most PRESENCE_TICKS. */
  readonly seenTicks: readonly number[]
  /** First presence tick that the server reported when the device was new on the list; unset if it reported none. */
  readonly heardFrom?: number
  /** The time when it came onto the list, ms. */
  readonly addedAt: number
  /**
   * Set when a person restarted the device, or woke it while it was away: the next sign of it shows the outcome
   * (WAKE-4).
   */
  readonly awaited?: Awaited
  /** Event that last confirmed a rename, 0 for none. A read that began before does not know the name. */
  readonly nameSetSeq: number
}

/** The times since when a sign is awaited and when the first came, ms. */
interface Awaited {
  readonly at: number
  readonly seen: number | null
}

/** True for the first sign of a device since one is awaited. */
export const isFirstSign = (device: Device, lastSeen: number): device is Device & { readonly awaited: Awaited } =>
  device.awaited?.seen === null && lastSeen > device.awaited.at

export interface DevicesState {
  /** The account of this list. The last known list stays after a sign-out, until another account reads one. */
  readonly account: AccountKey | null
  readonly bound: PersistentMap<Device>
  /** Presence ticks in which this client looked, oldest first. */
  readonly observedTicks: readonly number[]
  readonly read: ListRead
  /** How far the clock of this computer is ahead of the server's, ms. All times here are by our clock. */
  readonly ahead: number
}

export const initialDevices: DevicesState = {
  account: null,
  bound: new PersistentMap(),
  observedTicks: [],
  read: neverRead,
  ahead: 0,
}

const devicesOf = (state: DevicesState, account: AccountKey): DevicesState =>
  state.account === account ? state : { ...initialDevices, account }

export const evolveDevices = (state: DevicesState, event: DeviceEvent & Envelope, draft: Draft): DevicesState => {
  const { account } = event.payload
  const next = draft.edit(devicesOf(state, account))
  switch (event.type) {
    case "DevicesRead":
      next.bound = evolveBound(next.bound, event, draft)
      next.ahead = event.payload.ahead ?? next.ahead
      next.observedTicks = withTick(next.observedTicks, event.at)
      next.read = readDone(event.at, recordedKnown(event.payload, event.seq), event.payload)
      return next
    case "DevicesReadFailed":
      next.read = readFailed(next.read, event.payload)
      return next
  }
}

/** A refresh of any list of another account starts without devices. */
export const requestDevices = (
  state: DevicesState,
  account: AccountKey,
  list: ListName,
  draft: Draft,
): DevicesState => {
  const next = draft.edit(devicesOf(state, account))
  if (list === "devices") next.read = readRequested(next.read)
  return next
}

type DevicesRead = Extract<DeviceEvent, { type: "DevicesRead" }> & Envelope

const evolveBound = (
  bound: DevicesState["bound"],
  { at, payload: { added, changed, removed, seen } }: DevicesRead,
  draft: Draft,
): DevicesState["bound"] => {
  if (added.length + changed.length + removed.length + seen.length === 0) return bound
  const next = draft.edit(bound)
  for (const { heard = [], ...device } of added) {
    const seenTicks = withTick(spanTicks(heard, at), device.lastSeen)
    const [first] = heard
    const reported = first === undefined ? {} : { heardFrom: tickOf(first[0]) }
    next.set(device.id, { ...device, nameSetSeq: 0, addedAt: at, seenTicks, ...reported })
  }
  for (const { id, fields } of changed) {
    const device = next.get(id)
    if (device !== undefined) next.set(id, { ...device, ...fields })
  }
  for (const [id, lastSeen] of seen) {
    const device = next.get(id)
    if (device === undefined) continue
    // A sign in the future comes from a clock ahead of ours: this reading saw the device at the latest.
    const awaited = isFirstSign(device, lastSeen) && { awaited: { ...device.awaited, seen: Math.min(lastSeen, at) } }
    next.set(id, { ...device, ...awaited, lastSeen, seenTicks: withTick(device.seenTicks, lastSeen) })
  }
  for (const id of removed) next.delete(id)
  return next
}

/** The ticks of the last 24 hours in which the server saw a device. */
const spanTicks = (seen: Spans, at: number): readonly number[] => {
  if (seen.length === 0) return []
  const spans = seen.map(([from, to]) => [tickOf(from), tickOf(to)] as const)
  return lastTicks(at).filter((tick) => spans.some(([from, to]) => from <= tick && tick <= to))
}

const withTick = (ticks: readonly number[], at: number): readonly number[] => {
  const tick = tickOf(at)
  const last = ticks.at(-1)
  if (last === undefined || last < tick) return [...ticks, tick].slice(-PRESENCE_TICKS)
  if (ticks.includes(tick)) return ticks
  // A clock was ahead once. Its ticks stay, and must not hide later ones.
  const place = ticks.findIndex((other) => other > tick)
  return ticks.toSpliced(place, 0, tick).slice(-PRESENCE_TICKS)
}
