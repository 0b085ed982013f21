import type { ViewedDevice } from "../features/deviceSession/feature.ts"
import type { State } from "../product/state.ts"
import { isOnline } from "./devices.ts"

/** Bit of `cloud_type`: the device is reached through the cloud (DEVICE-7). */
const THROUGH_CLOUD = 1

/**
 * The reason why a device that only the cloud knows was not reached (DEVICE-10). `away`: it was offline at the request.
 * `noWay`: it is online, and this network has no way to it. `noCloud`: neither is known, because the cloud has not
 * answered the request.
 */
export type FarReason =
  | { readonly reason: "away"; readonly lastSeen: number }
  | { readonly reason: "noWay" }
  | { readonly reason: "noCloud" }

/** True when only the cloud knows the device: the account lists it, and this network does not. */
export const isFar = ({ cloudType, id, did }: Pick<ViewedDevice, "cloudType" | "id" | "did">): boolean =>
  (cloudType & THROUGH_CLOUD) !== 0 && id === did

const SILENT: ReadonlySet<string | null> = new Set(["unreachable", "timed_out", "unknown_device"])

/** Null where the failure itself gives the reason. */
export const farReason = ({ session, devices }: State, device: ViewedDevice): FarReason | null => {
  if ((device.cloudType & THROUGH_CLOUD) === 0 || device.seenAt !== null) return null
  const known = devices.account === session.current?.account ? devices.bound.get(device.did) : undefined
  const lastSeen = known?.lastSeen ?? 0
  if (device.reason === "not_allowed") return { reason: "away", lastSeen }
  if (!SILENT.has(device.reason)) return null
  // For a device that is on no list, the cloud's view is unknown.
  if (lastSeen <= 0) return null
  if (!isOnline(lastSeen, device.askedAt)) return { reason: "away", lastSeen }
  return { reason: device.step === "cloud" ? "noCloud" : "noWay" }
}
