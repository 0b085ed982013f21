import { Context, type Effect, Schema } from "effect"
import type { ServerUrl } from "../values/serverUrl.ts"
import type { CloudFailure } from "../wire/answer.ts"
import type { CallBody, CallName, CallReply } from "../wire/cloud.ts"

export class CloudError extends Schema.TaggedError<CloudError>()("CloudError", {
  call: Schema.String,
  reason: Schema.declare((input): input is CloudFailure => typeof input === "object" && input !== null),
}) {}

export class Cloud extends Context.Service<
  Cloud,
  {
    /** One POST (CALL-1), with a timeout of REQUEST_TIMEOUT_MS. Never retries: that is the caller's policy. */
    readonly call: <Name extends CallName>(
      name: Name,
      server: ServerUrl,
      body: CallBody<Name>,
    ) => Effect.Effect<CallReply<Name>, CloudError>
  }
>()("sightline/Cloud") {}
