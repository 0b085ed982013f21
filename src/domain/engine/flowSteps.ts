import { Effect, Result, Schema } from "effect"
import type { FlowFailure, FlowName, StageOf } from "../flows/feature.ts"
import type { CloudError } from "../ports/cloud.ts"
import { Platform } from "../ports/platform.ts"
import type { SavedUser } from "../session/savedUser.ts"
import type { Session } from "../session/state.ts"
import { credentialsOf } from "./credentials.ts"
import { Engine } from "./engine.ts"
import { endRefusedSession } from "./refresher.ts"
import { reportAnswered, reportFailure } from "./reporting.ts"

/** Nobody is signed in any more, or the token is gone: nothing was called. */
export class NoSessionError extends Schema.TaggedError<NoSessionError>()("NoSessionError", {}) {}

/** Runs a session call of a flow; -106 and -109 end the session they were answered to. */
export const asSession = <A, R>(call: (session: Session, user: SavedUser) => Effect.Effect<A, CloudError, R>) =>
  Effect.gen(function* () {
    const session = (yield* Engine).state().session.current
    const user = session === null ? null : yield* credentialsOf(session)
    if (session === null || user === null) return yield* new NoSessionError()
    const refused = ({ reason }: CloudError) =>
      reason._tag === "Refused" && reason.refusal === "sessionInvalid" ? endRefusedSession(session) : Effect.void
    yield* Effect.tapError(call(session, user), refused)
  })

export const who = ({ uid, token }: SavedUser) => ({ uid, token })

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
export const step = Effect.fnUntraced(function* <Name extends FlowName, R>(
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
