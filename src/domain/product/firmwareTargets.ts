import type { FirmwareTarget, TargetOf } from "../features/firmware/commands.ts"
import { type LanDevice, lanDevicesOf } from "../features/lan/state.ts"
import { FLAG_NO_FIRMWARE } from "../wire/deviceFlags.ts"
import type { State } from "./state.ts"

/** A LAN device as a campaign sees it. */
export const firmwareTarget = ({ id, did, name, build, isUsb, addr, flags }: LanDevice): FirmwareTarget => ({
  device: id,
  did,
  name,
  build,
  never: flags & FLAG_NO_FIRMWARE ? "noFirmware" : isUsb && addr === "" ? "usbOnly" : null,
})

export const firmwareTargetOf =
  ({ lan }: Pick<State, "lan">): TargetOf =>
  (id) => {
    const device = lan.devices.get(id) ?? lanDevicesOf(lan, id)[0]
    return device && firmwareTarget(device)
  }
