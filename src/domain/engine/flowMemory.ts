import { Context, Effect, Layer } from "effect"
import type { FlowName } from "../flows/feature.ts"
import type { Email } from "../values/email.ts"
import type { Md5 } from "../values/identity.ts"
import type { ServerUrl } from "../values/serverUrl.ts"
import { report } from "./reporting.ts"

/** What a flow needs between two steps: secrets and what was typed, in the memory of this tab alone (AUTH-11). */
interface Remembered {
  readonly signUp?: { readonly server: ServerUrl; readonly body: SignUpBody; readonly token: string }
  readonly resetPassword?: { readonly server: ServerUrl; readonly email: Md5; readonly token: string }
  readonly changeEmail?: { readonly email: Email; readonly token: string }
}
export interface SignUpBody {
  readonly name: string
  readonly email: string
  readonly password: Md5
}

export class FlowMemory extends Context.Service<FlowMemory, { current: Remembered }>()("sightline/FlowMemory") {
  static readonly layer = Layer.sync(FlowMemory, () => ({ current: {} }))
}

/** A person opens a flow anew: what an abandoned one remembered is forgotten. */
export const startFlow = Effect.fnUntraced(function* (flow: FlowName) {
  const memory = yield* FlowMemory
  memory.current = {}
  yield* report({ type: "StartFlow", flow })
})
