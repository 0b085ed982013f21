import type { Decider } from "../decider/decider.ts"
import { Draft } from "../decider/draft.ts"
import type { StoredEvent } from "../decider/event.ts"
import { invalid, type Parsed, valid } from "../values/parsed.ts"
import type { Registry, Unreadable } from "./registry.ts"

/** Reads and folds stored events; stops at the first that cannot be read and names it. */
export const foldStored = <State, Event extends { readonly type: string }>(
  decider: Pick<Decider<State, never, Event, unknown>, "evolve">,
  registry: Registry<Event>,
  state: State,
  stored: Iterable<StoredEvent>,
  draft: Draft = new Draft(),
): Parsed<State, Unreadable & { readonly seq: number }> => {
  let next = state
  for (const event of stored) {
    const read = registry.read(event)
    if (!read.ok) return invalid({ ...read.reason, seq: event.seq })
    next = decider.evolve(next, read.value, draft)
  }
  return valid(next)
}
