import { Clock, Effect, Stream } from "effect"
import { waitsUntil } from "../../outbox/schedule.ts"
import { Cloud, type CloudError } from "../../ports/cloud.ts"
import { NAT_REQUESTS_MAX } from "../../values/limits.ts"
import { httpStatusOf } from "../../wire/answer.ts"
import type { BridgeCallback } from "../../wire/bridge.ts"
import { withToken } from "../accounts/tokens.ts"
import { Engine } from "../log/engine.ts"
import { credentialsOf } from "../sending/credentials.ts"
import { Refresher } from "../sync/refresher.ts"
import { reporting, reportWait } from "../sync/reporting.ts"
import { incomingOf } from "./linking.ts"
import { attemptAt, handedOnByCloud, refusedByCloud } from "./viewing.ts"

/** Relays one request to the cloud. */
const relay = Effect.fnUntraced(function* ({ did, payload }: Extract<BridgeCallback, { type: "nat_request" }>) {
  const engine = yield* Engine
  if (!engine.works()) return
  const { current } = engine.state().session
  const user = current === null ? null : yield* credentialsOf(current)
  if (current === null || user === null) return
  const cloud = yield* Cloud
  const begunAt = yield* attemptAt(did)
  if (waitsUntil(engine.state().outbox, current.account, yield* Clock.currentTimeMillis) !== null)
    return yield* refusedByCloud(did, begunAt, "wait")
  const { settled } = yield* Refresher
  const called = withToken(
    current,
    user,
    ({ uid, token }) => cloud.call("request_device", current.server, { uid, token, did, cmd: "nat", payload }),
    settled("devices"),
  )
  const failed = Effect.fnUntraced(function* (error: CloudError) {
    yield* reportWait(current, error)
    // The native side does not learn of the failure and would wait for a reply that never comes.
    const { reason } = error
    if (reason._tag === "Refused") yield* refusedByCloud(did, begunAt, "not_allowed")
    else if (reason.wait?.isUndone === true) yield* refusedByCloud(did, begunAt, "wait")
    else yield* refusedByCloud(did, begunAt, "noCloud", httpStatusOf(reason).httpStatus)
  })
  yield* reporting(called).pipe(Effect.andThen(handedOnByCloud(did)), Effect.catchTag("CloudError", failed))
})

/**
 * Reaches a device that only the cloud knows through the cloud (DEVICE-10). The request of the native side goes to the
 * cloud now or never, because a later one would miss the attempt. Requests run side by side, up to the limit; more are
 * dropped. Unlike wake and reboot, a refused session ends here (MSG-2). A tab that does not work sends nothing.
 */
export const relayNat = Effect.gen(function* () {
  let underWay = 0
  yield* Stream.runForEach(incomingOf("nat_request"), (request) => {
    if (underWay >= NAT_REQUESTS_MAX) return Effect.void
    underWay += 1
    const ended = Effect.sync(() => {
      underWay -= 1
    })
    return Effect.forkScoped(Effect.ensuring(relay(request), ended), { startImmediately: true })
  })
}).pipe(Effect.scoped)
