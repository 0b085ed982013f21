import type { FlowFailure, FlowName } from "../../domain/features/flows/machines.ts"

/** The reason why a step failed. Includes that the app could not start, or could not store the result. */
export type ShownFailure = FlowFailure | "startFailed" | "logUnusable"

/** The server's error -100 has a text for each call (MSG-1). */
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

/** The text of a failed step of any flow. */
export const failureKey = (flow: FlowName, failure: ShownFailure) => {
  if (failure === "tooOften") return `common.error.${tooOften[flow]}` as const
  return flow === "signIn" && !sharedFailures.has(failure)
    ? "common.error.signInFailed"
    : (`common.error.${failure}` as const)
}
