import { Context, Effect, Layer } from "effect"
import type { FlowName } from "../../../features/flows/machines.ts"
import type { Email } from "../../../values/email.ts"
import type { Md5 } from "../../../values/identity.ts"
import type { ServerUrl } from "../../../values/serverUrl.ts"
import { Engine } from "../../log/engine.ts"
import { untilKept } from "../../log/untilKept.ts"

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
  /** The session when it was opened: its steps act for no other. */
  readonly session: string | null
  readonly remembered: Remembered
}

export class FlowMemory extends Context.Service<FlowMemory, { run: FlowRun }>()("sightline/FlowMemory") {
  static readonly layer = Layer.sync(FlowMemory, () => ({ run: { session: null, remembered: {} } }))
}

/**
 * A person opens a flow again: what an abandoned one remembered is forgotten. What cannot be written to the log now is
 * written later: the step that was under way changes nothing any more, and without this no other step could be taken.
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
