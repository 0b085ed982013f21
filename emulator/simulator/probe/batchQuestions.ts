import type { BatchState } from "../../../src/domain/features/batches/state.ts"
import { BATCH_AT_ONCE, UNDO_MS } from "../../../src/domain/values/limits.ts"
import { Violation } from "../violation.ts"
import { answerTo, inWords, type Situation } from "./question.ts"

/** When a batch must ask nobody: while it is paused, can be undone, has enough on its way, is too old, or by a tab that does not lead. */

const DAY_MS = 86_400_000

const checkAsksNoDevice = (situation: Situation, batch: BatchState, epoch: number, why: string): void => {
  const batches = new Map(situation.state.batches).set(batch.id, batch)
  const answer = answerTo(
    { type: "AdvanceBatch", batch: batch.id, epoch },
    { ...situation, state: { ...situation.state, batches } },
  )
  if (answer?.some(({ type }) => type === "ActionQueued"))
    throw new Violation(0, `batch ${batch.id} ${why}, and would bring ${inWords(answer)}`)
}

export const checkBatches = (situation: Situation): void => {
  const { state, at } = situation
  const { epoch } = state.outbox
  for (const batch of state.batches.values()) {
    // As if its turn had just come.
    const running: BatchState = { ...batch, isPaused: false, stopped: null, undoUntil: null, movedAt: at }
    checkAsksNoDevice(situation, running, epoch - 1, "is moved on by a tab that leads no more")
    checkAsksNoDevice(situation, { ...running, isPaused: true }, epoch, "is paused")
    checkAsksNoDevice(situation, { ...running, stopped: "stopped" }, epoch, "is stopped")
    checkAsksNoDevice(situation, { ...running, undoUntil: at + UNDO_MS }, epoch, "can be undone")
    const full = { ...running.count, asked: BATCH_AT_ONCE }
    checkAsksNoDevice(situation, { ...running, count: full }, epoch, `has ${BATCH_AT_ONCE} on their way`)
    if (batch.kind !== "assign")
      checkAsksNoDevice(situation, { ...running, movedAt: at - 2 * DAY_MS }, epoch, "was asked for two days ago")
  }
}
