import { Effect, Redacted } from "effect"
import { Cloud, type CloudError } from "../ports/cloud.ts"
import { Digest } from "../ports/platform.ts"
import type { Code } from "../values/code.ts"
import { type Email, normalEmail } from "../values/email.ts"
import type { Md5 } from "../values/identity.ts"
import type { Name } from "../values/name.ts"
import type { Password } from "../values/password.ts"
import type { ServerUrl } from "../values/serverUrl.ts"
import { FlowMemory, type SignUpBody } from "./flowMemory.ts"
import { step } from "./flowSteps.ts"

/** Sign-up and reset of the password: the flows of whoever is not signed in. */

/** A code that expired in the middle brings a new token, which the next try uses (AUTH-7). */
const keepFreshToken = ({ reason }: CloudError) =>
  Effect.gen(function* () {
    const memory = yield* FlowMemory
    const { signUp } = memory.current
    if (reason._tag !== "Refused" || reason.freshToken === undefined || signUp === undefined) return
    memory.current = { signUp: { ...signUp, token: Redacted.value(reason.freshToken) } }
  })

const callSignUp = Effect.fnUntraced(function* (server: ServerUrl, body: SignUpBody) {
  const { token } = yield* (yield* Cloud).call("signup", server, body)
  const memory = yield* FlowMemory
  memory.current = { signUp: { server, body, token } }
})

export interface SignUpForm {
  readonly name: Name
  readonly email: Email
  readonly password: Password
  readonly server: ServerUrl
}

/** AUTH-6: the raw e-mail and name, the MD5 of the password; then a code is asked for. */
export const signUp = Effect.fnUntraced(function* ({ name, email, password, server }: SignUpForm) {
  const hash = yield* (yield* Digest).md5(password)
  const work = callSignUp(server, { name, email, password: hash })
  yield* step("signUp", { working: "submitting", next: "code", back: "form" }, work)
})

/** Repeats the call: an unactivated e-mail gets a new token. */
export const resendSignUp = Effect.gen(function* () {
  const { signUp: form } = (yield* FlowMemory).current
  if (form === undefined) return
  yield* step("signUp", { working: "resending", next: "code", back: "code" }, callSignUp(form.server, form.body))
})

export const confirmSignUp = Effect.fnUntraced(function* (code: Code) {
  const memory = yield* FlowMemory
  const { signUp: form } = memory.current
  if (form === undefined) return
  const body = { token: form.token, verificationcode: code }
  const work = (yield* Cloud)
    .call("verify_activation", form.server, body)
    .pipe(Effect.tapError(keepFreshToken), Effect.asVoid)
  if (yield* step("signUp", { working: "confirming", next: "done", back: "code" }, work)) memory.current = {}
})

const callReset = Effect.fnUntraced(function* (server: ServerUrl, email: Md5) {
  const { token } = yield* (yield* Cloud).call("reset_password", server, { email })
  const memory = yield* FlowMemory
  memory.current = { resetPassword: { server, email, token } }
})

/** AUTH-8: the MD5 of the e-mail, trimmed and in lower case, asks for a code. */
export const requestReset = Effect.fnUntraced(function* (email: Email, server: ServerUrl) {
  const hash = yield* (yield* Digest).md5(normalEmail(email))
  yield* step("resetPassword", { working: "sending", next: "sent", back: "email" }, callReset(server, hash))
})

export const resendReset = Effect.gen(function* () {
  const { resetPassword } = (yield* FlowMemory).current
  if (resetPassword === undefined) return
  const work = callReset(resetPassword.server, resetPassword.email)
  yield* step("resetPassword", { working: "resending", next: "sent", back: "sent" }, work)
})

export const submitReset = Effect.fnUntraced(function* (code: Code, password: Password) {
  const memory = yield* FlowMemory
  const { resetPassword } = memory.current
  if (resetPassword === undefined) return
  const newpassword = yield* (yield* Digest).md5(password)
  const body = { token: resetPassword.token, verificationcode: code, newpassword }
  const work = Effect.asVoid((yield* Cloud).call("verify_resetpassword_code", resetPassword.server, body))
  if (yield* step("resetPassword", { working: "submitting", next: "done", back: "sent" }, work)) memory.current = {}
})
