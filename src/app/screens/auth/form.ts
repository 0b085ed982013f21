import type { SignUpForm } from "../../../domain/client/accounts/flows/entrance.ts"
import type { SignInForm } from "../../../domain/client/accounts/flows/signIn.ts"
import { type Email, parseEmail } from "../../../domain/values/email.ts"
import { parseName } from "../../../domain/values/name.ts"
import { type Password, parseNewPassword, parsePassword } from "../../../domain/values/password.ts"
import type { ServerUrl } from "../../../domain/values/serverUrl.ts"
import type { Deployment } from "../../client/deployment.ts"
import { readServer, type ServerProblems, type ServerTyped } from "./server.ts"

/** One form type for all pages before sign-in. Each screen shows and reads the fields that it needs. */

/** The typed text of a form. It stays whatever the outcome is. */
export interface Typed extends ServerTyped {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly confirmation: string
}

export const nothingTyped = { name: "", email: "", password: "", confirmation: "" } as const

/** Messages beside the fields, by key. */
export interface Problems extends ServerProblems {
  readonly name?: "common.invalid.nameEmpty" | "common.invalid.nameTooLong"
  readonly email?: "common.invalid.invalidEmail"
  readonly password?: "common.invalid.passwordRequired" | "common.invalid.passwordTooShort"
  readonly confirmation?: "common.invalid.passwordsDiffer"
}

/** The values of a form, or the problems of its fields. */
interface Read<Form> {
  readonly form?: Form
  readonly problems: Problems
}

const readName = ({ name }: Typed) => {
  const parsed = parseName(name)
  return parsed.ok ? { name: parsed.value } : { problem: { name: `common.invalid.${parsed.reason}` } as const }
}

const readEmail = ({ email }: Typed): { readonly email?: Email; readonly problem?: Problems } => {
  const parsed = parseEmail(email)
  return parsed.ok ? { email: parsed.value } : { problem: { email: "common.invalid.invalidEmail" } }
}

const tooShort = (password: string): Problems => ({
  password: password === "" ? "common.invalid.passwordRequired" : "common.invalid.passwordTooShort",
})

const readPassword = ({ password }: Typed): { readonly password?: Password; readonly problem?: Problems } => {
  const parsed = parsePassword(password)
  return parsed.ok ? { password: parsed.value } : { problem: tooShort(password) }
}

/** A new password and its confirmation (AUTH-12). Each message is beside its own field. */
export const readNewPassword = ({
  password,
  confirmation,
}: Pick<Typed, "password" | "confirmation">): { readonly password?: Password; readonly problem?: Problems } => {
  const parsed = parseNewPassword(password, confirmation)
  if (parsed.ok) return { password: parsed.value }
  const differ: Problems = { confirmation: "common.invalid.passwordsDiffer" }
  if (parsed.reason === "passwordsDiffer") return { problem: differ }
  return { problem: { ...tooShort(password), ...(password !== confirmation && differ) } }
}

/** AUTH-1 */
export const readSignIn = (typed: Typed, deployment: Deployment): Read<SignInForm> => {
  const { email, problem: aboutEmail } = readEmail(typed)
  const { password, problem: aboutPassword } = readPassword(typed)
  const { server, problem: aboutServer } = readServer(typed, deployment)
  if (email !== undefined && password !== undefined && server !== undefined)
    return { form: { email, password, serverType: typed.serverType, server }, problems: {} }
  return { problems: { ...aboutEmail, ...aboutPassword, ...aboutServer } }
}

/** All fields are required (AUTH-12). */
export const readSignUp = (typed: Typed, deployment: Deployment): Read<SignUpForm> => {
  const { name, problem: aboutName } = readName(typed)
  const { email, problem: aboutEmail } = readEmail(typed)
  const { password, problem: aboutPassword } = readNewPassword(typed)
  const { server, problem: aboutServer } = readServer(typed, deployment)
  if (name !== undefined && email !== undefined && password !== undefined && server !== undefined)
    return { form: { name, email, password, server }, problems: {} }
  return { problems: { ...aboutName, ...aboutEmail, ...aboutPassword, ...aboutServer } }
}

/** The address for a code for a new password, and the server that sends it. */
export const readAddress = (
  typed: Typed,
  deployment: Deployment,
): Read<{ readonly email: Email; readonly server: ServerUrl }> => {
  const { email, problem: aboutEmail } = readEmail(typed)
  const { server, problem: aboutServer } = readServer(typed, deployment)
  if (email !== undefined && server !== undefined) return { form: { email, server }, problems: {} }
  return { problems: { ...aboutEmail, ...aboutServer } }
}
