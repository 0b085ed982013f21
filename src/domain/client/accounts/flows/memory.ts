import { Context, Effect, Layer } from "effect"
import type { FlowName } from "../../../features/flows/machines.ts"
import type { Email } from "../../../values/email.ts"
import type { Md5 } from "../../../values/identity.ts"
import type { ServerUrl } from "../../../values/serverUrl.ts"
import { Engine } from "../../log/engine.ts"
import { untilKept } from "../../log/untilKept.ts"

/** Data that a flow needs between two steps: secrets and typed values, in the memory of this tab only (AUTH-11). */
interface Remembered {
  signUp?: { readonly server: ServerUrl; readonly body: SignUpBody; readonly token: string }
  resetPassword?: { readonly server: ServerUrl; readonly email: Md5; readonly token: string }
  /** `unheard`: the reply to a confirmation was lost, so the server may have changed the address already. */
  changeEmail?: { readonly email: Email; readonly token: string; readonly unheard: boolean }
}
export interface SignUpBody {
  readonly name: string
  readonly email: string
  readonly password: Md5
}

/**
 * One opening of a flow. A step may outlive it, when the person restarts the form or opens another dialog. The step
 * then still records what the server did, but neither moves the later opening nor leaves data in it.
 */
export interface FlowRun {
  /** The session at the opening. The steps of this run act for no other session. */
  readonly session: string | null
  readonly remembered: Remembered
}

export class FlowMemory extends Context.Service<FlowMemory, { run: FlowRun }>()("sightline/FlowMemory") {
  static readonly layer = Layer.sync(FlowMemory, () => ({ run: { session: null, remembered: {} } }))
}

/**
 * A person opens a flow again: the data of the abandoned run is forgotten. When the log cannot be written now, the
 * event is written later: otherwise the flow would stay under way and allow no other step.
 */
export const startFlow = Effect.fnUntraced(function* (flow: FlowName) {
  const memory = yield* FlowMemory
  const engine = yield* Engine
  const run = { session: engine.state().session.current?.id ?? null, remembered: {} }
  memory.run = run
  const opened = Effect.suspend(() =>
    memory.run === run ? Effect.asVoid(engine.dispatch({ type: "StartFlow", flow })) : Effect.void,
  )
  yield* Effect.catch(opened, () => Effect.forkDetach(untilKept(opened)))
})
