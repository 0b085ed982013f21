import { Effect } from "effect"
import type { CommandError } from "../../../engine/commandError.ts"
import type { Carrying } from "../../../ports/carrying.ts"
import type { Cloud } from "../../../ports/cloud.ts"
import type { Digest, Ids, Platform, Preferences, Vault } from "../../../ports/platform.ts"
import type { Rejection } from "../../../product/decide.ts"
import type { Code } from "../../../values/code.ts"
import type { Email } from "../../../values/email.ts"
import type { Password } from "../../../values/password.ts"
import type { ServerUrl } from "../../../values/serverUrl.ts"
import type { Engine } from "../../log/engine.ts"
import type { Standing } from "../../standing.ts"
import type { Refresher } from "../../sync/refresher.ts"
import type { Contact } from "../../sync/reporting.ts"
import type { Sightings } from "../../sync/sightings.ts"
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

/** Steps of the flows; each works on what the flow opened last in this tab remembers. */
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

/** What the steps of flows need. */
export type FlowServices =
  | Carrying
  | Cloud
  | Contact
  | Digest
  | Engine
  | FlowMemory
  | Ids
  | Platform
  | Preferences
  | Refresher
  | Sightings
  | Standing
  | Vault

/** What each step of a flow does; how it went is seen in the flow's stage. Fails when the log cannot be written. */
export const answerToStep = (request: FlowRequest): Effect.Effect<void, CommandError<Rejection>, FlowServices> =>
  Effect.asVoid(stepOf(request))

const stepOf = (request: FlowRequest): Effect.Effect<unknown, CommandError<Rejection>, FlowServices> => {
  switch (request.type) {
    case "SignIn":
      return signIn(request.form)
    case "SignUp":
      return signUp(request.form)
    case "ResendSignUp":
      return resendSignUp
    case "ConfirmSignUp":
      return confirmSignUp(request.code)
    case "RequestReset":
      return requestReset(request.email, request.server)
    case "ResendReset":
      return resendReset
    case "SubmitReset":
      return submitReset(request.code, request.password)
    case "RequestEmailChange":
      return requestEmailChange(request.email)
    case "ResendEmailChange":
      return resendEmailChange
    case "ConfirmEmailChange":
      return confirmEmailChange(request.code)
    case "RequestDeletion":
      return requestDeletion
    case "ResendDeletion":
      return resendDeletion
    case "ConfirmDeletion":
      return confirmDeletion(request.code)
    case "AcceptInvitation":
      return acceptInvitation(request.code)
  }
}
