import { type Branded, invalid, type Parsed, valid } from "./parsed.ts"
import { typedAscii } from "./typedValue.ts"

/** An e-mail address as typed, composed (NFC) and without invisible characters: the form that is shown and sent. */
export type Email = Branded<string, "Email">

/** RFC 5321: longest address, characters. */
const EMAIL_MAX_LENGTH = 254

const LOCAL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+$/
/** A label of any script, with its marks, and the joiners that some words need. */
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}\p{Join_C}-]{0,61}[\p{L}\p{M}\p{N}])?$/u

const isEmail = (text: string): text is Email => {
  const at = text.lastIndexOf("@")
  if (at < 1 || text.length > EMAIL_MAX_LENGTH) return false
  const local = text.slice(0, at)
  if (local.length > 64 || !LOCAL.test(local) || local.startsWith(".") || local.endsWith(".") || local.includes(".."))
    return false
  const labels = text.slice(at + 1).split(".")
  return labels.length >= 2 && labels.every((label) => LABEL.test(label))
}

/** An address from typed or pasted text, valid or not. Domain names are the same in all forms of their letters. */
export const typedEmail = typedAscii

export const parseEmail = (text: string): Parsed<Email, "invalidEmail"> => {
  const address = typedEmail(text)
  return isEmail(address) ? valid(address) : invalid("invalidEmail")
}

/** The form for hashing at sign-in and reset (AUTH-4), and for comparing two addresses. */
export const normalEmail = (email: string): string => typedEmail(typedEmail(email).toLowerCase())
