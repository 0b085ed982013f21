import type { StoredEvent } from "../../domain/event/event.ts"
import { actionIn, actionOf, type LoggedAction } from "../../domain/views/logEvents.ts"
import { type LogSource, READ_EVENTS } from "../client/logSource.ts"
import type { LogIndex } from "./logIndex.ts"

/** Actions by id; null for one whose queued event is gone or cannot be read. */
export type LoggedActions = Map<string, LoggedAction | null>

/**
 * The actions that these events belong to. Actions that the index has dropped are read again from the events that
 * queued them; most of these are among the events themselves or shortly before. An action that the index does not know
 * yet is left out, because it may know it later.
 */
export const actionsOf = async (
  events: readonly StoredEvent[],
  index: LogIndex,
  read: LogSource["read"],
): Promise<LoggedActions> => {
  const actions: LoggedActions = new Map()
  const missing = new Map<number, string>()
  for (const event of events) {
    const action = actionOf(event)
    if (action === null || actions.has(action)) continue
    const known = index.actionOf(action) ?? actionIn(event)
    const queued = index.queuedAt(action)
    if (known !== null || index.chainOf(action).length > 0) actions.set(action, known)
    if (known === null && queued !== null) missing.set(queued, action)
  }
  for (const [from, to] of spansOf([...missing.keys()].sort((a, b) => a - b)))
    for (const event of await read(from, to)) {
      const action = missing.get(event.seq)
      if (action !== undefined) actions.set(action, actionIn(event))
    }
  return actions
}

/** The fewest readings that cover all of these numbers, which ascend. */
const spansOf = (seqs: readonly number[]): readonly (readonly [from: number, to: number])[] => {
  const spans: [number, number][] = []
  for (const seq of seqs) {
    const last = spans.at(-1)
    if (last === undefined || seq - last[0] >= READ_EVENTS) spans.push([seq, seq])
    else last[1] = seq
  }
  return spans
}
