import type { BatchKind, LeftReason } from "../features/batches/events.ts"
import { type BatchItem, type BatchState, type ItemStatus, isOver } from "../features/batches/state.ts"
import type { State } from "../product/state.ts"
import { OUTCOME_SHOWN_MS } from "../values/limits.ts"
import { type ItemFacts, itemFacts } from "./batchOutcome.ts"
import { type ActionState, shownState } from "./outbox.ts"

/** Outcomes that a person should learn of, because they differ from the wanted one. */
export const troubles = ["refused", "unconfirmed", "expired", "left"] as const satisfies readonly ItemStatus[]
export type BatchTrouble = (typeof troubles)[number]
export const isTrouble = (standing: ItemStatus): boolean => troubles.some((trouble) => trouble === standing)

export const ownBatches = ({ session, batches }: Pick<State, "session" | "batches">): readonly BatchState[] =>
  [...batches.values()].filter(({ account }) => account === session.current?.account)

/** True while a batch of the account is not over. */
export const areBatchesOpen = (state: State): boolean => ownBatches(state).some((batch) => !isOver(batch))

/** `turn`: the device waits for its turn. An open action shows its own state. */
export type BatchStand =
  | { readonly state: "turn" | "notBegun" }
  | { readonly state: "left"; readonly reason: LeftReason }
  | { readonly state: ActionState; readonly reason: Refusal }
type Refusal = Exclude<BatchItem, { standing: "left" }>["reason"]

/** The state of a device of a batch. */
export const standOf = (state: State, { stopped }: BatchState, item: BatchItem): BatchStand => {
  if (item.standing === "left") return { state: "left", reason: item.reason }
  const { standing, action, reason } = item
  if (standing === "waiting") return { state: stopped === null ? "turn" : "notBegun" }
  if (standing !== "asked") return { state: standing, reason }
  const known = action === null ? undefined : state.outbox.actions.get(action)
  return { state: known === undefined ? "queued" : shownState(state, known), reason }
}

/** The state of a device in its latest batch. */
export interface BatchNotice {
  readonly batch: string
  readonly kind: BatchKind
  readonly stand: BatchStand
  readonly facts: ItemFacts
}

/** A success is shown for some minutes, a failure until a person has dismissed the end of the batch. */
const isSaid = ({ kind, stopped }: BatchState, { standing, at }: BatchItem, now: number): boolean => {
  if (standing === "waiting") return stopped === null
  if (standing === "confirmed") return now - at < OUTCOME_SHOWN_MS
  return standing === "asked" ? kind === "assign" : isTrouble(standing)
}

export const batchNotice = (state: State, did: string, now: number): BatchNotice | null => {
  for (const batch of ownBatches(state).toReversed()) {
    const item = batch.items.get(did)
    if (item === undefined) continue
    if (!isSaid(batch, item, now)) return null
    const facts = itemFacts(state, batch, did, item, now)
    return { batch: batch.id, kind: batch.kind, stand: standOf(state, batch, item), facts }
  }
  return null
}
