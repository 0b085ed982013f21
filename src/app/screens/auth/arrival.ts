import { typedEmail } from "../../../domain/values/email.ts"
import type { Typed } from "./form.ts"
import { lastServer } from "./server.ts"

/**
 * The address and the server that a person has just used. The sign-in form begins with them after a sign-up or a new
 * password, and the form for a new password begins with them after sign-in. It travels in the state of the history
 * entry, never in the address (AUTH-11).
 */
export type Arrival = Pick<Typed, "email" | "serverType" | "serverUrl">

export const arrivalOf = ({ email, serverType, serverUrl }: Arrival): Arrival => ({
  email: typedEmail(email),
  serverType,
  serverUrl,
})

const textOf = (state: unknown, key: keyof Arrival): string | null => {
  const value: unknown = typeof state === "object" && state !== null ? Reflect.get(state, key) : null
  return typeof value === "string" ? value : null
}

/** Reads them from the state of the history entry; without any, no address and the server chosen last. */
export const arrivedWith = (state: unknown): Arrival => {
  const email = textOf(state, "email")
  if (email === null) return { email: "", ...lastServer() }
  const serverType = textOf(state, "serverType") === "private" ? "private" : "public"
  return { email, serverType, serverUrl: textOf(state, "serverUrl") ?? "" }
}
