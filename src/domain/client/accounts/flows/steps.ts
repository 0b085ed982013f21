import type { Effect } from "effect"
import type { CommandError } from "../../../engine/commandError.ts"
import type { Cloud } from "../../../ports/cloud.ts"
import type { Digest, Ids, Platform, Preferences, Vault } from "../../../ports/platform.ts"
import type { Rejection } from "../../../product/decide.ts"
import type { Code } from "../../../values/code.ts"
import type { Email } from "../../../values/email.ts"
import type { Password } from "../../../values/password.ts"
import type { ServerUrl } from "../../../values/serverUrl.ts"
import type { Engine } from "../../log/engine.ts"
import type { LatestReadings } from "../../sync/latestReadings.ts"
import type { Refresher } from "../../sync/refresher.ts"
import type { Contact } from "../../sync/reporting.ts"
import type { TabPresence } from "../../tabPresence.ts"
import type { Erasure } from "../accountErasure.ts"
import { acceptInvitation } from "./acceptInvitation.ts"
import {
  confirmSignUp,
  requestReset,
  resendReset,
  resendSignUp,
  type SignUpForm,
  signUp,
  submitReset,
} from "./entrance.ts"
import type { FlowMemory } from "./memory.ts"
import {
  confirmDeletion,
  confirmEmailChange,
  requestDeletion,
  requestEmailChange,
  resendDeletion,
  resendEmailChange,
} from "./ownAccount.ts"
import { type SignInForm, signIn } from "./signIn.ts"

/** Steps of the flows. Each uses the data of the flow that was opened last in this tab. */
export type FlowRequest =
  | { readonly type: "SignIn"; readonly form: SignInForm }
  | { readonly type: "SignUp"; readonly form: SignUpForm }
  | { readonly type: "ResendSignUp" }
  | { readonly type: "ConfirmSignUp"; readonly code: Code }
  | { readonly type: "RequestReset"; readonly email: Email; readonly server: ServerUrl }
  | { readonly type: "ResendReset" }
  | { readonly type: "SubmitReset"; readonly code: Code; readonly password: Password }
  | { readonly type: "RequestEmailChange"; readonly email: Email }
  | { readonly type: "ResendEmailChange" }
  | { readonly type: "ConfirmEmailChange"; readonly code: Code }
  | { readonly type: "RequestDeletion" }
  | { readonly type: "ResendDeletion" }
  | { readonly type: "ConfirmDeletion"; readonly code: Code }
  | { readonly type: "AcceptInvitation"; readonly code: Code }

/** The services that the steps of flows need. */
export type FlowServices =
  | Cloud
  | Contact
  | Digest
  | Erasure
  | Engine
  | FlowMemory
  | Ids
  | Platform
  | Preferences
  | Refresher
  | LatestReadings
  | TabPresence
  | Vault

/** The implementation of each step. The stage of the flow shows the outcome. Fails when the log cannot be written. */
export const steps: {
  readonly [Type in FlowRequest["type"]]: (
    request: Extract<FlowRequest, { readonly type: Type }>,
  ) => Effect.Effect<unknown, CommandError<Rejection>, FlowServices>
} = {
  SignIn: ({ form }) => signIn(form),
  SignUp: ({ form }) => signUp(form),
  ResendSignUp: () => resendSignUp,
  ConfirmSignUp: ({ code }) => confirmSignUp(code),
  RequestReset: ({ email, server }) => requestReset(email, server),
  ResendReset: () => resendReset,
  SubmitReset: ({ code, password }) => submitReset(code, password),
  RequestEmailChange: ({ email }) => requestEmailChange(email),
  ResendEmailChange: () => resendEmailChange,
  ConfirmEmailChange: ({ code }) => confirmEmailChange(code),
  RequestDeletion: () => requestDeletion,
  ResendDeletion: () => resendDeletion,
  ConfirmDeletion: ({ code }) => confirmDeletion(code),
  AcceptInvitation: ({ code }) => acceptInvitation(code),
}
