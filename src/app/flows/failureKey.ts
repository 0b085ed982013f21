import type { FlowFailure, FlowName } from "../../domain/features/flows/machines.ts"

/** Why a step failed, or that the app could not start or could not store the result. */
export type ShownFailure = FlowFailure | "startFailed" | "logUnusable"

/** -100 reads differently by call (MSG-1). */
const tooOften = {
  signIn: "tooOftenLogin",
  signUp: "tooOftenSubmit",
  resetPassword: "tooOftenRequest",
  changeEmail: "tooOftenRequest",
  deleteAccount: "tooOftenRequest",
  acceptInvitation: "tooOftenRequest",
} as const satisfies Record<FlowName, string>

/** The failures that a sign-in distinguishes. All others read only that it failed (AUTH-5). */
const sharedFailures: ReadonlySet<ShownFailure> = new Set<ShownFailure>([
  "notActivated",
  "invalidCredentials",
  "startFailed",
  "logUnusable",
])

/** The text of a failed step, of every flow. */
export const failureKey = (flow: FlowName, failure: ShownFailure) => {
  if (failure === "tooOften") return `common.error.${tooOften[flow]}` as const
  return flow === "signIn" && !sharedFailures.has(failure)
    ? "common.error.signInFailed"
    : (`common.error.${failure}` as const)
}
