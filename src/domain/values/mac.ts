import { type Branded, invalid, type Parsed, valid } from "./parsed.ts"
import { typedAscii } from "./typedValue.ts"

/** A MAC address in normal form: upper case, colons (WAKE-2). */
export type Mac = Branded<string, "Mac">

/** The MAC of a host whose address is unknown. */
export const NO_MAC = "00:00:00:00:00:00"

/** A typed MAC, with the same separator throughout: colons or hyphens. */
const TYPED = /^[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}$/i
const NORMAL = /^[0-9A-F]{2}(?::[0-9A-F]{2}){5}$/

const isMac = (text: string): text is Mac => NORMAL.test(text)

export const parseMac = (text: string): Parsed<Mac, "invalidMac"> => {
  const trimmed = typedAscii(text)
  if (!TYPED.test(trimmed)) return invalid("invalidMac")
  const normal = trimmed.toUpperCase().replaceAll("-", ":")
  return isMac(normal) ? valid(normal) : invalid("invalidMac")
}
