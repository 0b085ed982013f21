import type { SignInForm } from "../../../domain/client/accounts/sessions.ts"
import { parseEmail } from "../../../domain/values/email.ts"
import { parsePassword } from "../../../domain/values/password.ts"
import { isExposed, parseServerUrl } from "../../../domain/values/serverUrl.ts"
import type { Deployment } from "../../client/deployment.ts"

/** What is typed; it stays whatever comes of it. */
export interface Typed {
  readonly email: string
  readonly password: string
  readonly serverType: "public" | "private"
  readonly serverUrl: string
}

/** Messages beside the fields, by key. */
export interface Problems {
  readonly email?: "common.invalid.invalidEmail"
  readonly password?: "common.invalid.passwordRequired" | "common.invalid.passwordTooShort"
  readonly server?: "auth.server.noPublic"
  readonly url?: "common.invalid.invalidServerUrl"
}

export const readForm = (typed: Typed, { publicCloud }: Deployment): { form?: SignInForm; problems: Problems } => {
  const email = parseEmail(typed.email)
  const password = parsePassword(typed.password)
  const isPublic = typed.serverType === "public"
  const url = isPublic ? undefined : parseServerUrl(typed.serverUrl)
  const server = isPublic ? publicCloud?.url : url?.ok ? url.value : undefined
  if (email.ok && password.ok && server !== undefined) {
    const form = { email: email.value, password: password.value, serverType: typed.serverType, server }
    return { form, problems: {} }
  }
  return {
    problems: {
      ...(!email.ok && { email: "common.invalid.invalidEmail" }),
      ...(!password.ok && {
        password: typed.password === "" ? "common.invalid.passwordRequired" : "common.invalid.passwordTooShort",
      }),
      ...(isPublic && publicCloud === null && { server: "auth.server.noPublic" }),
      ...(url?.ok === false && { url: "common.invalid.invalidServerUrl" }),
    },
  }
}

/** Whether what is sent to the address as typed can be read on the way (AUTH-2). */
export const isExposedAddress = (text: string): boolean => {
  const url = parseServerUrl(text)
  return url.ok && isExposed(url.value)
}
