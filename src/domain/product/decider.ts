import type { Decider } from "../event/decider.ts"
import { type Command, decide, type Rejection } from "./decide.ts"
import type { Event } from "./events.ts"
import { evolve } from "./evolve.ts"
import { initialState, type State } from "./state.ts"

/** The whole product as one decider. The app, the replayer and the simulator run only this (EVENT-2). */
export const model: Decider<State, Command, Event, Rejection> = { initialState, decide, evolve }
