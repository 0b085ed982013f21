import { type Device, initialDevices } from "../features/devices/state.ts"
import type { LanDevice } from "../features/lan/state.ts"
import type { State } from "../product/state.ts"
import type { PersistentMap } from "../values/persistentMap.ts"
import { answered } from "./lan.ts"
import { memo } from "./memo.ts"

/** A device of the one list: of the account, or of this network alone (PICTURE-5). */
export interface AnyDevice extends Device {
  /** As this network reported it last, where it is on no list of the account. */
  readonly near?: LanDevice
}

const nearDeviceOf = (near: LanDevice, isHere: boolean): AnyDevice => ({
  id: near.did,
  name: near.name,
  model: near.model,
  lastSeen: isHere ? near.foundAt : near.toldAt,
  flags: near.flags,
  build: near.build,
  shared: false,
  owner: "",
  seenTicks: [],
  addedAt: near.foundAt,
  nameSetSeq: 0,
  near,
})

const made = new WeakMap<LanDevice, { readonly isHere: boolean; readonly device: AnyDevice }>()

/** The same object while the device and the native side are as they were. */
const cached = (near: LanDevice, isHere: boolean): AnyDevice => {
  const before = made.get(near)
  if (before?.isHere === isHere) return before.device
  const device = nearDeviceOf(near, isHere)
  made.set(near, { isHere, device })
  return device
}

const joined = memo(
  (
    bound: PersistentMap<Device>,
    own: readonly string[],
    devices: State["lan"]["devices"],
    left: State["lan"]["left"],
    here: boolean,
  ): PersistentMap<AnyDevice> => {
    if (own.length === 0) return bound
    const all: PersistentMap<AnyDevice> = bound.fork()
    for (const id of own) {
      const now = devices.get(id)
      const near = now ?? left.get(id)
      if (near !== undefined) all.set(near.did, cached(near, here && now !== undefined))
    }
    return all
  },
)

/** The devices on the list of the account signed in, by did; none for a guest. */
export const boundIn = ({ session: { current }, devices }: State): PersistentMap<Device> =>
  current !== null && devices.account === current.account ? devices.bound : initialDevices.bound

/** All devices that can be listed, by did: those of the account, and those of this network that are on no list of it. */
export const allDevices = (state: State): PersistentMap<AnyDevice> => {
  const { own, here } = answered(state)
  return joined(boundIn(state), own, state.lan.devices, state.lan.left, here)
}
