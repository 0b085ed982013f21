import type { Parsed } from "../values/parsed.ts"
import type { Draft } from "./draft.ts"
import type { Envelope, Stamp } from "./event.ts"

/**
 * The pattern of every part of the domain (Chassaing). `decide` turns a command and the state into events or a
 * rejection, and the state is a fold of events. Both functions are synchronous and pure: time, identifiers and
 * randomness come from the stamp and the command.
 */
export interface Decider<State, Command, Event extends { readonly type: string }, Rejection> {
  readonly initialState: State
  readonly decide: (command: Command, state: State, stamp: Stamp) => Parsed<readonly Event[], Rejection>
  readonly evolve: (state: State, event: Event & Envelope, draft: Draft) => State
}
