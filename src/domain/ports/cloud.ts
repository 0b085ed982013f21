import { Context, type Effect, type Redacted, Schema } from "effect"
import type { ServerUrl } from "../values/serverUrl.ts"
import type { CallBody, CallName, CallReply } from "../wire/cloud.ts"
import type { Refusal } from "../wire/status.ts"

/**
 * `Refused`: a decoded status other than 0, so nothing was done. `freshToken` comes with an expired sign-up code alone;
 * it stays in memory, and its type keeps it out of whatever prints the error. `NoReply`: everything else, and always
 * ambiguous: the server may have done it. `field` names where an undecodable reply went wrong (CALL-2).
 */
export type CloudFailure =
  | {
      readonly _tag: "Refused"
      readonly status: number
      readonly refusal: Refusal
      readonly freshToken: Redacted.Redacted | undefined
    }
  | {
      readonly _tag: "NoReply"
      readonly kind: "network" | "timeout" | "http" | "notJson" | "wrongShape" | "tooLarge"
      readonly field: string | undefined
    }

export class CloudError extends Schema.TaggedError<CloudError>()("CloudError", {
  call: Schema.String,
  reason: Schema.declare((input): input is CloudFailure => typeof input === "object" && input !== null),
}) {}

export class Cloud extends Context.Service<
  Cloud,
  {
    /** One POST (S 7); gives up after REQUEST_TIMEOUT_MS. Never retries: that is the caller's policy. */
    readonly call: <Name extends CallName>(
      name: Name,
      server: ServerUrl,
      body: CallBody<Name>,
    ) => Effect.Effect<CallReply<Name>, CloudError>
  }
>()("sightline/Cloud") {}
