import { Effect } from "effect"
import { type SavedUser, USER_KEY } from "../../features/session/savedUser.ts"
import type { Session } from "../../features/session/state.ts"
import { CloudError } from "../../ports/cloud.ts"
import { Preferences } from "../../ports/platform.ts"
import { TOKEN_SETTLES_MS } from "../../values/limits.ts"
import { Engine } from "../log/engine.ts"
import { credentialsOf, eraseUser } from "../sending/credentials.ts"
import { report } from "../sync/reporting.ts"
import { TabPresence } from "../tabPresence.ts"
import { onChangeOf, type Trigger, woken } from "../triggers.ts"
import { eraseAccount } from "./accountErasure.ts"
import { forgetPasscodes } from "./passcodes.ts"

/**
 * A server may end the old token of a session when it issues a new one. It then refuses a call that is under way with
 * the old token, although the session is still valid.
 */

export const isSessionRefused = ({ reason }: CloudError): boolean =>
  reason._tag === "Refused" && reason.refusal === "sessionInvalid"

/**
 * The user with the token that has replaced this one; null when there is none. `renewal` waits for this tab's own
 * renewal.
 */
export const replacedToken = Effect.fnUntraced(function* (
  session: Session,
  used: string,
  renewal: Effect.Effect<void>,
) {
  const replaced = Effect.map(credentialsOf(session), (user) => (user === null || user.token === used ? null : user))
  const presence = yield* TabPresence
  yield* renewal
  const user = yield* replaced
  if (user !== null || presence.alone()) return user
  // Another tab may have renewed the session without having saved its token yet.
  const preferences = yield* Preferences
  const onUser: Trigger = (wake) =>
    preferences.onForeignChange((key) => {
      if (key === USER_KEY) wake()
    })
  const onSession = onChangeOf(yield* Engine, (state) => state.session.current?.id)
  yield* Effect.raceFirst(woken([onUser, onSession]), Effect.sleep(TOKEN_SETTLES_MS))
  return yield* replaced
})

/**
 * Makes a call as this session. When its token is refused and another one has replaced it, repeats the call once. When
 * none has, ends the session.
 */
export const withToken = <A, E, R>(
  session: Session,
  user: SavedUser,
  call: (user: SavedUser) => Effect.Effect<A, E, R>,
  renewal: Effect.Effect<void>,
) =>
  Effect.catchIf(
    call(user),
    (error) => error instanceof CloudError && isSessionRefused(error),
    Effect.fnUntraced(function* (error) {
      const newer = yield* replacedToken(session, user.token, renewal)
      if (newer === null) {
        yield* endRefusedSession(session)
        return yield* Effect.fail(error)
      }
      return yield* call(newer)
    }),
  )

/**
 * Status -106 or -109 ends the session of the refused call, once (invariant 9). When the deletion of its account was
 * sent and the reply was lost, the refusal shows that the account is gone: everything local to it is erased too
 * (ACCOUNT-4).
 */
export const endRefusedSession = Effect.fnUntraced(function* (session: Session) {
  if ((yield* Engine).state().session.deletion === session.id)
    return yield* Effect.asVoid(eraseAccount(session.account))
  yield* forgetPasscodes(session.account)
  yield* report({ type: "EndSession", sessionId: session.id, reason: "refused" })
  yield* eraseUser(session.id)
})
