import { isBlank, legible } from "./legible.ts"
import { NAME_MAX_BYTES } from "./limits.ts"
import { type Branded, invalid, type Parsed, valid } from "./parsed.ts"

/**
 * A device or account name: trimmed, composed (NFC), not empty, at most 32 bytes in UTF-8 (RENAME-1), without invisible
 * characters.
 */
export type Name = Branded<string, "Name">

/** Bytes of the text in UTF-8; a lone surrogate counts as the three bytes of U+FFFD, as encoders write it. */
export const utf8Length = (text: string): number => {
  let bytes = 0
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return bytes
}

/** The name in a text: legible, composed and trimmed. */
export const tidyName = (text: string): string => legible(text).normalize("NFC").trim()

const isName = (text: string): text is Name => !isBlank(text) && utf8Length(text) <= NAME_MAX_BYTES

export const parseName = (text: string): Parsed<Name, "nameEmpty" | "nameTooLong"> => {
  const name = tidyName(text)
  if (isBlank(name)) return invalid("nameEmpty")
  return isName(name) ? valid(name) : invalid("nameTooLong")
}

/** True when two names read the same: a server may store the composed or the decomposed form. */
export const isSameName = (one: string, other: string | undefined): boolean =>
  one.normalize("NFC") === other?.normalize("NFC")
