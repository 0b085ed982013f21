import { Draft } from "../event/draft.ts"
import { type Folding, NewerEvent } from "../log/ndjson.ts"
import { model } from "./decider.ts"
import { registry } from "./events.ts"
import type { State } from "./state.ts"
import { salvagedState, unpackedState } from "./stored.ts"

export interface ModelFolding extends Folding {
  readonly state: () => State
}

/** Folds stored events of any version into the state of the product. Throws on an unreadable event. */
export const foldModel = (): ModelFolding => {
  let draft = new Draft()
  let state = model.initialState
  return {
    state: () => {
      draft = new Draft()
      return state
    },
    begin: (base) => {
      if (base === null) return true
      const kept = unpackedState(base) ?? salvagedState(base)
      if (kept === null) return false
      state = kept
      return true
    },
    add: (event) => {
      const read = registry.read(event)
      if (!read.ok) {
        if (read.reason.kind === "newer") throw new NewerEvent("newer event type or version")
        throw new TypeError(`${read.reason.problem}: ${read.reason.detail}`)
      }
      state = model.evolve(state, read.value, draft)
    },
  }
}
