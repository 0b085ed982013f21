import { useLayoutEffect, useRef } from "react"
import { ledOn, noWay, placeOn, seenOn } from "./way.ts"

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
