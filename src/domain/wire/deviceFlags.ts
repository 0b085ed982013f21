/** Bit of a device's flags: a bound MAC address exists (DEVICE-7). */
export const FLAG_BOUND_MAC = 4
/** Bit of a device's flags: it has one mode, and no way to another (MODE-1). Of us alone, far from the bits that hardware has. */
export const FLAG_ONE_MODE = 65_536
/** Bit of a device's flags: it has no firmware, and so none to update (FW-2). Of us alone, as the one before. */
export const FLAG_NO_FIRMWARE = 131_072
/** Bit of a device's flags: no sound comes with its picture. Of us alone, as those before. */
export const FLAG_NO_SOUND = 262_144
