import { Draft } from "../event/draft.ts"
import { type Folding, NewerEvent } from "../log/ndjson.ts"
import { LIST_MAX_ENTRIES } from "../values/limits.ts"
import { ReadableMap } from "../values/persistentMap.ts"
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
    excess: () => excessIn(state),
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

/** The state, a slice, and a plain part of it. */
const LEVELS = 3

const excessIn = (value: object, name = "", levels = LEVELS): string | null => {
  if (value instanceof Map || value instanceof ReadableMap) return value.size > LIST_MAX_ENTRIES ? name : null
  if (Array.isArray(value)) return value.length > LIST_MAX_ENTRIES ? name : null
  if (levels === 0) return null
  for (const [key, part] of Object.entries(value)) {
    const isPart = typeof part === "object" && part !== null
    const excess = isPart ? excessIn(part, name === "" ? key : `${name}.${key}`, levels - 1) : null
    if (excess !== null) return excess
  }
  return null
}
