import { useEffect, useEffectEvent } from "react"
import { type AccountKey, accountKey } from "../../../domain/values/identity.ts"
import { useHandle } from "../../client/client.ts"

/** Calls `hear` with the account that another tab signs in while none is. */
export const useSignedInElsewhere = (hear: (account: AccountKey) => void): void => {
  const handle = useHandle()
  const heard = useEffectEvent(hear)
  useEffect(
    () =>
      handle?.onEvents((events, { session }) => {
        if (session.current !== null) return
        for (const { type, tab, payload } of events)
          if (type === "SignedIn" && tab !== handle.tab) heard(accountKey(payload))
      }),
    [handle],
  )
}
