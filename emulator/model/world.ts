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
 * The world around the app as one state machine: a cloud, devices, a network and the computers behind devices. The same
 * seed, scenario, requests and times give the same answers. It has no clock, no I/O and no randomness of its own, so
 * that real sockets and the simulator use the same code. Times are ms since 1970 and never go back.
 */
export interface WorldModel {
  /** Handles one request to the cloud. Never throws, for any body. */
  handle(call: CallName, body: unknown, now: number): CloudAnswer
  mail(to?: string): readonly Mail[]
  /** Changes by calls after effect number `since`, oldest first. */
  effects(since?: number): readonly AppliedEffect[]
  /**
   * Ends sessions now. The next call of that account (uid), or of any without one, answers -106. Returns the number of
   * ended sessions.
   */
  expireSessions(now: number, uid?: string): number
  /** Forgets sessions, like a restarted server that kept them in memory. The next call answers -109. */
  forgetSessions(uid?: string): number
  /** Sets whether a new token ends the token that asked for it (`loginWithToken`). */
  rotateTokens(on: boolean): void
  /** The real state of a device, with its counters of executed reboots, wakes and NAT relays. */
  device(did: string): Readonly<EmulatedDevice> | undefined
  devices(): Iterable<Readonly<EmulatedDevice>>
  /** Everything a person may see: no token, no password, no open code. */
  view(now: number): WorldView
  addDevices(wanted: NewDevices, now: number): readonly string[]
  patchDevice(did: string, change: DeviceChange, now: number): boolean
  /** The device's answer to a probe. Undefined for silence. */
  probe(did: string, now: number): Announced | undefined
  /** Handles a magic packet that arrived on the network. */
  magic(mac: string, now: number): void
  /** The device in use, with its sessions and all other state that it loses without power. */
  unit(did: string, ports: DevicePorts, now: number): DeviceUnit | undefined
  /** The units that are still needed. Drops the others. */
  units(): readonly DeviceUnit[]
  /** Time and content of the latest heartbeat of a bound device. Undefined when there was none. */
  beat(did: string, now: number): { readonly at: number; readonly beat: Beat } | undefined
  /** Handles heartbeats that arrived at the cloud. Returns the new names for devices that live elsewhere. */
  hear(beats: readonly Beat[], now: number): readonly NewName[]
  /**
   * From now on the listener gets all news and carries heartbeats and magic packets. Returns the function that ends
   * this.
   */
  attend(listener: NewsListener): () => void
  /** The whole state as plain JSON. `createWorld({ snapshot })` restores it. */
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
  /** Time at which the scenario is set up, ms since 1970: ages of demo data count from here. */
  readonly now: number
  /** Generated devices of the owner, in addition to those of the scenario. */
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

/** Delivers magic packets at once in an unattended world. */
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
      // A device that was silenced after this heartbeat left has sent none.
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
