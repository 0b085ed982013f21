import type { LanDeviceView } from "../../../domain/views/lan.ts"

/** Whether something can be asked of a device over this network now. */
export const isAskable = (device: LanDeviceView | null): device is LanDeviceView =>
  device?.kind === "lan" && device.known === "now"
