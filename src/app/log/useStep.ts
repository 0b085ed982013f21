import { useRef } from "react"

/** How long a step stands before the picture has to have followed it, ms. */
const FOLLOWS_WITHIN_MS = 1_000

/**
 * Keys come faster than pictures: each goes on from where the one before led, whatever is shown yet. Gives where to go on
 * from, and takes where a step led.
 */
export const useStep = (shown: number) => {
  const led = useRef({ to: shown, at: Number.NEGATIVE_INFINITY })
  const isFresh = () => performance.now() - led.current.at < FOLLOWS_WITHIN_MS
  return {
    from: () => (isFresh() ? led.current.to : shown),
    lead: (to: number) => {
      led.current = { to, at: performance.now() }
    },
  }
}
