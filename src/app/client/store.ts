import { useSyncExternalStore } from "react"
import { Listeners } from "../../domain/values/listeners.ts"

/** A value that screens watch. */
export interface Store<Value> {
  readonly get: () => Value
  readonly set: (next: Value) => void
  readonly subscribe: (listener: () => void) => () => void
}

export const createStore = <Value>(initial: Value): Store<Value> => {
  let value = initial
  const listeners = new Listeners()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      listeners.call()
    },
    subscribe: listeners.add,
  }
}

export const useStore = <Value>(store: Store<Value>): Value => useSyncExternalStore(store.subscribe, store.get)
