import type { CallName } from "../../src/domain/wire/cloud.ts"
import type { Announced } from "../../src/domain/wire/device/discovery.ts"
import type { Beat, NewName } from "../../src/domain/wire/device/heartbeat.ts"
import { answerCall, type CloudAnswer, expireSessions, forgetSessions, mailTo } from "./cloud/cloud.ts"
import type { Limits } from "./cloud/handler.ts"
import { beatOf, hearBeat, newNames } from "./cloud/heartbeats.ts"
import type { CallContext } from "./cloud/records.ts"
import type { AppliedEffect, Mail } from "./cloud/state.ts"
import { changeDevice, type DeviceChange } from "./devices/change.ts"
import type { News, NewsListener } from "./devices/news.ts"
import type { DevicePorts } from "./devices/ports.ts"
import { arrive, latestBeat } from "./devices/power.ts"
import type { EmulatedDevice } from "./devices/record.ts"
import { DeviceUnit } from "./devices/unit.ts"
import { answerProbe, spreadMagic } from "./lan/network.ts"
import { rateOf } from "./limits.ts"
import { generateDevices, type NewDevices } from "./scenario/generate.ts"
import type { Scenario } from "./scenario/names.ts"
import { stage } from "./scenario/scenario.ts"
import { restore, snapshotOf, type WorldSnapshot } from "./snapshot.ts"
import { emptyState, type WorldState } from "./state.ts"
import { viewOf, type WorldView } from "./view.ts"

/**
 * The world around the app: a cloud, devices, a network and the computers behind it, as one state machine. The same seed,
 * scenario, requests and times give the same answers. It has no clock, no I/O and no chance of its own, so that real
 * sockets and the simulator drive the very same thing. Times are ms since 1970 and never go back.
 */
export interface WorldModel {
  /** One request to the cloud. Never throws, whatever the body is. */
  handle(call: CallName, body: unknown, now: number): CloudAnswer
  mail(to?: string): readonly Mail[]
  /** What calls changed, oldest first, after effect number `since`. */
  effects(since?: number): readonly AppliedEffect[]
  /** Ends sessions now: the next call of that account (uid), or of any, answers -106. Returns how many ended. */
  expireSessions(now: number, uid?: string): number
  /** Forgets sessions, as a server that kept them in memory and was started again: the next call answers -109. */
  forgetSessions(uid?: string): number
  /** From now on a new token ends the one that asked for it (`loginWithToken`), or no longer does. */
  rotateTokens(on: boolean): void
  /** A device as it is, with its counters of reboots, wakes and NAT relays actually carried out. */
  device(did: string): Readonly<EmulatedDevice> | undefined
  devices(): Iterable<Readonly<EmulatedDevice>>
  /** Everything a person may see: no token, no password, no open code. */
  view(now: number): WorldView
  addDevices(wanted: NewDevices, now: number): readonly string[]
  patchDevice(did: string, change: DeviceChange, now: number): boolean
  /** What the device answers to a probe; undefined for silence. */
  probe(did: string, now: number): Announced | undefined
  /** A magic packet has arrived on the network. */
  magic(mac: string, now: number): void
  /** The device in use, with sessions and all that it loses without power. */
  unit(did: string, ports: DevicePorts, now: number): DeviceUnit | undefined
  /** Units that are still needed; the others are forgotten. */
  units(): readonly DeviceUnit[]
  /** When the latest heartbeat of a bound device went out, and what it said; undefined when there was none. */
  beat(did: string, now: number): { readonly at: number; readonly beat: Beat } | undefined
  /** Heartbeats have arrived at the cloud. Gives the names that the answer brings to devices that live elsewhere. */
  hear(beats: readonly Beat[], now: number): readonly NewName[]
  /** From now on the listener carries heartbeats and magic packets and gets all news. Returns how to end that. */
  attend(listener: NewsListener): () => void
  /** The whole state as plain JSON, and back by `createWorld({ snapshot })`. */
  snapshot(): WorldSnapshot
}

