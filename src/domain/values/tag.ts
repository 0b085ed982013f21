import { TAG_MAX_LENGTH } from "./limits.ts"
import { type Branded, invalid, type Parsed, valid } from "./parsed.ts"

/** A word that a person puts on a device: one line in composed form, without spaces around it. */
export type Tag = Branded<string, "Tag">
export type InvalidTag = "tagEmpty" | "tagTooLong" | "invalidTag"

/** Control characters, line ends, lone surrogates, and what turns the direction of text around it. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u

/** Characters as a person counts code points. */
export const tagLength = (text: string): number => [...text].length

const isTag = (text: string): text is Tag => text !== "" && tagLength(text) <= TAG_MAX_LENGTH && !FORBIDDEN.test(text)

export const parseTag = (text: string): Parsed<Tag, InvalidTag> => {
  const tidy = text.trim().normalize("NFC")
  if (tidy === "") return invalid("tagEmpty")
  if (FORBIDDEN.test(tidy)) return invalid("invalidTag")
  return isTag(tidy) ? valid(tidy) : invalid("tagTooLong")
}
