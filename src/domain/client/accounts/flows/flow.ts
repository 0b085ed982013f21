import { Clock, Effect, Schema } from "effect"
import { FlowFailureSchema } from "../../../features/flows/feature.ts"
import type { FlowFailure, FlowStage } from "../../../features/flows/machines.ts"
import type { SavedUser } from "../../../features/session/savedUser.ts"
import type { Session } from "../../../features/session/state.ts"
import { waitsUntil } from "../../../outbox/schedule.ts"
import type { CloudError } from "../../../ports/cloud.ts"
import { Platform } from "../../../ports/platform.ts"
import { httpStatusOf } from "../../../wire/answer.ts"
import { Engine } from "../../log/engine.ts"
import { untilKept } from "../../log/untilKept.ts"
import { credentialsOf } from "../../sending/credentials.ts"
import { Refresher } from "../../sync/refresher.ts"
import { reporting, reportSilence, reportWait } from "../../sync/reporting.ts"
import { withToken } from "../tokens.ts"
import { FlowMemory, type FlowRun } from "./memory.ts"

/**
 * Moves this tab's flow. Returns false when the run is over or the machine does not allow the move (after a second
 * press of a button, say). Fails with CommandError when the log cannot be written.
 */
const move = Effect.fnUntraced(function* (run: FlowRun, to: FlowStage, failed: Failed = { failure: null }) {
  if ((yield* FlowMemory).run !== run) return false
  return yield* (yield* Engine).dispatch({ type: "MoveFlow", to, ...failed }).pipe(
    Effect.as(true),
    Effect.catchIf(
      ({ reason }) => reason === "rejected",
      () => Effect.succeed(false),
    ),
  )
})

interface Failed {
  readonly failure: FlowFailure | null
  readonly httpStatus?: number
  readonly waitUntil?: number
}

const failureOf = ({ reason }: CloudError, now: number): Failed => {
  if (reason._tag === "Refused") return { failure: reason.refusal }
  if (reason.wait === undefined) return { failure: "connect", ...httpStatusOf(reason) }
  const { ms } = reason.wait
  return { failure: "tooOften", ...(ms !== null && { waitUntil: now + ms }) }
}

/** A step failed for another reason than a reply of the server. */
export class StepError extends Schema.TaggedError<StepError>()("StepError", {
  failure: FlowFailureSchema,
  waitUntil: Schema.optionalKey(Schema.Finite),
}) {}

/**
 * Runs one step of a flow: shows that it is under way, does it, and moves on, or back with the reason. Returns true
 * when it succeeded. Fails with CommandError when the log cannot be written; if that happens first, nothing is sent.
 */
export const attempt = Effect.fnUntraced(function* <R>(
  stages: { readonly working: FlowStage; readonly next: FlowStage; readonly back: FlowStage },
  work: (run: FlowRun) => Effect.Effect<void, CloudError | StepError, R>,
) {
  const { run } = yield* FlowMemory
  if (!(yield* move(run, stages.working))) return false
  const failed = yield* reporting(work(run)).pipe(
    Effect.as<Failed>({ failure: null }),
    Effect.catchTag("CloudError", (error) => Effect.map(Clock.currentTimeMillis, (now) => failureOf(error, now))),
    Effect.catchTag("StepError", ({ failure, waitUntil }) =>
      Effect.succeed<Failed>({ failure, ...(waitUntil !== undefined && { waitUntil }) }),
    ),
    // When a worker cannot start, say, the person must get a reply and the developer a trace.
    Effect.catchDefect((defect) =>
      Effect.as(Effect.logError("a step of a flow broke", defect), { failure: "unknown" } as const),
    ),
  )
  const moved = move(run, failed.failure === null ? stages.next : stages.back, failed)
  // The person sees that nothing can be stored. The move is retried, because a flow that stays under way blocks another
  // attempt.
  yield* Effect.tapError(moved, () => Effect.forkDetach(untilKept(moved)))
  return failed.failure === null
})

/** When no reply came and the system reports no network, the lack of a network is the reason. */
const withoutNetwork = Effect.fnUntraced(function* (error: CloudError) {
  const { reason } = error
  const { online } = yield* Platform
  const isSilent = reason._tag === "NoReply" && (reason.kind === "network" || reason.kind === "timeout")
  if (!isSilent || (yield* online)) return yield* Effect.fail(error)
  yield* reportSilence
  return yield* new StepError({ failure: "needsConnection" })
})

/**
 * A step that cannot be queued: without a network it fails with that reason (OFFLINE-2). It is attempted all the same,
 * because the system's network state is only a hint. If the hint is right, nothing is sent and the attempt fails at
 * once.
 */
export const step = <R>(
  stages: Parameters<typeof attempt>[0],
  work: (run: FlowRun) => Effect.Effect<void, CloudError | StepError, R>,
) => attempt(stages, (run) => Effect.catchTag(work(run), "CloudError", withoutNetwork))

/** Runs a call for the account that opened the flow. Status -106 or -109 ends the session of the call. */
export const asSession = <A, R>(
  run: FlowRun,
  call: (session: Session, user: SavedUser) => Effect.Effect<A, CloudError | StepError, R>,
) =>
  Effect.gen(function* () {
    const session = (yield* Engine).state().session.current
    const user = session === null || session.id !== run.session ? null : yield* credentialsOf(session)
    // The account has signed out, another one has signed in, or the token is gone: no call is made.
    if (session === null || user === null) return yield* new StepError({ failure: "sessionInvalid" })
    const waitUntil = waitsUntil((yield* Engine).state().outbox, session.account, yield* Clock.currentTimeMillis)
    if (waitUntil !== null) return yield* new StepError({ failure: "tooOften", waitUntil })
    const { settled } = yield* Refresher
    yield* Effect.tapError(
      withToken(session, user, (as) => call(session, as), settled("devices")),
      (error) => (error._tag === "CloudError" ? reportWait(session, error) : Effect.void),
    )
  })

export const who = ({ uid, token }: SavedUser) => ({ uid, token })
