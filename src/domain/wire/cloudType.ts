/**
 * Bits of `cloud_type` (DEVICE-7): 0 is a device of this network alone, `CLOUD` one that is bound to an account, and
 * `SUB_DEVICE` one that an owner has shared with the account.
 */
export const CLOUD = 1
export const SUB_DEVICE = 2

/** Whether the device can be reached through an account. */
export const isOnlineDevice = (cloudType: number): boolean => (cloudType & (CLOUD | SUB_DEVICE)) !== 0
