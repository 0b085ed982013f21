import { flagsOf, isAwake, lastSeen } from "./device.ts"
import { membershipsOf, subAccountsOf } from "./records.ts"
import type { Device, State } from "./state.ts"

/** The cloud as a person looking at the emulator sees it. Times in ms since 1970. */
export interface CloudView {
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
  readonly devices: readonly DeviceView[]
  readonly hosts: readonly {
    readonly id: string
    readonly did: string
    readonly name: string
    readonly mac: string
    readonly awake: boolean
  }[]
}

export interface DeviceView
  extends Pick<
    Device,
    | "did"
    | "kind"
    | "owner"
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
  readonly lastSeen: number
}

const deviceView = (device: Device, now: number): DeviceView => {
  const { beatsFrom: _beatsFrom, seenBefore: _seenBefore, ...shown } = device
  return { ...shown, flags: flagsOf(device), lastSeen: lastSeen(device, now) }
}

export const viewOf = (state: State, now: number): CloudView => {
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
    devices: [...state.devices.values()].map((device) => deviceView(device, now)),
    hosts: [...state.hosts.values()].map((host) => ({
      id: host.id,
      did: host.did,
      name: host.name,
      mac: host.mac,
      awake: isAwake(host, now),
    })),
  }
}
