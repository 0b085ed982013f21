import type { FlowFailure, FlowName } from "../../domain/features/flows/machines.ts"

/** Why a step failed, or that there is nobody to ask because the app itself could not start. */
export type Failure = FlowFailure | "startFailed"

/** The text of a failed step (MSG-1): -100 reads differently by call. */
export const failureKey = (flow: FlowName, failure: Failure) => {
  if (failure !== "tooOften") return `common.error.${failure}` as const
  return flow === "signUp" ? "common.error.tooOftenSubmit" : "common.error.tooOftenRequest"
}
