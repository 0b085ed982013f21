/** Limits of an RFB stream, each with its unit (SCREEN-3). */

/** Largest screen, pixels of one side and in all: 7680 × 4320 is the largest display that is sold. */
export const SCREEN_SIDE_MAX = 16_384
export const SCREEN_PIXELS_MAX = 7_680 * 4_320

/** Longest clipboard text, bytes: on the wire, and unpacked. */
export const CLIPBOARD_MAX_BYTES = 1_024 * 1_024

/** Encodings that a client may name; a longer list is junk. */
export const ENCODINGS_MAX = 512
/** Bytes that a fence may carry, as the protocol says. */
export const FENCE_MAX_BYTES = 64
