import { Effect, Latch } from "effect"
import { changedBeside, type TellingRead } from "../outbox/policy.ts"
import { Ids } from "../ports/platform.ts"
import { Engine } from "./engine.ts"
import { Refresher } from "./refresher.ts"

/**
 * A confirmed action may change a list beside its own, in a way that only the server can tell: whoever leads reads that
 * list again, once for all that was confirmed while the last reading was under way.
 */
export const rereadChanged = Effect.scoped(
  Effect.gen(function* () {
    const engine = yield* Engine
    const refresher = yield* Refresher
    const { tab } = yield* Ids
    const changed = new Set<TellingRead>()
    const wake = yield* Latch.make(false)
    const stop = engine.onPublish(({ outbox, session }, events) => {
      for (const event of events) {
        if (event.type !== "ActionConfirmed" || outbox.leader !== tab) continue
        const action = outbox.actions.get(event.payload.action)
        if (action === undefined || action.account !== session.current?.account) continue
        const list = changedBeside(action.intent)
        if (list === null) continue
        changed.add(list)
        wake.openUnsafe()
      }
    })
    yield* Effect.addFinalizer(() => Effect.sync(stop))
    for (;;) {
      yield* wake.await
      wake.closeUnsafe()
      const lists = [...changed]
      changed.clear()
      yield* Effect.forEach(lists, refresher.readAnew, { concurrency: "unbounded", discard: true })
    }
  }),
)
