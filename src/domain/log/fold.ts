import type { Decider } from "../event/decider.ts"
import { Draft } from "../event/draft.ts"
import type { StoredEvent } from "../event/event.ts"
import type { UnreadEvent } from "./damage.ts"
import type { Recorded, Registry } from "./upcasting.ts"

/** The result of folding stored events. Damaged events change nothing and are listed in `unread`. */
export interface Folded<State, Event> {
  readonly state: State
  /** The events that were read, in order. */
  readonly events: readonly Recorded<Event>[]
  /** Sequence number of the last event that was read or skipped. */
  readonly cursor: number
  readonly unread: readonly UnreadEvent[]
  /** The first event of a newer release, at which folding stopped. */
  readonly newer: { readonly seq: number; readonly type: string; readonly v: number } | null
}

type Evolve<State, Event extends { readonly type: string }> = Decider<State, never, Event, unknown>["evolve"]

/**
 * Folds a log (EVENT-2). An event that makes `evolve` throw may leave a draft half edited. The fold then starts again
 * with a draft for each event, which is slower, and skips only the events that throw.
 */
export const foldStored = <State, Event extends { readonly type: string }>(
  decider: { readonly evolve: Evolve<State, Event> },
  registry: Registry<Event>,
  from: State,
  cursor: number,
  stored: readonly StoredEvent[],
): Folded<State, Event> => {
  const draft = new Draft()
  try {
    return folded(registry, from, cursor, stored, (state, event) => decider.evolve(state, event, draft))
  } catch {
    return folded(registry, from, cursor, stored, (state, event) => {
      try {
        return decider.evolve(state, event, new Draft())
      } catch {
        return null
      }
    })
  }
}

const folded = <State, Event extends { readonly type: string }>(
  registry: Registry<Event>,
  from: State,
  after: number,
  stored: readonly StoredEvent[],
  evolved: (state: State, event: Recorded<Event>) => State | null,
): Folded<State, Event> => {
  const events: Recorded<Event>[] = []
  const unread: UnreadEvent[] = []
  let [state, cursor] = [from, after]
  for (const one of stored) {
    const read = registry.read(one)
    if (!read.ok && read.reason.kind === "newer") return { state, events, cursor, unread, newer: newerOf(one) }
    cursor = one.seq
    if (!read.ok) {
      if (read.reason.kind === "malformed")
        unread.push({ seq: one.seq, type: read.reason.type, problem: read.reason.problem })
      continue
    }
    const next = evolved(state, read.value)
    if (next === null) unread.push({ seq: one.seq, type: one.type, problem: "fold" })
    else {
      state = next
      events.push(read.value)
    }
  }
  return { state, events, cursor, unread, newer: null }
}

const newerOf = ({ seq, type, v }: StoredEvent) => ({ seq, type, v })
