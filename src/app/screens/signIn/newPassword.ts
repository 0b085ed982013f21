import { type Password, parseNewPassword } from "../../../domain/values/password.ts"

/** Messages beside a new password and its confirmation, by key. */
export interface PasswordProblems {
  readonly password?: "common.invalid.passwordRequired" | "common.invalid.passwordTooShort"
  readonly confirmation?: "common.invalid.passwordsDiffer"
}

/** A new password and its confirmation (AUTH-12): each message stands beside the field it is about. */
export const readNewPassword = (
  text: string,
  confirmation: string,
): { readonly password?: Password; readonly problems: PasswordProblems } => {
  const parsed = parseNewPassword(text, confirmation)
  if (parsed.ok) return { password: parsed.value, problems: {} }
  if (parsed.reason === "passwordsDiffer") return { problems: { confirmation: "common.invalid.passwordsDiffer" } }
  const password = text === "" ? "common.invalid.passwordRequired" : "common.invalid.passwordTooShort"
  return {
    problems: { password, ...(text !== confirmation && { confirmation: "common.invalid.passwordsDiffer" }) },
  }
}
