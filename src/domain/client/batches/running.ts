import { Clock, Effect } from "effect"
import { type BatchState, isLate, isOver, undoLeft } from "../../features/batches/state.ts"
import { actionExpiryMs } from "../../features/settings/feature.ts"
import { Ids } from "../../ports/platform.ts"
import { BATCH_AT_ONCE, HEARTBEAT_MS } from "../../values/limits.ts"
import { Engine } from "../log/engine.ts"
import { report } from "../sync/reporting.ts"
import { onChangeOf, onStatus, runOnTrigger } from "../triggers.ts"

/**
 * Hands the devices of batches over to the outbox, in order and a few at a time, in the leader. Its state is all in the
 * log. After a reload another tab continues where this one was. No device is asked twice, because each command looks up
 * the next device in the log.
 */
export const runBatches = Effect.gen(function* () {
  const engine = yield* Engine
  const { tab } = yield* Ids

  /** The time until a batch may continue, ms from now; 0 when devices were handed over. */
  const handOver = Effect.fnUntraced(function* (batch: BatchState, epoch: number, now: number) {
    const wait = undoLeft(batch, now)
    if (wait > 0) return wait
    const { waiting, asked } = batch.count
    // Several at once, so that not each outcome costs a write of its own. For a late batch, one command suffices to
    // record that it is late.
    const isEnding = isLate(batch, now, actionExpiryMs(engine.state().settings))
    const room = isEnding ? 1 : asked > BATCH_AT_ONCE / 2 ? 0 : BATCH_AT_ONCE - asked
    const next = { type: "AdvanceBatch", batch: batch.id, epoch } as const
    yield* Effect.forEach(Array.from({ length: Math.min(waiting, room) }), () => report(next), {
      concurrency: "unbounded",
      discard: true,
    })
    return HEARTBEAT_MS
  })

  const turn = Effect.gen(function* () {
    const { batches, outbox, session } = engine.state()
    const now = yield* Clock.currentTimeMillis
    let pause = HEARTBEAT_MS
    if (!engine.works() || outbox.leader !== tab) return pause
    for (const batch of batches.values()) {
      if (batch.account !== session.current?.account || batch.isPaused || isOver(batch)) continue
      pause = Math.min(pause, yield* handOver(batch, outbox.epoch, now))
    }
    return pause
  })

  return yield* runOnTrigger(
    [
      onChangeOf(engine, ({ batches }) => batches),
      onChangeOf(engine, ({ outbox }) => outbox.leader),
      onChangeOf(engine, ({ session }) => session.current?.account),
      onStatus(engine),
    ],
    turn,
  )
})
