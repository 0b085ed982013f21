import { Clock, Effect, Random } from "effect"
import { definitionOf, removedBy } from "../../actions/table.ts"
import type { SavedUser } from "../../features/session/savedUser.ts"
import type { Session } from "../../features/session/state.ts"
import type { AttemptOutcome } from "../../outbox/outcome.ts"
import type { Action } from "../../outbox/state.ts"
import { Cloud, type CloudError } from "../../ports/cloud.ts"
import { Vault } from "../../ports/platform.ts"
import type { AccountKey } from "../../values/identity.ts"
import { CLAIM_FRESH_MS, CLOCK_STEP_TOLERATED_MS } from "../../values/limits.ts"
import { httpStatusOf } from "../../wire/answer.ts"
import { endRefusedSession, isSessionRefused, replacedToken } from "../accounts/tokens.ts"
import { Engine } from "../log/engine.ts"
import { untilKept } from "../log/untilKept.ts"
import { monotonicMillis } from "../monotonic.ts"
import { Refresher } from "../sync/refresher.ts"
import { reporting } from "../sync/reporting.ts"
import { credentialsOf } from "./credentials.ts"

/** A durable claim: the time when it was accepted, ms, and monotonic ms of this tab just before. */
export interface Claim {
  readonly attempt: number
  readonly at: number
  readonly begunAt: number
}

/**
 * Sends a claimed action once and records the outcome. Sends nothing when the claim is too old (the tab was frozen in
 * between) or when the session of the claim is no longer signed in.
 */
export const deliver = Effect.fnUntraced(function* (action: Action, claim: Claim) {
  const { attempt } = claim
  const outcome = yield* sendClaimed(action, claim).pipe(Effect.catchCause(() => Effect.succeed(silent)))
  const jitter = yield* Random.next
  // While storage fails, this fiber keeps the outcome. If the tab dies, the attempt counts as lost.
  yield* untilKept((yield* Engine).dispatch({ type: "RecordOutcome", action: action.id, attempt, outcome, jitter }))
})

const notSent: AttemptOutcome = { kind: "notSent" }
const silent = { kind: "noReply" } as const
const gone: AttemptOutcome = { kind: "gone" }
const stale: AttemptOutcome = { kind: "stale" }
const tooOften: AttemptOutcome = { kind: "tooOften" }
const sessionRefused: AttemptOutcome = { kind: "session" }

/** Checks both clocks: the wall clock may have been set, and the monotonic one stops while the machine sleeps. */
const isFresh = Effect.fnUntraced(function* (claim: Claim) {
  const age = (yield* Clock.currentTimeMillis) - claim.at
  const lasted = (yield* monotonicMillis) - claim.begunAt
  return age >= -CLOCK_STEP_TOLERATED_MS && age <= CLAIM_FRESH_MS && lasted <= CLAIM_FRESH_MS
})

const sendClaimed = Effect.fnUntraced(function* (action: Action, claim: Claim) {
  const session = (yield* Engine).state().session.current
  if (session === null || session.account !== action.account) return notSent
  const user = yield* credentialsOf(session)
  if (user === null || !(yield* isFresh(claim))) return notSent
  return yield* reporting(send(action, session, user)).pipe(
    Effect.as<AttemptOutcome>({ kind: "done" }),
    Effect.catchTag("CloudError", (error) => outcomeOf(error, action, session, user)),
  )
})

const send = Effect.fnUntraced(function* ({ id, account, intent }: Action, { server }: Session, user: SavedUser) {
  const cloud = yield* Cloud
  const { uid, token } = user
  const secret = yield* definitionOf(intent).send(intent, { uid, token }, (name, body) =>
    cloud.call(name, server, body),
  )
  if (secret !== null) yield* keepCode(account, id, secret)
})

/**
 * Only the account's owner may see the code, so events carry the action's id instead. After a sign-out meanwhile the
 * code is erased.
 */
const keepCode = Effect.fnUntraced(function* (account: AccountKey, action: string, code: string) {
  const vault = yield* Vault
  yield* vault.put(account, action, code)
  if ((yield* Engine).state().session.current?.account !== account) yield* vault.erase(account)
})

/**
 * A refused session on wake or reboot never signs the person out (invariant 10). On every other call it does, unless
 * the token was only replaced.
 */
const outcomeOf = Effect.fnUntraced(function* (error: CloudError, action: Action, session: Session, user: SavedUser) {
  const { reason } = error
  if (reason._tag === "NoReply" && reason.wait !== undefined) return { kind: "wait" as const, ...reason.wait }
  if (reason._tag === "NoReply") return { ...silent, ...httpStatusOf(reason) }
  if (isSessionRefused(error)) {
    const { settled } = yield* Refresher
    if ((yield* replacedToken(session, user.token, settled("devices"))) !== null) return stale
    if (!definitionOf(action.intent).isDeviceCommand) yield* endRefusedSession(session)
    return sessionRefused
  }
  if (reason.refusal === "tooOften" || reason.refusal === "sessionInvalid") return tooOften
  return yield* lookedFor(action, { kind: "refused", reason: reason.refusal, status: reason.status })
})

/**
 * A removal counts as done when its subject is already gone (SUB-3, ACCOUNT-1), because the network may have carried
 * the request twice. The server's refusal does not give that reason, so the list decides. Without the list the outcome
 * is unknown, and a person can ask for the removal again.
 */
const lookedFor = Effect.fnUntraced(function* ({ account, intent }: Action, outcome: AttemptOutcome) {
  const removed = removedBy(intent)
  if (removed === null) return outcome
  const result = yield* (yield* Refresher).readAgain(removed.list)
  const { sharing } = (yield* Engine).state()
  if (sharing.account !== account) return silent
  const [items, { failure }] =
    removed.list === "subAccounts"
      ? [sharing.subAccounts, sharing.subAccountsRead]
      : [sharing.mainAccounts, sharing.mainAccountsRead]
  if (result !== "read") return failure === "unknown" ? outcome : silent
  return items.has(removed.id) ? outcome : gone
})
