import { useLayoutEffect, useRef } from "react"

/** Steps that the picture has not reached yet. */
export interface PendingSteps {
  /** The target of the last step. */
  readonly to: number
  /** The places at which the picture may still be on its way there; empty once it has arrived. */
  readonly places: ReadonlySet<number>
}

export const noWay: PendingSteps = { to: 0, places: new Set() }

/**
 * The start of the next step: the target of the last one while the picture is on its way there, else the shown place.
 */
export const placeOn = ({ to, places }: PendingSteps, shown: number): number => (places.has(shown) ? to : shown)

export const ledOn = ({ places }: PendingSteps, shown: number, to: number): PendingSteps => ({
  to,
  places: places.has(shown) ? new Set([...places, to]) : new Set([shown, to]),
})

/**
 * The pending steps after another picture. A picture that is on no pending step was chosen elsewhere, which ends the
 * steps.
 */
export const seenOn = (way: PendingSteps, shown: number): PendingSteps =>
  shown === way.to || !way.places.has(shown) ? noWay : way

/**
 * Keys come faster than pictures. Each step starts at the target of the one before, however late the picture is, unless
 * the person chose another place meanwhile. Returns the start of the next step, and a function that takes its target.
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
