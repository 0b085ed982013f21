import { sameView } from "./sameView.ts"

export type View<State, Shown> = (state: State, now: number) => Shown

/** The last output of a view, and the inputs that the view read for it. */
export interface Look<State, Shown> {
  readonly view: View<State, Shown>
  readonly now: number
  /** The slices that the view read, by name. */
  readonly slices: ReadonlyMap<PropertyKey, unknown>
  readonly shown: Shown
}

/**
 * Runs a view over the state. Unchanged parts of the state stay the same objects, so a view whose slices are the same
 * does not run again. When a view returns equal data, this returns the object from before.
 */
export const lookAgain = <State extends object, Shown>(
  last: Look<State, Shown> | undefined,
  view: View<State, Shown>,
  state: State,
  now: number,
): Look<State, Shown> => {
  if (last !== undefined && last.view === view && last.now === now && isUnchanged(last.slices, state)) return last
  const slices = new Map<PropertyKey, unknown>()
  const watched = new Proxy(state, {
    get: (target, key) => {
      const slice: unknown = Reflect.get(target, key)
      slices.set(key, slice)
      return slice
    },
  })
  const next = view(watched, now)
  const shown = last !== undefined && sameView(last.shown, next) ? last.shown : next
  return { view, now, slices, shown }
}

const isUnchanged = (slices: ReadonlyMap<PropertyKey, unknown>, state: object): boolean => {
  for (const [key, slice] of slices) if (Reflect.get(state, key) !== slice) return false
  return true
}
