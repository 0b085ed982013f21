import { Draft } from "../event/draft.ts"
import type { Stamp, StoredEvent } from "../event/event.ts"
import type { UnreadEvent } from "../log/damage.ts"
import { foldStored } from "../log/fold.ts"
import type { Recorded } from "../log/upcasting.ts"
import { invalid, type Parsed, valid } from "../values/parsed.ts"
import { CommandError, commandError } from "./commandError.ts"
import type { AnyEvent, FoldModel, LogModel } from "./model.ts"

export interface Waiting<Command> {
  readonly command: Command
  readonly stamp: Stamp
  readonly cause: string | null
}

/** The result of one transaction on one private draft: the events of other tabs and those of the waiting commands. */
export interface Batch<State, Event, Rejection> {
  readonly state: State
  readonly cursor: number
  /** Foreign and own events, in order. */
  readonly events: readonly Recorded<Event>[]
  readonly own: readonly Recorded<Event>[]
  /** Foreign events that cannot be read. The fold skips them, and the engine sets them aside afterwards. */
  readonly unread: readonly UnreadEvent[]
  /** One for each command, in order. */
  readonly results: readonly Parsed<readonly Recorded<Event>[], CommandError<Rejection>>[]
  /**
   * Bugs of ours, each of which has failed its command: an error that `decide` threw, or an event that could not be
   * read back.
   */
  readonly thrown: readonly unknown[]
}

/** The log holds events that this release cannot read, so it must not go on deciding. */
export class NewerLogError extends Error {
  override readonly name = "NewerLogError"
}

/** Runs inside the transaction, so it is synchronous. It changes nothing outside until the transaction is complete. */
export const planBatch = <State, Command, Event extends AnyEvent, Rejection>(
  model: LogModel<State, Command, Event, Rejection>,
  state: State,
  cursor: number,
  tail: readonly StoredEvent[],
  waiting: readonly Waiting<Command>[],
): Batch<State, Event, Rejection> => {
  const foreign = foldStored(model, model.registry, state, cursor, tail)
  if (foreign.newer !== null) {
    const { seq, type, v } = foreign.newer
    throw new NewerLogError(`event ${seq} (${type}, version ${v})`)
  }
  const draft = new Draft()
  const events: Recorded<Event>[] = []
  const own: Recorded<Event>[] = []
  const thrown: unknown[] = []
  let next = foreign.state
  let seq = cursor + tail.length
  const results = waiting.map((item): Batch<State, Event, Rejection>["results"][number] => {
    const decision = decideAlone(model, item, next, thrown)
    if (!decision.ok) return decision
    const recorded = decision.value.map((event, index) => record(model, event, item, next, seq + index + 1, index))
    // An event that cannot be read back would be damage in every tab. This bug of ours fails one command instead.
    const reread = recorded.flatMap((event) => readBack(model, event, thrown))
    if (reread.length < recorded.length) return invalid(commandError("defect"))
    seq += recorded.length
    // Evolves the events as every other tab will read them, so that the live state is the fold of the log.
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

const readBack = <Event extends AnyEvent>(
  { registry }: Pick<FoldModel<unknown, Event>, "registry">,
  event: Recorded<Event>,
  thrown: unknown[],
): readonly Recorded<Event>[] => {
  const read = registry.read(event)
  if (read.ok) return [read.value]
  thrown.push(new Error(`${event.type} cannot be read back: ${JSON.stringify(read.reason)}`))
  return []
}

/** A decide that throws rejects its own command alone. */
const decideAlone = <State, Command, Event extends AnyEvent, Rejection>(
  model: LogModel<State, Command, Event, Rejection>,
  { command, stamp }: Waiting<Command>,
  state: State,
  thrown: unknown[],
): Parsed<readonly Event[], CommandError<Rejection>> => {
  try {
    const decision = model.decide(command, state, stamp)
    return decision.ok
      ? decision
      : invalid(new CommandError({ reason: "rejected", rejection: decision.reason, storage: null }))
  } catch (bug) {
    thrown.push(bug)
    return invalid(commandError("defect"))
  }
}

const record = <State, Command, Event extends AnyEvent, Rejection>(
  model: LogModel<State, Command, Event, Rejection>,
  event: Event,
  { stamp, cause }: Waiting<Command>,
  state: State,
  seq: number,
  index: number,
): Recorded<Event> => ({
  ...event,
  seq,
  id: `${stamp.id}.${index}`,
  v: model.registry.version(event.type),
  at: stamp.at,
  account: model.account(state),
  tab: stamp.tab,
  cause: cause ?? model.cause(event),
})
