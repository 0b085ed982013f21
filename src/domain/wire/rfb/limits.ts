/** Limits of an RFB stream, each with its unit (SCREEN-3). */

/** Largest screen, pixels of one side and in all: 7680 × 4320 is the largest display that is sold. */
export const SCREEN_SIDE_MAX = 16_384
export const SCREEN_PIXELS_MAX = 7_680 * 4_320

/** Longest clipboard text, bytes: on the wire, and unpacked. */
export const CLIPBOARD_MAX_BYTES = 1_024 * 1_024

/**
 * A stream ends when due data has not come for this long, ms. It counts as coming while this many bytes arrive in that
 * time, which is slower than any line that can show a picture.
 */
export const STALLED_MS = 30_000
export const STALLED_UNDER_BYTES = 1_024
/**
 * Times of silence, ms: after the first, a screen is asked for a dot of its picture. Without an answer, the app shows
 * that after `LATE_MS`, and ends the stream after `UNANSWERED_MS`.
 */
export const ASKED_AFTER_MS = 2_000
/**
 * Some servers answer with the whole screen. When a dot took more bytes than this, the next one is asked for after this
 * time, ms.
 */
export const DOT_MAX_BYTES = 2_048
export const ASKED_RARELY_MS = 10_000
export const LATE_MS = 3_000
export const UNANSWERED_MS = 15_000

/** The most encodings that a client may name. A longer list is invalid. */
export const ENCODINGS_MAX = 512
/** The most bytes in a fence, by the protocol. */
export const FENCE_MAX_BYTES = 64
