import { type Email, parseEmail } from "../../../domain/values/email.ts"
import type { ServerUrl } from "../../../domain/values/serverUrl.ts"
import type { Deployment } from "../../client/deployment.ts"
import type { Problems as ServerProblems, Typed as SignInTyped } from "../signIn/form.ts"
import { readServer } from "../signIn/server.ts"

/** What is typed; it stays whatever comes of it. */
export interface Typed extends SignInTyped {
  readonly confirmation: string
}

/** Messages of the first half, by key. */
export interface AddressProblems extends Pick<ServerProblems, "server" | "url"> {
  readonly email?: "common.invalid.invalidEmail"
}

/** Whom to send a code, and by which server. */
export const readAddress = (
  typed: Typed,
  deployment: Deployment,
): { readonly address?: { readonly email: Email; readonly server: ServerUrl }; readonly problems: AddressProblems } => {
  const email = parseEmail(typed.email)
  const { server, problems } = readServer(typed, deployment)
  if (email.ok && server !== undefined) return { address: { email: email.value, server }, problems: {} }
  return { problems: { ...(!email.ok && { email: "common.invalid.invalidEmail" }), ...problems } }
}
