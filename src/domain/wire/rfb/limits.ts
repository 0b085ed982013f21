/** Limits of an RFB stream, each with its unit (SCREEN-3). */

/** Largest screen, pixels of one side and in all: 7680 × 4320 is the largest display that is sold. */
export const SCREEN_SIDE_MAX = 16_384
export const SCREEN_PIXELS_MAX = 7_680 * 4_320

/** Longest clipboard text, bytes: on the wire, and unpacked. */
export const CLIPBOARD_MAX_BYTES = 1_024 * 1_024

/**
 * A stream is given up when what is due has not come for so long, ms; it does come while so many bytes arrive in that time. Slower than any
 * line that shows a picture at all.
 */
export const STALLED_MS = 30_000
export const STALLED_UNDER_BYTES = 1_024
/**
 * A screen that has sent nothing for so long is asked for a dot of its picture; when it sends nothing for so long then, that is said, and in
 * the end it is given up, ms.
 */
export const ASKED_AFTER_MS = 2_000
/** Some servers answer with the whole screen: where so many bytes came for a dot, the next one is asked for after this, ms. */
export const DOT_MAX_BYTES = 2_048
export const ASKED_RARELY_MS = 10_000
export const LATE_MS = 3_000
export const UNANSWERED_MS = 15_000

/** Encodings that a client may name; a longer list is junk. */
export const ENCODINGS_MAX = 512
/** Bytes that a fence may carry, as the protocol says. */
export const FENCE_MAX_BYTES = 64
