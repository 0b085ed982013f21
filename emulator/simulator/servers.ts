import type { SignInForm } from "../../src/domain/engine/sessions.ts"
import { normalEmail, parseEmail } from "../../src/domain/values/email.ts"
import { parsePassword } from "../../src/domain/values/password.ts"
import { parseServerUrl, type ServerUrl } from "../../src/domain/values/serverUrl.ts"
import { type Cloud, createCloud } from "../model/cloud.ts"
import { DEMO_PASSWORD } from "../model/scenario.ts"
import { md5 } from "./platform.ts"

/** The clouds of a simulation: a public and a private one, on which the same people have accounts. */

const server = (text: string): ServerUrl => {
  const parsed = parseServerUrl(text)
  if (!parsed.ok) throw new TypeError(`${text} is no server`)
  return parsed.value
}

export const PUBLIC_SERVER = server("https://cloud.example")
export const PRIVATE_SERVER = server("https://private.example")

/** Accounts with a password that know each other: an owner, two sub-accounts and a main account of the owner. */
const emails = ["owner@example.com", "sub@example.com", "noor@example.com", "jonas.weber@example.com"] as const

const formOf = (email: string, where: Pick<SignInForm, "serverType" | "server">): SignInForm => {
  const [parsedEmail, password] = [parseEmail(email), parsePassword(DEMO_PASSWORD)]
  if (!parsedEmail.ok || !password.ok) throw new TypeError(`${email} cannot sign in`)
  return { email: parsedEmail.value, password: password.value, ...where }
}

/** How each person signs in on each server; the owner of the public server first. */
export const signInForms: readonly SignInForm[] = [
  ...emails.map((email) => formOf(email, { serverType: "public", server: PUBLIC_SERVER })),
  ...emails.map((email) => formOf(email, { serverType: "private", server: PRIVATE_SERVER })),
]

/**
 * Both clouds start from one seed, so that an account has the same uid and devices the same ids on both: whoever
 * takes the uid alone for the account mixes them up. Their tokens differ.
 */
export const makeServers = (seed: number, devices: number, now: number): ReadonlyMap<ServerUrl, Cloud> => {
  const fresh = { md5, seed, scenario: "demo", now, devices } as const
  const [open, own] = [createCloud(fresh), createCloud(fresh)]
  own.handle("reset_password", { email: md5(normalEmail(emails[0])) }, now)
  return new Map([
    [PUBLIC_SERVER, open],
    [PRIVATE_SERVER, own],
  ])
}
