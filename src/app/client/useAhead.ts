import { useEffect } from "react"
import type { State } from "../../domain/product/state.ts"
import { useClient } from "./provider.ts"

/** Less than this is left to the page itself, ms. */
const SPARED_MS = 1

/**
 * Does work ahead while the page is idle, one small step after another, again for each `occasion`; null is none. In a
 * browser without idle callbacks the code that needs the work does it.
 */
export const useAhead = (work: (state: State) => Iterator<unknown>, occasion: unknown): void => {
  const { start } = useClient()
  useEffect(() => {
    const now = start.get()
    if (occasion === null || now.phase !== "ready" || !("requestIdleCallback" in window)) return
    const steps = work(now.handle.state())
    const go = (left: IdleDeadline) => {
      while (left.timeRemaining() > SPARED_MS) if (steps.next().done === true) return
      waiting = requestIdleCallback(go)
    }
    let waiting = requestIdleCallback(go)
    return () => cancelIdleCallback(waiting)
  }, [start, work, occasion])
}
