import { Effect, Stream } from "effect"
import { definitionOf } from "../../actions/table.ts"
import type { ListName } from "../../event/listRead.ts"
import { Ids } from "../../ports/platform.ts"
import { Engine } from "../log/engine.ts"
import { changes } from "../streams.ts"
import { Refresher } from "./refresher.ts"

/**
 * A confirmed action may change another list in a way that only the server knows. The leader reads that list again,
 * once for all actions that were confirmed during the last reading.
 */
export const rereadChanged = Effect.gen(function* () {
  const engine = yield* Engine
  const refresher = yield* Refresher
  const { tab } = yield* Ids
  const waiting = new Set<ListName>()
  const lists = changes(({ outbox, session }, events) => {
    const before = waiting.size
    for (const event of events) {
      if (event.type !== "ActionConfirmed" || outbox.leader !== tab) continue
      const action = outbox.actions.get(event.payload.action)
      const list =
        action === undefined || action.account !== session.current?.account
          ? null
          : definitionOf(action.intent).alsoChanges
      if (list !== null) waiting.add(list)
    }
    return waiting.size > before ? waiting : null
  })
  yield* Stream.runForEach(lists, () => {
    const read = engine.works() ? [...waiting] : []
    waiting.clear()
    return Effect.forEach(read, refresher.readAgain, { concurrency: "unbounded", discard: true })
  })
})
