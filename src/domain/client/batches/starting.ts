import { Effect } from "effect"
import { sightOf } from "../../outbox/overlay.ts"
import { partedForBatch } from "../../product/batchPlan.ts"
import { Engine } from "../log/engine.ts"
import { answerOf, type BatchRequest, type Refused, refusedOf } from "../requests.ts"

/** Begins a batch of the devices that can take part; the record says who was left out. */
export const beginBatch = Effect.fnUntraced(function* ({ kind, accountId, dids, undo }: BatchRequest) {
  const engine = yield* Engine
  const sight = sightOf(engine.state())
  if (sight === null) return yield* Effect.fail<Refused>("signedOut")
  const { able, left, subject } = partedForBatch({ kind, accountId }, dids, sight)
  const command = { type: "StartBatch", kind, accountId, subject, dids: able, left, undo } as const
  return answerOf(yield* Effect.mapError(engine.dispatch(command), refusedOf))
})
