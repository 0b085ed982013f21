import type { TargetOf } from "../features/firmware/commands.ts"
import { lanDevicesOf } from "../features/lan/state.ts"
import type { State } from "./state.ts"

/** The devices of the local network as an update sees them. */
export const firmwareTargetOf =
  ({ lan }: Pick<State, "lan">): TargetOf =>
  (id) => {
    const device = lan.devices.get(id) ?? lanDevicesOf(lan, id)[0]
    if (device === undefined) return undefined
    const { did, name, build, isUsb, addr } = device
    return { device: device.id, did, name, build, isUsbOnly: isUsb && addr === "" }
  }
