import type { SignUpForm } from "../../../domain/client/accounts/flows/entrance.ts"
import { parseEmail } from "../../../domain/values/email.ts"
import { parseName } from "../../../domain/values/name.ts"
import type { Deployment } from "../../client/deployment.ts"
import type { Problems as ServerProblems, Typed as SignInTyped } from "../signIn/form.ts"
import { type PasswordProblems, readNewPassword } from "../signIn/newPassword.ts"
import { readServer } from "../signIn/server.ts"

/** What is typed; it stays whatever comes of it. */
export interface Typed extends SignInTyped {
  readonly name: string
  readonly confirmation: string
}

/** Messages beside the fields, by key. */
export interface Problems extends PasswordProblems, Pick<ServerProblems, "server" | "url"> {
  readonly name?: "common.invalid.nameEmpty" | "common.invalid.nameTooLong"
  readonly email?: "common.invalid.invalidEmail"
}

/** All fields are required (AUTH-12). */
export const readForm = (
  typed: Typed,
  deployment: Deployment,
): { readonly form?: SignUpForm; readonly problems: Problems } => {
  const name = parseName(typed.name)
  const email = parseEmail(typed.email)
  const { password, problems: aboutPassword } = readNewPassword(typed.password, typed.confirmation)
  const { server, problems: aboutServer } = readServer(typed, deployment)
  if (name.ok && email.ok && password !== undefined && server !== undefined)
    return { form: { name: name.value, email: email.value, password, server }, problems: {} }
  return {
    problems: {
      ...(!name.ok && { name: `common.invalid.${name.reason}` as const }),
      ...(!email.ok && { email: "common.invalid.invalidEmail" }),
      ...aboutPassword,
      ...aboutServer,
    },
  }
}
