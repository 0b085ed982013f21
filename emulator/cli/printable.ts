/** Text from a file may not steer the terminal that shows it. */

/**
 * Control characters (escape sequences begin with one), line separators, and characters that change the direction of
 * text.
 */
const STEERING = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu

/** Replaces each such character of a line by a sign. */
export const printable = (line: string): string => line.replaceAll(STEERING, "\ufffd")

/** JSON of the same value with each such character as its escape. They occur only in strings. */
export const printableJson = (json: string): string =>
  json.replaceAll(STEERING, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)
