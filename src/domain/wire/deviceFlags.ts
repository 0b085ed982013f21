/** Bit of a device's flags: a bound MAC address exists (DEVICE-7). */
export const FLAG_BOUND_MAC = 4
