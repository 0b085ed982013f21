import type { TargetOf } from "../features/firmware/commands.ts"
import type { State } from "./state.ts"

/** The devices of the local network as an update sees them. */
export const firmwareTargetOf =
  ({ lan }: Pick<State, "lan">): TargetOf =>
  (id) => {
    const device = lan.devices.get(id)
    if (device === undefined) return undefined
    const { did, build, isUsb, addr } = device
    return { device: id, did, build, isUsbOnly: isUsb && addr === "" }
  }