export interface WorldOptions {
  readonly md5: (text: string) => string
  /** Rate limits other than the documented ones. */
  readonly limits?: Limits
}

export interface FreshWorld extends WorldOptions {
  readonly seed: number
  readonly scenario: Scenario
  /** When the scenario is set up, ms since 1970: ages of demo data count from here. */
  readonly now: number
  /** Generated devices of the owner, beside those of the scenario. */
  readonly devices?: number
}

export interface SavedWorld extends WorldOptions {
  readonly snapshot: WorldSnapshot
}

const freshState = ({ seed, scenario, now, devices = 0, md5 }: FreshWorld): WorldState => {
  const state = emptyState(seed)
  stage({ state, now, md5 }, scenario, devices)
  return state
}

/** In an unattended world, magic packets are delivered immediately. */
const carry = (state: WorldState, news: News): void => {
  if (news.kind === "magic" && !state.attended) spreadMagic(state, news.mac, news.at)
}

const openUnits = (state: WorldState) => {
  const units = new Map<string, DeviceUnit>()
  const listeners = new Set<NewsListener>()
  state.tell = (news) => {
    if (news.kind === "gone") units.get(news.did)?.gone(news.reason)
    carry(state, news)
    for (const listener of listeners) listener(news)
  }
  return { units, listeners }
}

export const createWorld = (options: FreshWorld | SavedWorld): WorldModel => {
  const state = "snapshot" in options ? restore(options.snapshot) : freshState(options)
  const limits = options.limits ?? rateOf
  const turnAt = (now: number): CallContext => ({ state, now, md5: options.md5 })
  const { units, listeners } = openUnits(state)
  const unitOf = (did: string, ports: DevicePorts, now: number): DeviceUnit | undefined => {
    const known = units.get(did)
    const device = state.devices.get(did)
    if (known !== undefined || device === undefined) return known
    const unit = new DeviceUnit(state, device, ports, now)
    units.set(did, unit)
    return unit
  }
  return {
    handle: (call, body, now) => answerCall(turnAt(now), call, body, limits),
    mail: (to) => mailTo(state, to),
    effects: (since = 0) => state.effects.filter(({ n }) => n > since),
    expireSessions: (now, uid) => expireSessions(state, now, uid),
    forgetSessions: (uid) => forgetSessions(state, uid),
    rotateTokens: (on) => {
      state.rotating = on
    },
    device: (did) => state.devices.get(did),
    devices: () => state.devices.values(),
    view: (now) => viewOf(state, now),
    addDevices: (wanted, now) => {
      const dids = generateDevices(turnAt(now), wanted)
      state.tell({ kind: "fleet" })
      return dids
    },
    patchDevice: (did, change, now) => {
      const device = state.devices.get(did)
      if (device !== undefined) changeDevice(state, device, change, now)
      return device !== undefined
    },
    probe: (did, now) => {
      const device = state.devices.get(did)
      return device === undefined ? undefined : answerProbe(device, now)
    },
    magic: (mac, now) => spreadMagic(state, mac, now),
    unit: unitOf,
    units: () => {
      for (const [did, unit] of units) if (!unit.isUsed) units.delete(did)
      return [...units.values()]
    },
    beat: (did, now) => {
      const device = state.bound.has(did) ? state.devices.get(did) : undefined
      if (device === undefined) return undefined
      arrive(device, now)
      const at = latestBeat(device, now)
      return at === null ? undefined : { at, beat: beatOf(device) }
    },
    hear: (beats, now) => {
      // One that has been silenced while its heartbeat was on its way has sent none.
      for (const beat of beats) {
        const device = state.devices.get(beat.did)
        const isTrue = device?.isElsewhere === true || (device !== undefined && latestBeat(device, now) !== null)
        if (isTrue) hearBeat(state, beat, now)
      }
      return newNames(state, beats)
    },
    attend: (listener) => {
      state.attended = true
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        state.attended = listeners.size > 0
      }
    },
    snapshot: () => snapshotOf(state),
  }
}
