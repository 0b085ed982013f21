import { Context, Effect, Layer } from "effect"
import type { State } from "../../product/state.ts"
import type { LanTarget } from "../../values/lanTarget.ts"
import { Listeners } from "../../values/listeners.ts"
import { Inbox } from "../inbox.ts"
import { ManualTrigger } from "../triggers.ts"

/** A requested scan and its progress. */
export interface RunningScan {
  readonly scan: string
  readonly targets: readonly LanTarget[]
  readonly total: number
  /** Addresses in the parts before the current one, and the current part. */
  before: number
  part: { readonly size: number; done: number; ended: boolean }
  stopped: "cancelled" | "lost" | null
}

interface Memory {
  /** Requested scans that have not begun. */
  readonly asked: Inbox<RunningScan>
  current: RunningScan | null
  /** Fires on progress, for the waiting loop and for the views of this tab. */
  readonly stirred: ManualTrigger
  readonly changed: Effect.Effect<void>
  /** The state with the progress of this tab's scan. */
  readonly shown: (state: State) => State
  readonly onChange: (listener: () => void) => () => void
}

/** The memory of a tab about its scan for devices. It changes five times a second, so it is kept beside the log. */
export class Scanning extends Context.Service<Scanning, Memory>()("sightline/Scanning") {
  static readonly layer = Layer.sync(Scanning, () => {
    const listeners = new Listeners()
    const stirred = new ManualTrigger()
    const show = makeShown()
    const memory: Memory = {
      asked: new Inbox(),
      current: null,
      stirred,
      changed: Effect.suspend(() => {
        listeners.call()
        return stirred.fire
      }),
      shown: (state) => show(state, memory.current),
      onChange: listeners.add,
    }
    return memory
  })
}

export const doneOf = ({ before, part, total }: RunningScan): number =>
  Math.min(total, before + Math.min(part.size, part.done))

/** Returns the same object while neither the state nor the progress changes. */
const makeShown = () => {
  let last: { readonly state: State; readonly scan: string; readonly done: number; readonly shown: State } | undefined
  return (state: State, current: RunningScan | null): State => {
    const { scan } = state.lan
    if (current === null || scan === null || scan.id !== current.scan || scan.end !== null) return state
    const done = doneOf(current)
    if (last?.state === state && last.done === done && last.scan === scan.id) return last.shown
    last = { state, scan: scan.id, done, shown: { ...state, lan: { ...state.lan, scan: { ...scan, done } } } }
    return last.shown
  }
}
