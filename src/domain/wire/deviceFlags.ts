/** Bit of a device's flags: a bound MAC address exists (DEVICE-7). */
export const FLAG_BOUND_MAC = 4
/**
 * Bit of a device's flags: it has one mode, and cannot change it (MODE-1). Our own flag, far from the bits of hardware.
 */
export const FLAG_ONE_MODE = 65_536
/** Bit of a device's flags: it has no firmware that could be updated (FW-2). Our own flag, like the one before. */
export const FLAG_NO_FIRMWARE = 131_072
/** Bit of a device's flags: its picture has no sound. Our own flag, like those before. */
export const FLAG_NO_SOUND = 262_144
