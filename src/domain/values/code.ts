import { CODE_DIGITS } from "./limits.ts"
import { type Branded, invalid, type Parsed, valid } from "./parsed.ts"

/** A verification, delete or invitation code: exactly six ASCII digits (AUTH-12). Never in an event. */
export type Code = Branded<string, "Code">

const PATTERN = new RegExp(`^[0-9]{${CODE_DIGITS}}$`)

const isCode = (text: string): text is Code => PATTERN.test(text)

export const parseCode = (text: string): Parsed<Code, "codeRequired" | "invalidCode"> => {
  const trimmed = text.trim()
  if (trimmed === "") return invalid("codeRequired")
  return isCode(trimmed) ? valid(trimmed) : invalid("invalidCode")
}
