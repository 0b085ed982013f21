/** What comes from a file may not steer the terminal it is shown on. */

/** Control characters (escape sequences begin with one), line separators, and what turns the direction of text. */
const STEERING = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu

/** One line of text with a sign in place of each such character. */
export const printable = (line: string): string => line.replaceAll(STEERING, "\ufffd")

/** JSON of the same value, in which each such character is written as its escape; they are in its strings alone. */
export const printableJson = (json: string): string =>
  json.replaceAll(STEERING, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)
