import { Effect, Redacted } from "effect"
import type { FlowStage, StageOf } from "../../../features/flows/machines.ts"
import { Cloud, type CloudError } from "../../../ports/cloud.ts"
import { Digest } from "../../../ports/platform.ts"
import type { Code } from "../../../values/code.ts"
import { type Email, normalEmail } from "../../../values/email.ts"
import type { Md5 } from "../../../values/identity.ts"
import type { Name } from "../../../values/name.ts"
import type { Password } from "../../../values/password.ts"
import type { ServerUrl } from "../../../values/serverUrl.ts"
import { step } from "./flow.ts"
import { FlowMemory, type FlowRun, type SignUpBody } from "./memory.ts"

/** Flows for a person who cannot sign in yet: a new account, a new password. */

export interface SignUpForm {
  readonly name: Name
  readonly email: Email
  readonly password: Password
  readonly server: ServerUrl
}

const signUpAt = (stage: StageOf<"signUp">): FlowStage => ({ flow: "signUp", stage })
const resetAt = (stage: StageOf<"resetPassword">): FlowStage => ({ flow: "resetPassword", stage })

const md5 = Effect.fnUntraced(function* (text: string) {
  return yield* (yield* Digest).md5(text)
})

const callSignUp = Effect.fnUntraced(function* (run: FlowRun, server: ServerUrl, body: SignUpBody) {
  const { token } = yield* (yield* Cloud).call("signup", server, body)
  run.remembered.signUp = { server, body, token }
})

/** AUTH-6: sends the e-mail and name as typed and the MD5 of the password. The next stage asks for a code. */
export const signUp = ({ name, email, password, server }: SignUpForm) =>
  step({ working: signUpAt("submitting"), next: signUpAt("code"), back: signUpAt("form") }, (run) =>
    Effect.flatMap(md5(password), (hash) => callSignUp(run, server, { name, email, password: hash })),
  )

/** Repeats the call. For an e-mail that is not activated the server returns a new token. */
export const resendSignUp = Effect.gen(function* () {
  const { signUp: form } = (yield* FlowMemory).run.remembered
  if (form === undefined) return
  yield* step({ working: signUpAt("resending"), next: signUpAt("code"), back: signUpAt("code") }, (run) =>
    callSignUp(run, form.server, form.body),
  )
})

/** When a code has expired, the server returns a new token, which the next attempt uses (AUTH-7). */
const keepFreshToken = ({ remembered }: FlowRun, { reason }: CloudError): void => {
  if (reason._tag !== "Refused" || reason.freshToken === undefined || remembered.signUp === undefined) return
  remembered.signUp = { ...remembered.signUp, token: Redacted.value(reason.freshToken) }
}

export const confirmSignUp = Effect.fnUntraced(function* (code: Code) {
  const { signUp: form } = (yield* FlowMemory).run.remembered
  if (form === undefined) return
  const cloud = yield* Cloud
  const body = { token: form.token, verificationcode: code }
  yield* step({ working: signUpAt("confirming"), next: signUpAt("done"), back: signUpAt("code") }, (run) =>
    cloud.call("verify_activation", form.server, body).pipe(
      Effect.tapError((error) => Effect.sync(() => keepFreshToken(run, error))),
      Effect.asVoid,
    ),
  )
})

const callReset = Effect.fnUntraced(function* (run: FlowRun, server: ServerUrl, email: Md5) {
  const { token } = yield* (yield* Cloud).call("reset_password", server, { email })
  run.remembered.resetPassword = { server, email, token }
})

/** AUTH-8: requests a code with the MD5 of the e-mail, trimmed and in lower case. */
export const requestReset = (email: Email, server: ServerUrl) =>
  step({ working: resetAt("sending"), next: resetAt("sent"), back: resetAt("email") }, (run) =>
    Effect.flatMap(md5(normalEmail(email)), (hash) => callReset(run, server, hash)),
  )

export const resendReset = Effect.gen(function* () {
  const { resetPassword } = (yield* FlowMemory).run.remembered
  if (resetPassword === undefined) return
  yield* step({ working: resetAt("resending"), next: resetAt("sent"), back: resetAt("sent") }, (run) =>
    callReset(run, resetPassword.server, resetPassword.email),
  )
})

export const submitReset = Effect.fnUntraced(function* (code: Code, password: Password) {
  const { resetPassword } = (yield* FlowMemory).run.remembered
  if (resetPassword === undefined) return
  const { server, token } = resetPassword
  const cloud = yield* Cloud
  yield* step({ working: resetAt("submitting"), next: resetAt("done"), back: resetAt("sent") }, () =>
    Effect.gen(function* () {
      const newpassword = yield* md5(password)
      yield* cloud.call("verify_resetpassword_code", server, { token, verificationcode: code, newpassword })
    }),
  )
})
