import { Clock, Context, Effect, Layer, Redacted, Result, Schema } from "effect"
import type { FlowFailure, FlowName, StageOf } from "../flows/feature.ts"
import { Cloud, type CloudError } from "../ports/cloud.ts"
import { Digest, Platform } from "../ports/platform.ts"
import type { SavedUser } from "../session/savedUser.ts"
import type { Session } from "../session/state.ts"
import type { Code } from "../values/code.ts"
import { type Email, normalEmail } from "../values/email.ts"
import type { Md5 } from "../values/identity.ts"
import type { Name } from "../values/name.ts"
import type { Password } from "../values/password.ts"
import type { ServerUrl } from "../values/serverUrl.ts"
import { eraseAccount } from "./accountErasure.ts"
import { credentialsOf, saveUser } from "./credentials.ts"
import { Engine } from "./engine.ts"
import { endRefusedSession, Refresher } from "./refresher.ts"
import { report, reportAnswered, reportFailure } from "./reporting.ts"

/** What a flow needs between two steps: secrets and what was typed, in the memory of this tab alone (AUTH-11). */
interface Remembered {
  readonly signUp?: { readonly server: ServerUrl; readonly body: SignUpBody; readonly token: string }
  readonly resetPassword?: { readonly server: ServerUrl; readonly email: Md5; readonly token: string }
  readonly changeEmail?: { readonly email: Email; readonly token: string }
}
interface SignUpBody {
  readonly name: string
  readonly email: string
  readonly password: Md5
}

export class FlowMemory extends Context.Service<FlowMemory, { current: Remembered }>()("sightline/FlowMemory") {
  static readonly layer = Layer.sync(FlowMemory, () => ({ current: {} }))
}

/** A person opens a flow anew: what an abandoned one remembered is forgotten. */
export const startFlow = Effect.fnUntraced(function* (flow: FlowName) {
  const memory = yield* FlowMemory
  memory.current = {}
  yield* report({ type: "StartFlow", flow })
})

/** Moves this tab's flow; false when the machine does not allow it (a second press of a button, say). */
const move = Effect.fnUntraced(function* <Name extends FlowName>(
  flow: Name,
  stage: StageOf<Name>,
  failure: FlowFailure | null = null,
) {
  const engine = yield* Engine
  const moved = yield* Effect.result(engine.dispatch({ type: "MoveFlow", flow, stage, failure }))
  return Result.isSuccess(moved)
})

const failureOf = ({ reason }: CloudError): FlowFailure => (reason._tag === "NoReply" ? "connect" : reason.refusal)

/**
 * One step of a flow: shows that it is under way, does it, and moves on or back with the reason. Nobody can wait for
 * these, so without a network they say so at once and send nothing (OFFLINE-2).
 */
const step = Effect.fnUntraced(function* <Name extends FlowName, R>(
  flow: Name,
  stages: { readonly working: StageOf<Name>; readonly next: StageOf<Name>; readonly back: StageOf<Name> },
  work: Effect.Effect<void, CloudError | NoSessionError, R>,
) {
  if (!(yield* move(flow, stages.working))) return false
  const { online } = yield* Platform
  if (!(yield* online)) {
    yield* move(flow, stages.back, "needsConnection")
    return false
  }
  const failure = yield* work.pipe(
    Effect.tap(() => reportAnswered),
    Effect.as(null),
    Effect.catchTag("CloudError", (error) => Effect.as(reportFailure(error), failureOf(error))),
    Effect.catchTag("NoSessionError", () => Effect.succeed<FlowFailure>("sessionInvalid")),
  )
  yield* move(flow, failure === null ? stages.next : stages.back, failure)
  return failure === null
})

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

/** Nobody is signed in any more, or the token is gone: nothing was called. */
class NoSessionError extends Schema.TaggedError<NoSessionError>()("NoSessionError", {}) {}

