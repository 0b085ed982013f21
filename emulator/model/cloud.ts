import type { CallName } from "../../src/domain/wire/cloud.ts"
import { boundHandlers } from "./bound.ts"
import { setLastSeen, setPower } from "./device.ts"
import { entranceHandlers } from "./entrance.ts"
import { generateDevices, type NewDevices } from "./generate.ts"
import type { Answer, Handler, Limits } from "./handler.ts"
import { rateOf } from "./limits.ts"
import { ownHandlers } from "./own.ts"
import type { Turn } from "./records.ts"
import { type Scenario, stage } from "./scenario.ts"
import { sharingHandlers } from "./sharing.ts"
import { restore, type Snapshot, snapshotOf } from "./snapshot.ts"
import { type AppliedEffect, type Device, emptyState, type Mail, type State } from "./state.ts"
import { type CloudView, viewOf } from "./view.ts"

export type { Answer } from "./handler.ts"

/**
 * The mock cloud (EMU-2) as a state machine: the same seed, scenario, requests and times give the same answers. It has
 * no clock, no I/O and no randomness of its own, so that the HTTP server and the simulator drive the very same thing.
 */
export interface Cloud {
  /** One request at `now` (ms since 1970, never going back). Never throws, whatever the body is. */
  handle(call: CallName, body: unknown, now: number): Answer
  /** Mails newest first, to one address or to all; addresses compare without regard to case. */
  mail(to?: string): readonly Mail[]
  /** What calls changed, oldest first, after effect number `since`. */
  effects(since?: number): readonly AppliedEffect[]
  /** A device with its counters of reboots, wakes and NAT relays actually carried out. */
  device(did: string): Readonly<Device> | undefined
  /** Everything a person may see: no token, no password, no open code. */
  view(now: number): CloudView
  addDevices(wanted: NewDevices, now: number): readonly string[]
  patchDevice(did: string, change: DeviceChange, now: number): boolean
  /** Ends sessions now: the next call of that account (uid), or of any, answers -106. Returns how many ended. */
  expireSessions(now: number, uid?: string): number
  /** The whole state as plain JSON, and back by `createCloud({ snapshot })`. */
  snapshot(): Snapshot
}

export interface DeviceChange {
  readonly power?: Device["power"] | undefined
  readonly name?: string | undefined
  readonly passcode?: string | undefined
  readonly build?: number | undefined
  readonly mode?: Device["mode"] | undefined
  readonly lastSeen?: number | undefined
}

export interface CloudOptions {
  readonly md5: (text: string) => string
  /** Rate limits other than the documented ones. */
  readonly limits?: Limits
}

export interface FreshCloud extends CloudOptions {
  readonly seed: number
  readonly scenario: Scenario
  /** When the scenario is set up, ms since 1970: ages of demo data count from here. */
  readonly now: number
  /** Generated devices of the owner, beside those of the scenario. */
  readonly devices?: number
}

export interface SavedCloud extends CloudOptions {
  readonly snapshot: Snapshot
}

const handlers: Readonly<Record<CallName, Handler>> = {
  ...entranceHandlers,
  ...ownHandlers,
  ...boundHandlers,
  ...sharingHandlers,
}

const patch = (device: Device, change: DeviceChange, now: number): void => {
  if (change.name !== undefined) device.name = change.name
  if (change.passcode !== undefined) device.passcode = change.passcode
  if (change.build !== undefined) device.build = change.build
  if (change.mode !== undefined) device.mode = change.mode
  if (change.power !== undefined) setPower(device, change.power, now)
  if (change.lastSeen !== undefined) setLastSeen(device, change.lastSeen)
}

const expire = (state: State, now: number, uid: string | undefined): number => {
  let ended = 0
  for (const session of state.sessions.values()) {
    if ((uid !== undefined && session.uid !== uid) || session.expiresAt <= now) continue
    session.expiresAt = now
    ended += 1
  }
  return ended
}

const freshState = ({ seed, scenario, now, devices = 0, md5 }: FreshCloud): State => {
  const state = emptyState(seed)
  stage({ state, now, md5 }, scenario, devices)
  return state
}

export const createCloud = (options: FreshCloud | SavedCloud): Cloud => {
  const state = "snapshot" in options ? restore(options.snapshot) : freshState(options)
  const limits = options.limits ?? rateOf
  const turnAt = (now: number): Turn => ({ state, now, md5: options.md5 })
  return {
    handle: (call, body, now) => handlers[call](turnAt(now), body, limits),
    mail: (to) => {
      const wanted = to?.trim().toLowerCase()
      return state.mail.filter((mail) => wanted === undefined || mail.to.toLowerCase() === wanted).toReversed()
    },
    effects: (since = 0) => state.effects.filter(({ n }) => n > since),
    device: (did) => state.devices.get(did),
    view: (now) => viewOf(state, now),
    addDevices: (wanted, now) => generateDevices(turnAt(now), wanted),
    patchDevice: (did, change, now) => {
      const device = state.devices.get(did)
      if (device !== undefined) patch(device, change, now)
      return device !== undefined
    },
    expireSessions: (now, uid) => expire(state, now, uid),
    snapshot: () => snapshotOf(state),
  }
}
