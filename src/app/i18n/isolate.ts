const FIRST_STRONG_ISOLATE = "\u2068"
const POP_ISOLATE = "\u2069"

/** Hebrew, Arabic and their kin: what turns a line of Latin text around. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

/**
 * Keeps a value from changing the direction of the sentence it is put into (I18N-3). Left as it is where nothing can
 * happen, so that texts compare equal to what a person sees.
 */
export const isolate = (value: string, direction: "ltr" | "rtl"): string =>
  direction === "rtl" || rightToLeft.test(value) ? `${FIRST_STRONG_ISOLATE}${value}${POP_ISOLATE}` : value
