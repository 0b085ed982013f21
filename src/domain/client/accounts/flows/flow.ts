import { Context, Effect, Layer, Schema } from "effect"
import { FlowFailure, type FlowName, type FlowPlace } from "../../../features/flows/feature.ts"
import type { SavedUser } from "../../../features/session/savedUser.ts"
import type { Session } from "../../../features/session/state.ts"
import type { CloudError } from "../../../ports/cloud.ts"
import { Platform } from "../../../ports/platform.ts"
import type { Email } from "../../../values/email.ts"
import type { Md5 } from "../../../values/identity.ts"
import type { ServerUrl } from "../../../values/serverUrl.ts"
import { Engine } from "../../log/engine.ts"
import { credentialsOf } from "../../sending/credentials.ts"
import { Refresher } from "../../sync/refresher.ts"
import { report, reportAnswered, reportFailure } from "../../sync/reporting.ts"
import { withToken } from "../tokens.ts"

/** What a flow needs between two steps: secrets and what was typed, in the memory of this tab alone (AUTH-11). */
interface Remembered {
  signUp?: { readonly server: ServerUrl; readonly body: SignUpBody; readonly token: string }
  resetPassword?: { readonly server: ServerUrl; readonly email: Md5; readonly token: string }
  /** `unheard`: a confirmation was sent whose reply was lost, so the address may have changed already. */
  changeEmail?: { readonly email: Email; readonly token: string; readonly unheard: boolean }
}
export interface SignUpBody {
  readonly name: string
  readonly email: string
  readonly password: Md5
}

/**
 * One opening of a flow. A step that outlives it (the form was restarted, another dialog was opened) still records what
 * the server did, but moves nothing and leaves nothing behind for the opening that followed.
 */
export interface FlowRun {
  /** Who was signed in when it was opened: its steps speak for nobody else. */
  readonly session: string | null
  readonly remembered: Remembered
}

export class FlowMemory extends Context.Service<FlowMemory, { run: FlowRun }>()("sightline/FlowMemory") {
  static readonly layer = Layer.sync(FlowMemory, () => ({ run: { session: null, remembered: {} } }))
}

/** A person opens a flow anew: what an abandoned one remembered is forgotten. */
export const startFlow = Effect.fnUntraced(function* (flow: FlowName) {
  const memory = yield* FlowMemory
  memory.run = { session: (yield* Engine).state().session.current?.id ?? null, remembered: {} }
  yield* report({ type: "StartFlow", flow })
})

/**
 * Moves this tab's flow; false when the run is over or the machine does not allow it (a second press of a button, say).
 * Fails with CommandError when the log cannot be written.
 */
const move = Effect.fnUntraced(function* (run: FlowRun, to: FlowPlace, failure: FlowFailure | null = null) {
  if ((yield* FlowMemory).run !== run) return false
  return yield* (yield* Engine).dispatch({ type: "MoveFlow", to, failure }).pipe(
    Effect.as(true),
    Effect.catchIf(
      ({ reason }) => reason === "rejected",
      () => Effect.succeed(false),
    ),
  )
})

const failureOf = ({ reason }: CloudError): FlowFailure => (reason._tag === "NoReply" ? "connect" : reason.refusal)

/** A step failed, and not for what the server said. */
export class StepError extends Schema.TaggedError<StepError>()("StepError", { failure: FlowFailure }) {}

/**
 * One step of a flow: shows that it is under way, does it, and moves on or back with the reason. Nobody can wait for
 * these, so without a network they say so at once and send nothing (OFFLINE-2). True when it was done; fails with
 * CommandError when the log cannot be written, before anything is sent if it is then.
 */
export const step = Effect.fnUntraced(function* <R>(
  stages: { readonly working: FlowPlace; readonly next: FlowPlace; readonly back: FlowPlace },
  work: (run: FlowRun) => Effect.Effect<void, CloudError | StepError, R>,
) {
  const { run } = yield* FlowMemory
  if (!(yield* move(run, stages.working))) return false
  const { online } = yield* Platform
  if (!(yield* online)) {
    yield* move(run, stages.back, "needsConnection")
    return false
  }
  const failure = yield* work(run).pipe(
    Effect.tap(() => reportAnswered),
    Effect.as(null),
    Effect.catchTag("CloudError", (error) => Effect.as(reportFailure(error), failureOf(error))),
    Effect.catchTag("StepError", ({ failure }) => Effect.succeed(failure)),
    // A worker that cannot start, say: the person waits for an answer, and the developer for a trace.
    Effect.catchDefect((defect) => Effect.as(Effect.logError("a step of a flow broke", defect), "unknown" as const)),
  )
  yield* move(run, failure === null ? stages.next : stages.back, failure)
  return failure === null
})

/** Runs a call in the name of whoever opened the flow; -106 and -109 end the session they were answered to. */
export const asSession = <A, R>(
  run: FlowRun,
  call: (session: Session, user: SavedUser) => Effect.Effect<A, CloudError | StepError, R>,
) =>
  Effect.gen(function* () {
    const session = (yield* Engine).state().session.current
    const user = session === null || session.id !== run.session ? null : yield* credentialsOf(session)
    // Nobody is signed in any more, or somebody else, or the token is gone: nothing is called.
    if (session === null || user === null) return yield* new StepError({ failure: "sessionInvalid" })
    const { settled } = yield* Refresher
    yield* withToken(session, user, (as) => call(session, as), settled("devices"))
  })

export const who = ({ uid, token }: SavedUser) => ({ uid, token })
