/**
 * Bits of `cloud_type` (DEVICE-7). 0: a device of this network only. `CLOUD`: bound to an account. `SUB_DEVICE`: shared
 * with the account by an owner.
 */
export const CLOUD = 1
export const SUB_DEVICE = 2

/** True when the device can be reached through an account. */
export const isOnlineDevice = (cloudType: number): boolean => (cloudType & (CLOUD | SUB_DEVICE)) !== 0
