import { Draft } from "../../event/draft.ts"
import type { Stamp, StoredEvent } from "../../event/event.ts"
import { foldStored, type Unread } from "../../log/fold.ts"
import type { Command } from "../../product/decide.ts"
import { model } from "../../product/decider.ts"
import { type Event, type RecordedEvent, registry } from "../../product/events.ts"
import type { State } from "../../product/state.ts"
import { invalid, type Parsed, valid } from "../../values/parsed.ts"
import { CommandError } from "./commandError.ts"

export interface Waiting {
  readonly command: Command
  readonly stamp: Stamp
  readonly cause: string | null
}

/** What one transaction brings: the tail of other tabs and the events of the waiting commands, on one private draft. */
export interface Batch {
  readonly state: State
  readonly cursor: number
  /** Foreign and own events, in order. */
  readonly events: readonly RecordedEvent[]
  readonly own: readonly RecordedEvent[]
  /** Foreign events that cannot be read: passed over, and to be set aside. */
  readonly unread: readonly Unread[]
  /** One for each command, in order. */
  readonly results: readonly Parsed<readonly RecordedEvent[], CommandError>[]
  /** Bugs of ours, each of which has cost its command: what deciding threw, or why an event could not be read back. */
  readonly thrown: readonly unknown[]
}

/** The log holds what this release cannot read: it must not go on deciding. */
export class NewerLogError extends Error {
  override readonly name = "NewerLogError"
}

/** Runs inside the transaction: synchronous, and nothing outside changes until the transaction is complete. */
export const planBatch = (
  state: State,
  cursor: number,
  tail: readonly StoredEvent[],
  waiting: readonly Waiting[],
): Batch => {
  const foreign = foldStored(model, registry, state, cursor, tail)
  if (foreign.newer !== null) {
    const { seq, type, v } = foreign.newer
    throw new NewerLogError(`event ${seq} (${type}, version ${v})`)
  }
  const draft = new Draft()
  const events: RecordedEvent[] = []
  const own: RecordedEvent[] = []
  const thrown: unknown[] = []
  let next = foreign.state
  let seq = cursor + tail.length
  const results = waiting.map((item): Batch["results"][number] => {
    const decision = decideAlone(item, next, thrown)
    if (!decision.ok) return decision
    const recorded = decision.value.map((event, index) => record(event, item, next, seq + index + 1, index))
    // What could not be read back would be damage in every tab: a bug of ours costs one command instead.
    const reread = recorded.flatMap((event) => readBack(event, thrown))
    if (reread.length < recorded.length) return invalid(defect())
    seq += recorded.length
    // What every other tab will read is what is evolved here: the live state is the fold of the log.
    for (const event of reread) next = model.evolve(next, event, draft)
    own.push(...recorded)
    events.push(...reread)
    return valid(reread)
  })
  return {
    state: next,
    cursor: seq,
    events: [...foreign.events, ...events],
    own,
    results,
    thrown,
    unread: foreign.unread,
  }
}

const readBack = (event: RecordedEvent, thrown: unknown[]): readonly RecordedEvent[] => {
  const read = registry.read(event)
  if (read.ok) return [read.value]
  thrown.push(new Error(`${event.type} cannot be read back: ${JSON.stringify(read.reason)}`))
  return []
}

/** A decide that throws rejects its own command alone. */
const decideAlone = (
  { command, stamp }: Waiting,
  state: State,
  thrown: unknown[],
): Parsed<readonly Event[], CommandError> => {
  try {
    const decision = model.decide(command, state, stamp)
    return decision.ok
      ? decision
      : invalid(new CommandError({ reason: "rejected", rejection: decision.reason, storage: null }))
  } catch (bug) {
    thrown.push(bug)
    return invalid(defect())
  }
}

const defect = () => new CommandError({ reason: "defect", rejection: null, storage: null })

const record = (event: Event, { stamp, cause }: Waiting, state: State, seq: number, index: number): RecordedEvent => ({
  ...event,
  seq,
  id: `${stamp.id}.${index}`,
  v: registry.version(event.type),
  at: stamp.at,
  account: state.session.current?.account ?? null,
  tab: stamp.tab,
  cause: cause ?? causeOf(event),
})

/** The life of an action is caused by the action. */
const causeOf = ({ payload }: Event): string | null => ("action" in payload ? payload.action : null)
