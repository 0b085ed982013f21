import { type LanDevice, type LanState, lanDevicesOf } from "../../../src/domain/features/lan/state.ts"
import { FLAG_BOUND_MAC } from "../../../src/domain/wire/deviceFlags.ts"
import { type EmulatedDevice, newDevice } from "../../model/devices/record.ts"
import { BOUND } from "../../model/lan/network.ts"
import { nextMac } from "../../model/random.ts"
import type { WorldSnapshot } from "../../model/snapshot.ts"

/** The LAN and USB devices of a log, as devices of an emulated world (EMU-7). */

type Chance = { random: number }

/** The computer that is bound to a device: the one from a wake in the log, else a random one. */
export const macOf = ({ macs }: LanState, did: string, flags: number, chance: Chance): string | null =>
  (flags & FLAG_BOUND_MAC) === 0 ? null : (macs.get(did) ?? nextMac(chance))

export const modeOf = ({ isHid }: LanDevice): EmulatedDevice["mode"] => (isHid ? "hid" : "usb")

/** A device of an account that this log does not know is bound too; only its owner is missing. */
const kindOf = ({ addr, cloudType }: LanDevice): EmulatedDevice["kind"] => {
  if (addr === "") return "usb"
  return (cloudType & BOUND) === 0 ? "lan" : "cloud"
}

/** Devices of the network only, which are not in the account of the log. */
export const emulatedDevices = (
  lan: LanState,
  bound: ReadonlySet<string>,
  chance: Chance,
  now: number,
): readonly EmulatedDevice[] => {
  const dids = new Set([...lan.devices.values()].map(({ did }) => did))
  return [...dids].flatMap((did) => {
    const [known] = lanDevicesOf(lan, did)
    if (known === undefined || bound.has(did)) return []
    const { name, model, build, flags } = known
    const [kind, mode, mac] = [kindOf(known), modeOf(known), macOf(lan, did, flags, chance)]
    return newDevice({
      did,
      kind,
      near: true,
      name,
      model,
      build,
      mac,
      mode,
      power: "on",
      since: now,
      aliveBefore: now,
    })
  })
}

/**
 * The computers behind devices of the network. No log shows whether a computer is awake, so all are awake and show a
 * picture.
 */
export const hostsOf = (devices: readonly EmulatedDevice[], now: number): WorldSnapshot["hosts"] =>
  devices.flatMap(({ did, near, mac, mode, name }) =>
    near && mac !== null && mode === "hid"
      ? [{ id: `h-${did}`, did, name: `${name} PC`, mac, awakeFrom: now, asleepFrom: null }]
      : [],
  )
