import { useLayoutEffect, useRef } from "react"

/** Steps that the picture has not followed yet. */
export interface PendingSteps {
  /** Where the last step led. */
  readonly to: number
  /** Where the picture may still be on its way there; empty once it has arrived. */
  readonly places: ReadonlySet<number>
}

export const noWay: PendingSteps = { to: 0, places: new Set() }

/** Where the next step goes on from: the last one's end while the picture is on its way there, else what is shown. */
export const placeOn = ({ to, places }: PendingSteps, shown: number): number => (places.has(shown) ? to : shown)

export const ledOn = ({ places }: PendingSteps, shown: number, to: number): PendingSteps => ({
  to,
  places: places.has(shown) ? new Set([...places, to]) : new Set([shown, to]),
})

/** After another picture. One that is on no way was chosen elsewhere, and the steps before it are over. */
export const seenOn = (way: PendingSteps, shown: number): PendingSteps =>
  shown === way.to || !way.places.has(shown) ? noWay : way

/**
 * Keys come faster than pictures: each goes on from where the one before led, however late the picture is, unless another
 * place was chosen meanwhile. Gives where to go on from, and takes where a step led.
 */
export const useStep = (shown: number) => {
  const way = useRef(noWay)
  const latest = useRef(shown)
  useLayoutEffect(() => {
    latest.current = shown
    way.current = seenOn(way.current, shown)
  }, [shown])
  return {
    from: () => placeOn(way.current, latest.current),
    lead: (to: number) => {
      way.current = ledOn(way.current, latest.current, to)
    },
  }
}
