import { Effect, Stream } from "effect"
import { Cloud } from "../../ports/cloud.ts"
import { withToken } from "../accounts/tokens.ts"
import { Engine } from "../log/engine.ts"
import { credentialsOf } from "../sending/credentials.ts"
import { Refresher } from "../sync/refresher.ts"
import { reportAnswered, reportFailure } from "../sync/reporting.ts"
import { incomingOf } from "./linking.ts"

/**
 * A device that is known from the cloud alone is reached through it (DEVICE-10): the request of the native side is handed to
 * the cloud now or never, because a stored one would meet nobody any more. Unlike wake and reboot it ends a session that is
 * refused (MSG-2). A tab that cannot decide sends nothing.
 */
export const relayNat = Stream.runForEach(incomingOf("nat_request"), ({ did, payload }) =>
  Effect.gen(function* () {
    const engine = yield* Engine
    if (!engine.works()) return
    const { current } = engine.state().session
    const user = current === null ? null : yield* credentialsOf(current)
    if (current === null || user === null) return
    const cloud = yield* Cloud
    const { settled } = yield* Refresher
    const relay = withToken(
      current,
      user,
      ({ uid, token }) => cloud.call("request_device", current.server, { uid, token, did, cmd: "nat", payload }),
      settled("devices"),
    )
    yield* relay.pipe(Effect.andThen(reportAnswered), Effect.catchTag("CloudError", reportFailure))
  }),
)
