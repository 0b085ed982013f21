import { PASSWORD_MIN_LENGTH } from "./limits.ts"
import { type Branded, invalid, type Parsed, valid } from "./parsed.ts"

/** A password as typed. It never enters an event, a log line or a URL (AUTH-11). */
export type Password = Branded<string, "Password">

const isPassword = (text: string): text is Password => text.length >= PASSWORD_MIN_LENGTH

export const parsePassword = (text: string): Parsed<Password, "passwordTooShort"> =>
  isPassword(text) ? valid(text) : invalid("passwordTooShort")

/** A new password and its confirmation (AUTH-12). */
export const parseNewPassword = (
  text: string,
  confirmation: string,
): Parsed<Password, "passwordTooShort" | "passwordsDiffer"> => {
  const parsed = parsePassword(text)
  if (!parsed.ok) return parsed
  return text === confirmation ? parsed : invalid("passwordsDiffer")
}
