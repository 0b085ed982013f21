import { utf8Length } from "./name.ts"
import { type Branded, invalid, type Parsed, valid } from "./parsed.ts"
import { typedAscii } from "./typedValue.ts"

/** An e-mail address as typed, composed (NFC) and without invisible characters: the form that is shown and sent. */
export type Email = Branded<string, "Email">

/** RFC 5321: longest address and longest local part, bytes in UTF-8 (RFC 6531). */
const EMAIL_MAX_BYTES = 254
const LOCAL_MAX_BYTES = 64

/** A word between the dots of a local part. RFC 6531 allows letters of any script. */
const WORD = /^[\w!#$%&'*+/=?^`{|}~\p{L}\p{N}-][\w!#$%&'*+/=?^`{|}~\p{L}\p{M}\p{N}\p{Join_C}-]*$/u
/** A label of any script, with its marks, and the joiners that some words need. */
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}\p{Join_C}-]{0,61}[\p{L}\p{M}\p{N}])?$/u

const isEmail = (text: string): text is Email => {
  const at = text.lastIndexOf("@")
  if (at < 1 || utf8Length(text) > EMAIL_MAX_BYTES) return false
  const local = text.slice(0, at)
  if (utf8Length(local) > LOCAL_MAX_BYTES || !local.split(".").every((word) => WORD.test(word))) return false
  const labels = text.slice(at + 1).split(".")
  return labels.length >= 2 && labels.every((label) => LABEL.test(label))
}

/** An address from typed or pasted text, valid or not. An address is the same in all forms of its letters. */
export const typedEmail = typedAscii

export const parseEmail = (text: string): Parsed<Email, "invalidEmail"> => {
  const address = typedEmail(text)
  return isEmail(address) ? valid(address) : invalid("invalidEmail")
}

/** The form for hashing at sign-in and reset (AUTH-4), and for comparing two addresses. */
export const normalEmail = (email: string): string => typedEmail(typedEmail(email).toLowerCase())
