import { Draft } from "../decider/draft.ts"
import type { Folding } from "../log/ndjson.ts"
import { model } from "./decider.ts"
import { registry } from "./events.ts"
import type { State } from "./state.ts"

export interface ModelFolding extends Folding {
  readonly state: () => State
}

/** Folds stored events of any version into the state of the product; throws on one that cannot be read. */
export const foldModel = (): ModelFolding => {
  const draft = new Draft()
  let state = model.initialState
  return {
    state: () => state,
    add: (event) => {
      const read = registry.read(event)
      if (!read.ok) {
        const { kind } = read.reason
        throw new TypeError("problem" in read.reason ? read.reason.problem : `${kind} event type or version`)
      }
      state = model.evolve(state, read.value, draft)
    },
  }
}
