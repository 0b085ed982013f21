import { SHARING_MIN_BUILD } from "../../values/limits.ts"
import { FLAG_NO_FIRMWARE } from "../../wire/deviceFlags.ts"
import type { DeviceFields } from "./events.ts"

/** The reason why the owner cannot share a device. */
export type Unsharable = "noFirmware" | "firmwareUnknown" | "firmwareTooOld"

/** SUB-5: only devices whose firmware is new enough are shared. Null for those. */
export const unsharable = ({ build, flags }: Pick<DeviceFields, "build" | "flags">): Unsharable | null => {
  if (build >= SHARING_MIN_BUILD) return null
  if ((flags & FLAG_NO_FIRMWARE) !== 0) return "noFirmware"
  return build === 0 ? "firmwareUnknown" : "firmwareTooOld"
}
