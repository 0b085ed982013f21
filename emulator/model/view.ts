import { listenTo } from "./cloud/heartbeats.ts"
import { membershipsOf, subAccountsOf } from "./cloud/records.ts"
import { arrive, latestBeat } from "./devices/power.ts"
import { type EmulatedDevice, flagsOf } from "./devices/record.ts"
import { isAwake } from "./lan/hosts.ts"
import type { WorldState } from "./state.ts"

/** The world as a person sees it in the emulator. Times in ms since 1970. */
export interface WorldView {
  readonly accounts: readonly {
    readonly uid: string
    readonly name: string
    readonly email: string
    readonly createdAt: number
    readonly activated: boolean
    readonly sessions: number
    readonly subAccounts: readonly {
      readonly id: string
      readonly name: string
      readonly email: string
      readonly createdAt: number
      readonly status: number
      readonly devices: readonly string[]
    }[]
    readonly mainAccounts: readonly { readonly uid: string; readonly status: number }[]
  }[]
  readonly devices: readonly EmulatedDeviceView[]
  readonly hosts: readonly {
    readonly id: string
    readonly did: string
    readonly name: string
    readonly mac: string
    readonly awake: boolean
  }[]
}

export interface EmulatedDeviceView
  extends Pick<
    EmulatedDevice,
    | "did"
    | "kind"
    | "near"
    | "name"
    | "model"
    | "build"
    | "mac"
    | "power"
    | "passcode"
    | "mode"
    | "reboots"
    | "wakes"
    | "nats"
    | "commands"
  > {
  readonly flags: number
  /** uid of the account that the device is bound to. */
  readonly owner: string | null
  readonly lastSeen: number
  readonly slot: EmulatedDevice["firmware"]["slot"]
}

/** The device's real state, with the cloud's name and time of last presence when the cloud knows the device. */
const deviceView = (state: WorldState, device: EmulatedDevice, now: number): EmulatedDeviceView => {
  arrive(device, now)
  listenTo(state, device.did, now)
  const bound = state.bound.get(device.did)
  const { did, kind, near, model, build, mac, power, passcode, mode, reboots, wakes, nats, commands } = device
  return {
    did,
    kind,
    near,
    owner: bound?.owner ?? null,
    name: bound?.name ?? device.name,
    model,
    build,
    mac,
    power,
    passcode,
    mode,
    reboots,
    wakes,
    nats,
    commands,
    flags: flagsOf(mac),
    lastSeen: bound?.lastSeen ?? latestBeat(device, now) ?? device.aliveBefore,
    slot: device.firmware.slot,
  }
}

export const viewOf = (state: WorldState, now: number): WorldView => {
  const sessions = new Map<string, number>()
  for (const { uid, expiresAt } of state.sessions.values())
    if (expiresAt > now) sessions.set(uid, (sessions.get(uid) ?? 0) + 1)
  return {
    accounts: [...state.accounts.values()].map(({ uid, name, email, createdAt, activated }) => ({
      uid,
      name,
      email,
      createdAt,
      activated,
      sessions: sessions.get(uid) ?? 0,
      subAccounts: subAccountsOf(state, uid).map((sub) => ({
        id: sub.id,
        name: sub.name,
        email: sub.email,
        createdAt: sub.createdAt,
        status: sub.status,
        devices: sub.devices,
      })),
      mainAccounts: membershipsOf(state, uid).map(({ owner, status }) => ({ uid: owner, status })),
    })),
    devices: [...state.devices.values()].map((device) => deviceView(state, device, now)),
    hosts: [...state.hosts.values()].map((host) => ({
      id: host.id,
      did: host.did,
      name: host.name,
      mac: host.mac,
      awake: isAwake(host, now),
    })),
  }
}
