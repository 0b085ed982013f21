import type { Draft } from "../decider/draft.ts"
import type { Envelope } from "../decider/event.ts"
import type { AccountKey } from "../values/identity.ts"
import { PRESENCE_TICK_MS, PRESENCE_TICKS } from "../values/limits.ts"
import type { Intent } from "../wire/intent.ts"
import type { DeviceEvent, DeviceFields, ReadFailure } from "./events.ts"

export interface Device extends DeviceFields {
  /** Presence ticks (of PRESENCE_TICK_MS since 1970) in which it was seen, oldest first, at most PRESENCE_TICKS. */
  readonly seenTicks: readonly number[]
  /** When it came onto the list, ms. */
  readonly addedAt: number
  /** When a rename was last confirmed, ms: a read begun before does not know it. */
  readonly nameSetAt: number
}

export interface DevicesState {
  /** Whose list this is: the last known one stays while signed out, and goes when another account reads. */
  readonly account: AccountKey | null
  readonly bound: ReadonlyMap<string, Device>
  /** Presence ticks in which this client looked, oldest first. */
  readonly observedTicks: readonly number[]
  /** When the list was last read, ms; null when never. */
  readonly readAt: number | null
  readonly failure: { readonly reason: ReadFailure; readonly at: number } | null
  /** The refresh a person waits for: who asked, ms. */
  readonly requested: { readonly tab: string; readonly at: number } | null
}

export const initialDevices: DevicesState = {
  account: null,
  bound: new Map(),
  observedTicks: [],
  readAt: null,
  failure: null,
  requested: null,
}

export const evolveDevices = (state: DevicesState, event: DeviceEvent & Envelope, draft: Draft): DevicesState => {
  const { account } = event.payload
  const next = draft.edit(state.account === account ? state : { ...initialDevices, account })
  switch (event.type) {
    case "DevicesRead":
      next.bound = evolveBound(next.bound, event, draft)
      next.observedTicks = withTick(next.observedTicks, event.at)
      next.readAt = event.at
      next.failure = null
      next.requested = null
      return next
    case "DevicesReadFailed":
      next.failure = { reason: event.payload.reason, at: event.at }
      next.requested = null
      return next
    case "RefreshRequested":
      if (event.payload.list === "devices") next.requested = { tab: event.tab, at: event.at }
      return next
  }
}

type DevicesRead = Extract<DeviceEvent, { type: "DevicesRead" }> & Envelope

const evolveBound = (
  bound: DevicesState["bound"],
  { at, payload: { added, changed, removed, seen } }: DevicesRead,
  draft: Draft,
): DevicesState["bound"] => {
  if (added.length + changed.length + removed.length + seen.length === 0) return bound
  const next = draft.edit(bound)
  for (const device of added)
    next.set(device.id, { ...device, nameSetAt: 0, addedAt: at, seenTicks: withTick([], device.lastSeen) })
  for (const { id, fields } of changed) {
    const device = next.get(id)
    if (device !== undefined) next.set(id, { ...device, ...fields })
  }
  for (const [id, lastSeen] of seen) {
    const device = next.get(id)
    if (device !== undefined) next.set(id, { ...device, lastSeen, seenTicks: withTick(device.seenTicks, lastSeen) })
  }
  for (const id of removed) next.delete(id)
  return next
}

/** The presence tick of a moment (ms since 1970). */
export const tickOf = (at: number): number => Math.floor(at / PRESENCE_TICK_MS)

const withTick = (ticks: readonly number[], at: number): readonly number[] => {
  const tick = tickOf(at)
  const last = ticks.at(-1)
  if (last === undefined || last < tick) return [...ticks, tick].slice(-PRESENCE_TICKS)
  if (ticks.includes(tick)) return ticks
  // A clock was ahead once: what it stamped stays, and hides nothing that comes after.
  const place = ticks.findIndex((other) => other > tick)
  return ticks.toSpliced(place, 0, tick).slice(-PRESENCE_TICKS)
}

/** What a confirmed action tells about a device. */
export const applyToDevices = (state: DevicesState, intent: Intent, at: number, draft: Draft): DevicesState => {
  if (intent.call !== "rename_device") return state
  const device = state.bound.get(intent.input.did)
  if (device === undefined) return state
  const next = draft.edit(state)
  const bound = draft.edit(state.bound)
  bound.set(device.id, { ...device, name: intent.input.title, nameSetAt: at })
  next.bound = bound
  return next
}
