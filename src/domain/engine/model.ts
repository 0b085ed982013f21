import type { Decider } from "../event/decider.ts"
import type { LogDamage } from "../log/damage.ts"
import type { Registry } from "../log/upcasting.ts"
import type { Durability } from "../ports/eventStore.ts"

/** The least that the engine must know of an event. */
export interface AnyEvent {
  readonly type: string
  readonly payload: unknown
}

/** The part of a model that folds a log and keeps its snapshots. */
export interface FoldModel<State, Event extends AnyEvent>
  extends Pick<Decider<State, never, Event, unknown>, "initialState" | "evolve"> {
  readonly registry: Registry<Event>
  /** Version of the shape of the state. A snapshot of another version is useless. */
  readonly version: number
  /** The state as plain data that survives structuredClone. */
  readonly pack: (state: State) => unknown
  /** Restores the state; null when the packed value was altered or holds no state. */
  readonly unpack: (packed: unknown) => State | null
}

/** All that the engine knows of a product: its decisions, its fold, and the envelope data of its events. */
export interface LogModel<State, Command, Event extends AnyEvent, Rejection>
  extends FoldModel<State, Event>,
    Decider<State, Command, Event, Rejection> {
  readonly durability: (command: Command) => Durability
  /** The signed-in account, under which the engine records events. */
  readonly account: (state: State) => string | null
  /** The cause that an event carries in its payload. */
  readonly cause: (event: Event) => string | null
  /** The command that records damage; `before` is the state when the damage was found. */
  readonly recordDamage: (found: LogDamage, before: State) => Command
}
