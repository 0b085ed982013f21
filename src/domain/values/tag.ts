import { isBlank, legible } from "./legible.ts"
import { TAG_MAX_LENGTH } from "./limits.ts"
import { type Branded, invalid, type Parsed, valid } from "./parsed.ts"

/**
 * A tag that a person puts on a device: one line in composed form, without spaces around it and without invisible
 * characters.
 */
export type Tag = Branded<string, "Tag">
export type InvalidTag = "tagEmpty" | "tagTooLong" | "invalidTag"

/** No encoder can write a lone surrogate. */
const LONE_SURROGATE = /\p{Cs}/u

/** The length in code points. */
export const tagLength = (text: string): number => [...text].length

const isTag = (text: string): text is Tag =>
  text !== "" && tagLength(text) <= TAG_MAX_LENGTH && !LONE_SURROGATE.test(text)

export const parseTag = (text: string): Parsed<Tag, InvalidTag> => {
  const tidy = legible(text).normalize("NFC").trim()
  if (isBlank(tidy) && !LONE_SURROGATE.test(tidy)) return invalid("tagEmpty")
  if (LONE_SURROGATE.test(tidy)) return invalid("invalidTag")
  return isTag(tidy) ? valid(tidy) : invalid("tagTooLong")
}
