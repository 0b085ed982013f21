import { Clock, Effect } from "effect"
import { Cloud } from "../ports/cloud.ts"
import type { SavedUser } from "../session/savedUser.ts"
import type { Session } from "../session/state.ts"
import type { Code } from "../values/code.ts"
import type { Email } from "../values/email.ts"
import { eraseAccount } from "./accountErasure.ts"
import { saveUser } from "./credentials.ts"
import { Engine } from "./engine.ts"
import { FlowMemory } from "./flowMemory.ts"
import { asSession, step, who } from "./flowSteps.ts"
import { Refresher } from "./refresher.ts"
import { report } from "./reporting.ts"

/** Change of e-mail, deletion of the account and accepted invitations: the flows of whoever is signed in. */

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
