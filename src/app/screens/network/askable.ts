import type { LanDeviceView } from "../../../domain/views/lan.ts"

/** True when the native side can send requests to the device over this network now. */
export const isAskable = (device: LanDeviceView | null): device is LanDeviceView =>
  device?.kind === "lan" && device.known === "now"
