import { Clock, Effect } from "effect"
import { type FlowStage, flowOf, type StageOf } from "../../../features/flows/machines.ts"
import type { SavedUser } from "../../../features/session/savedUser.ts"
import type { Session } from "../../../features/session/state.ts"
import { Cloud, type CloudError } from "../../../ports/cloud.ts"
import { Ids } from "../../../ports/platform.ts"
import type { Code } from "../../../values/code.ts"
import type { Email } from "../../../values/email.ts"
import type { AccountKey } from "../../../values/identity.ts"
import { Engine } from "../../log/engine.ts"
import { credentialsOf, saveUser } from "../../sending/credentials.ts"
import { Refresher } from "../../sync/refresher.ts"
import { report } from "../../sync/reporting.ts"
import { eraseAccount } from "../accountErasure.ts"
import { isSessionRefused, replacedToken } from "../tokens.ts"
import { asSession, StepError, step, who } from "./flow.ts"
import { FlowMemory, type FlowRun } from "./memory.ts"

/** Changes of the own account: a new address, or its deletion. */

const emailAt = (stage: StageOf<"changeEmail">): FlowStage => ({ flow: "changeEmail", stage })
const deletionAt = (stage: StageOf<"deleteAccount">): FlowStage => ({ flow: "deleteAccount", stage })

const callUpdateEmail = (run: FlowRun, email: Email) =>
  asSession(
    run,
    Effect.fnUntraced(function* ({ server }: Session, user: SavedUser) {
      const { token } = yield* (yield* Cloud).call("update_email", server, { ...who(user), newEmail: email })
      run.remembered.changeEmail = { email, token, unheard: false }
    }),
  )

/** ACCOUNT-3: asks the server to send a code to the new address. */
export const requestEmailChange = (email: Email) =>
  step({ working: emailAt("sending"), next: emailAt("code"), back: emailAt("email") }, (run) =>
    callUpdateEmail(run, email),
  )

export const resendEmailChange = Effect.gen(function* () {
  const { changeEmail } = (yield* FlowMemory).run.remembered
  if (changeEmail === undefined) return
  yield* step({ working: emailAt("resending"), next: emailAt("code"), back: emailAt("code") }, (run) =>
    callUpdateEmail(run, changeEmail.email),
  )
})

/**
 * Stores the address in the saved user, if the session is still signed in. The saved token may be newer by now, so it
 * stays.
 */
const recordEmail = Effect.fnUntraced(function* (session: Session, email: Email) {
  const user = yield* credentialsOf(session)
  if (user !== null) yield* saveUser({ ...user, email })
  const begunAt = yield* Clock.currentTimeMillis
  const begunSeq = (yield* Engine).cursor()
  yield* report({ type: "RecordProfile", sessionId: session.id, begunAt, begunSeq, profile: { email } })
})

/** Asks the server whether it has changed the address: the reply to an earlier confirmation may have been lost. */
const wasChanged = Effect.fnUntraced(function* (session: Session, email: Email) {
  yield* (yield* Refresher).read("devices")
  const { current } = (yield* Engine).state().session
  return current?.id === session.id && current.email === email
})

export const confirmEmailChange = Effect.fnUntraced(function* (code: Code) {
  const { changeEmail } = (yield* FlowMemory).run.remembered
  if (changeEmail === undefined) return
  const { email, token: updateToken, unheard } = changeEmail
  const call = (run: FlowRun) =>
    Effect.fnUntraced(function* (session: Session, user: SavedUser) {
      const cloud = yield* Cloud
      yield* cloud.call("confirm_email_change", session.server, { ...who(user), code, updateToken }).pipe(
        Effect.asVoid,
        Effect.tapError(({ reason }) =>
          Effect.sync(() => {
            if (reason._tag === "NoReply") run.remembered.changeEmail = { ...changeEmail, unheard: true }
          }),
        ),
        Effect.catchTag("CloudError", (error) =>
          Effect.flatMap(unheard && error.reason._tag === "Refused" ? wasChanged(session, email) : NO, (changed) =>
            changed ? Effect.void : Effect.fail(error),
          ),
        ),
      )
      yield* recordEmail(session, email)
    })
  yield* step({ working: emailAt("confirming"), next: emailAt("done"), back: emailAt("code") }, (run) =>
    asSession(run, call(run)),
  )
})