/** Runs a session call of a flow; -106 and -109 end the session they were answered to. */
const asSession = <A, R>(call: (session: Session, user: SavedUser) => Effect.Effect<A, CloudError, R>) =>
  Effect.gen(function* () {
    const session = (yield* Engine).state().session.current
    const user = session === null ? null : yield* credentialsOf(session)
    if (session === null || user === null) return yield* new NoSessionError()
    const refused = ({ reason }: CloudError) =>
      reason._tag === "Refused" && reason.refusal === "sessionInvalid" ? endRefusedSession(session) : Effect.void
    yield* Effect.tapError(call(session, user), refused)
  })

const who = ({ uid, token }: SavedUser) => ({ uid, token })

const callUpdateEmail = (newEmail: Email) =>
  asSession(
    Effect.fnUntraced(function* ({ server }: Session, user: SavedUser) {
      const { token } = yield* (yield* Cloud).call("update_email", server, { ...who(user), newEmail })
      const memory = yield* FlowMemory
      memory.current = { changeEmail: { email: newEmail, token } }
    }),
  )

/** ACCOUNT-3: a code is sent to the new address. */
export const requestEmailChange = (email: Email) =>
  step("changeEmail", { working: "sending", next: "code", back: "email" }, callUpdateEmail(email))

export const resendEmailChange = Effect.gen(function* () {
  const { changeEmail } = (yield* FlowMemory).current
  if (changeEmail === undefined) return
  const work = callUpdateEmail(changeEmail.email)
  yield* step("changeEmail", { working: "resending", next: "code", back: "code" }, work)
})

export const confirmEmailChange = Effect.fnUntraced(function* (code: Code) {
  const memory = yield* FlowMemory
  const { changeEmail } = memory.current
  if (changeEmail === undefined) return
  const { email, token: updateToken } = changeEmail
  const work = asSession(
    Effect.fnUntraced(function* (session: Session, user: SavedUser) {
      yield* (yield* Cloud).call("confirm_email_change", session.server, { ...who(user), code, updateToken })
      yield* saveUser({ ...user, email })
      const begunAt = yield* Clock.currentTimeMillis
      yield* report({ type: "RecordProfile", sessionId: session.id, begunAt, profile: { email } })
    }),
  )
  if (yield* step("changeEmail", { working: "confirming", next: "done", back: "code" }, work)) memory.current = {}
})

const callDeletionRequest = asSession(
  Effect.fnUntraced(function* ({ server }: Session, user: SavedUser) {
    yield* (yield* Cloud).call("deactivate_request", server, who(user))
  }),
)

/** ACCOUNT-4: a code is sent that confirms the deletion. */
export const requestDeletion = step(
  "deleteAccount",
  { working: "requesting", next: "verify", back: "confirm" },
  callDeletionRequest,
)

export const resendDeletion = step(
  "deleteAccount",
  { working: "resending", next: "verify", back: "verify" },
  callDeletionRequest,
)

/** The log that tells of the last stage is the new one: nothing of the account is left in it. */
export const confirmDeletion = Effect.fnUntraced(function* (code: Code) {
  const account = (yield* Engine).state().session.current?.account
  if (account === undefined) return
  const work = asSession(
    Effect.fnUntraced(function* ({ server }: Session, user: SavedUser) {
      yield* (yield* Cloud).call("deactivate_confirm", server, { ...who(user), code })
      yield* eraseAccount(account)
      yield* resumeDeletion
    }),
  )
  yield* step("deleteAccount", { working: "processing", next: "done", back: "verify" }, work)
})

/** The new log knows of no flow: it is taken up again where the old one was. */
const resumeDeletion = Effect.gen(function* () {
  yield* report({ type: "StartFlow", flow: "deleteAccount", stage: "processing" })
})

/** ACCOUNT-5: what follows is the owner's approval; the list of main accounts shows it. */
export const acceptInvitation = Effect.fnUntraced(function* (invitationCode: Code) {
  const cloud = yield* Cloud
  const work = asSession((session, user) =>
    cloud.call("accept_invitation", session.server, { ...who(user), invitationCode }),
  )
  if (yield* step("acceptInvitation", { working: "sending", next: "done", back: "enter" }, work))
    yield* (yield* Refresher).read("mainAccounts")
})
