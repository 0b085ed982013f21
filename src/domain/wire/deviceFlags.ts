/** Bit of a device's flags: a bound MAC address exists (DEVICE-7). */
export const FLAG_BOUND_MAC = 4
/** Bit of a device's flags: it has one mode, and no way to another (MODE-1). Of us alone, far from the bits that hardware has. */
export const FLAG_ONE_MODE = 65_536