const NO = Effect.succeed(false)

const callDeletionRequest = (run: FlowRun) =>
  asSession(
    run,
    Effect.fnUntraced(function* ({ server }: Session, user: SavedUser) {
      yield* (yield* Cloud).call("deactivate_request", server, who(user))
    }),
  )

/** ACCOUNT-4: asks the server to send a code that confirms the deletion. */
export const requestDeletion = step(
  { working: deletionAt("requesting"), next: deletionAt("verify"), back: deletionAt("confirm") },
  callDeletionRequest,
)

export const resendDeletion = step(
  { working: deletionAt("resending"), next: deletionAt("verify"), back: deletionAt("verify") },
  callDeletionRequest,
)

/**
 * A deletion whose reply was lost may have happened, so the log records that it was sent. When the server later refuses
 * the session, the account counts as deleted (see `endRefusedSession`, which a later start reaches too).
 */
const callDeletion = Effect.fnUntraced(function* (code: Code, session: Session, user: SavedUser) {
  const sessionId = session.id
  const cloud = yield* Cloud
  const engine = yield* Engine
  const wasSent = engine.state().session.deletion === sessionId
  // The request is sent only after the log has recorded it.
  yield* Effect.mapError(
    engine.dispatch({ type: "RecordDeletion", sessionId, came: "sent" }),
    () => new StepError({ failure: "unknown" }),
  )
  ;(yield* Refresher).lifetimes.restartDeletion()
  yield* cloud.call("deactivate_confirm", session.server, { ...who(user), code }).pipe(
    Effect.asVoid,
    Effect.catchTag(
      "CloudError",
      Effect.fnUntraced(function* (error) {
        if (wasSent && isSessionRefused(error)) return yield* wasReplaced(session, user, error)
        if (error.reason._tag === "Refused") yield* report({ type: "RecordDeletion", sessionId, came: "refused" })
        return yield* error
      }),
    ),
  )
})

/**
 * A token that was only replaced does not show that the account is gone: the call is made again with the newer token.
 */
const wasReplaced = Effect.fnUntraced(function* (session: Session, user: SavedUser, error: CloudError) {
  const { settled } = yield* Refresher
  const newer = yield* replacedToken(session, user.token, settled("devices"))
  if (newer !== null) return yield* error
})

/**
 * The last stage is recorded in the new log, which holds nothing of the account. When the person has opened another
 * dialog meanwhile, this step does not change it.
 */
const eraseOwn = Effect.fnUntraced(function* (run: FlowRun, account: AccountKey) {
  if (!(yield* eraseAccount(account))) return yield* new StepError({ failure: "notErased" })
  if ((yield* FlowMemory).run !== run) return
  const { flows } = (yield* Engine).state()
  if (flowOf(flows, (yield* Ids).tab, "deleteAccount").stage !== "done")
    yield* report({ type: "ResumeFlow", at: deletionAt("processing") })
})

/**
 * After a failed erasure, another press only repeats the erasure: the server has deleted the account already. If the
 * log cannot be written then, the dialog keeps waiting and `reconcileSession` keeps trying: “nothing was sent” would be
 * false.
 */
export const confirmDeletion = (code: Code) =>
  Effect.suspend(() => {
    let isDeleted = false
    return step({ working: deletionAt("processing"), next: deletionAt("done"), back: deletionAt("verify") }, (run) =>
      Effect.gen(function* () {
        const { current, deleted } = (yield* Engine).state().session
        isDeleted = current !== null && current.id === run.session && deleted.includes(current.account)
        if (isDeleted && current !== null) return yield* eraseOwn(run, current.account)
        yield* asSession(run, (session, user) =>
          Effect.andThen(
            callDeletion(code, session, user),
            Effect.suspend(() => {
              isDeleted = true
              return eraseOwn(run, session.account)
            }),
          ),
        )
      }),
    ).pipe(Effect.catchTag("CommandError", (error) => (isDeleted ? NO : Effect.fail(error))))
  })
