import { useEffect, useEffectEvent } from "react"
import { useHandle } from "../../client/client.ts"

/** Calls `hear` when somebody who was signed out is signed in by another tab. */
export const useSignedInElsewhere = (hear: () => void): void => {
  const handle = useHandle()
  const heard = useEffectEvent(hear)
  useEffect(
    () =>
      handle?.onEvents((events, { session }) => {
        if (session.current !== null) return
        if (events.some(({ type, tab }) => type === "SignedIn" && tab !== handle.tab)) heard()
      }),
    [handle],
  )
}
