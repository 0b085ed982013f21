import { Effect } from "effect"
import type { CommandError } from "../../domain/engine/commandError.ts"
import type { Engine } from "../../domain/engine/engine.ts"
import {
  confirmSignUp,
  requestReset,
  resendReset,
  resendSignUp,
  signUp,
  submitReset,
} from "../../domain/engine/flows/entrance.ts"
import type { FlowMemory } from "../../domain/engine/flows/flow.ts"
import { acceptInvitation } from "../../domain/engine/flows/invitation.ts"
import {
  confirmDeletion,
  confirmEmailChange,
  requestDeletion,
  requestEmailChange,
  resendDeletion,
  resendEmailChange,
} from "../../domain/engine/flows/ownAccount.ts"
import type { Refresher } from "../../domain/engine/refresher.ts"
import type { Cloud } from "../../domain/ports/cloud.ts"
import type { Digest, Ids, Platform, Preferences, Vault } from "../../domain/ports/platform.ts"
import type { FlowRequest } from "./handle.ts"

type Services = Engine | FlowMemory | Refresher | Cloud | Digest | Ids | Platform | Preferences | Vault

/** What each step of a flow does (S 4); how it went is seen in the flow's stage. Fails when the log cannot be written. */
export const answerToFlow = (request: FlowRequest): Effect.Effect<void, CommandError, Services> =>
  Effect.asVoid(stepOf(request))

const stepOf = (request: FlowRequest): Effect.Effect<unknown, CommandError, Services> => {
  switch (request.type) {
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
