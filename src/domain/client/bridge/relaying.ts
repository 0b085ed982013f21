import { Effect, Stream } from "effect"
import { Cloud } from "../../ports/cloud.ts"
import { Engine } from "../log/engine.ts"
import { credentialsOf } from "../sending/credentials.ts"
import { reportAnswered, reportFailure } from "../sync/reporting.ts"
import { incomingOf } from "./linking.ts"

/**
 * A device that is known from the cloud alone is reached through it (DEVICE-10): the request of the native side is handed to
 * the cloud now or never, because a stored one would meet nobody any more.
 */
export const relayNat = Stream.runForEach(incomingOf("nat_request"), ({ did, payload }) =>
  Effect.gen(function* () {
    const { session } = (yield* Engine).state()
    if (session.current === null) return
    const user = yield* credentialsOf(session.current)
    if (user === null) return
    const cloud = yield* Cloud
    const { uid, token } = user
    yield* cloud
      .call("request_device", session.current.server, { uid, token, did, cmd: "nat", payload })
      .pipe(Effect.andThen(reportAnswered), Effect.catchTag("CloudError", reportFailure))
  }),
)
