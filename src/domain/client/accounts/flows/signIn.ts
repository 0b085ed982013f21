import { Clock, Effect, Result } from "effect"
import type { FlowStage, StageOf } from "../../../features/flows/machines.ts"
import { parseSavedUser, type SavedUser, USER_KEY } from "../../../features/session/savedUser.ts"
import { Cloud, type CloudError } from "../../../ports/cloud.ts"
import { Digest, Ids, Preferences } from "../../../ports/platform.ts"
import { type Email, normalEmail } from "../../../values/email.ts"
import type { Password } from "../../../values/password.ts"
import type { ServerUrl } from "../../../values/serverUrl.ts"
import { Engine } from "../../log/engine.ts"
import { setPreference } from "../../preferences.ts"
import { eraseUser, saveUser } from "../../sending/credentials.ts"
import { report } from "../../sync/reporting.ts"
import { forgetPasscodes } from "../passcodes.ts"
import { completionOf, savedUser } from "../sessions.ts"
import { attempt, StepError } from "./flow.ts"

export interface SignInForm {
  readonly email: Email
  readonly password: Password
  readonly serverType: "public" | "private"
  readonly server: ServerUrl
}

const at = (stage: StageOf<"signIn">): FlowStage => ({ flow: "signIn", stage })

/**
 * Signs in (AUTH-4). The person waits, so it succeeds now or fails clearly, and is never stored. It is attempted
 * without a network too: a server on this machine needs none. A sign-in that the log cannot record fails.
 */
export const signIn = (form: SignInForm) =>
  attempt({ working: at("asking"), next: at("done"), back: at("form") }, () => enter(form))

const enter = Effect.fnUntraced(function* (form: SignInForm) {
  // A saved user without a known server would be assigned to the server chosen now, which would then receive its token.
  if ((yield* savedUser) === null) yield* (yield* Preferences).remove(USER_KEY)
  yield* setPreference("serverType", form.serverType)
  if (form.serverType === "private") yield* setPreference("serverUrl", form.server)
  yield* leaveOtherServer(form.server)
  const { name = "", uid, token } = yield* Effect.tapError(callSignIn(form), endIfRefused)
  const loginAt = yield* Clock.currentTimeMillis
  const sessionId = yield* (yield* Ids).next
  const user: SavedUser = {
    id: uid,
    email: form.email,
    name,
    createdAt: loginAt,
    loginAt,
    uid,
    token,
    type: "main",
    status: "active",
    server: form.server,
    sessionId,
  }
  yield* completeSignIn(user, form.serverType)
})

/**
 * Sends the password as typed, and composed if that was refused: the form that an earlier client hashed depended on the
 * keyboard (decision 28).
 */
const callSignIn = Effect.fnUntraced(function* ({ email, password, server }: SignInForm) {
  const { md5 } = yield* Digest
  const cloud = yield* Cloud
  const hashed = yield* md5(normalEmail(email))
  const call = (text: string) =>
    Effect.flatMap(md5(text), (hash) => cloud.call("signin", server, { email: hashed, password: hash }))
  const composed = password.normalize("NFC")
  const isRefused = ({ reason }: CloudError) => reason._tag === "Refused" && reason.refusal === "invalidCredentials"
  return yield* Effect.catchIf(
    call(password),
    (error) => composed !== password && isRefused(error),
    () => call(composed),
  )
})

/** A session belongs to its server: signing in to another server signs out of this one first (AUTH-13). */
const leaveOtherServer = Effect.fnUntraced(function* (server: ServerUrl) {
  const { current } = (yield* Engine).state().session
  if (current === null || current.server === server) return
  yield* forgetPasscodes(current.account)
  yield* report({ type: "EndSession", sessionId: current.id, reason: "serverChanged" })
  yield* eraseUser(current.id)
})

/** AUTH-5: a failure other than -100, -107 and a lost network clears the saved user. */
const endIfRefused = Effect.fnUntraced(function* ({ reason }: CloudError) {
  if (reason._tag === "NoReply" || reason.refusal === "tooOften" || reason.refusal === "notActivated") return
  yield* (yield* Preferences).remove(USER_KEY)
  const { current } = (yield* Engine).state().session
  if (current !== null) yield* report({ type: "EndSession", sessionId: current.id, reason: "replaced" })
})

/**
 * The saved user is written before the event: after a crash in between, the next start adopts the token. When the log
 * cannot be written, the earlier token is restored. When another tab signed in meanwhile, the log decides whose token
 * stays.
 */
const completeSignIn = Effect.fnUntraced(function* (user: SavedUser, serverType: "public" | "private") {
  const engine = yield* Engine
  const preferences = yield* Preferences
  const before = yield* preferences.get(USER_KEY)
  yield* saveUser(user)
  const completed = yield* Effect.result(engine.dispatch(completionOf(user, serverType)))
  const saved = parseSavedUser(yield* preferences.get(USER_KEY))
  if (Result.isFailure(completed)) {
    if (saved?.sessionId === user.sessionId)
      yield* before === null ? preferences.remove(USER_KEY) : preferences.set(USER_KEY, before)
    return yield* new StepError({ failure: "unknown" })
  }
  if (engine.state().session.current?.id !== user.sessionId) yield* eraseUser(user.sessionId)
  else if (saved?.sessionId !== user.sessionId) yield* saveUser(user)
})
