import { NAME_MAX_BYTES } from "./limits.ts"
import { type Branded, invalid, type Parsed, valid } from "./parsed.ts"

/** A device or account name: trimmed, not empty, at most 32 bytes in UTF-8 (S 5). */
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

const isName = (text: string): text is Name => text !== "" && utf8Length(text) <= NAME_MAX_BYTES

export const parseName = (text: string): Parsed<Name, "nameEmpty" | "nameTooLong"> => {
  const trimmed = text.trim()
  if (trimmed === "") return invalid("nameEmpty")
  return isName(trimmed) ? valid(trimmed) : invalid("nameTooLong")
}
