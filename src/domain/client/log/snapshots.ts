import { Effect, Stream } from "effect"
import { Ids } from "../../ports/platform.ts"
import { SNAPSHOT_EVERY_EVENTS, SNAPSHOT_PATIENCE } from "../../values/limits.ts"
import { changes } from "../streams.ts"
import { Engine } from "./engine.ts"

/**
 * The leader saves snapshots, so that a start reads a short tail, even after short visits. Without an active leader (no
 * Web Locks, or a leader that sleeps) any tab saves them, but less often.
 */
export const keepSnapshots = Effect.gen(function* () {
  const engine = yield* Engine
  const { tab } = yield* Ids
  let tried = Number.NEGATIVE_INFINITY
  const due = changes(() => {
    const cursor = engine.cursor()
    const distance = SNAPSHOT_EVERY_EVENTS * (engine.state().outbox.leader === tab ? 1 : SNAPSHOT_PATIENCE)
    if (engine.sinceSnapshot() < distance || Math.abs(cursor - tried) < distance) return null
    tried = cursor
    return cursor
  })
  yield* Stream.runForEach(due, () => Effect.ignore(engine.saveSnapshot))
})
