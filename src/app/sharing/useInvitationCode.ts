import { useEffect, useState } from "react"
import { useStart } from "../client/client.ts"

/** The code of an invitation that was sent: undefined while it is looked for, null when it is lost or erased. */
export const useInvitationCode = (action: string | null): string | null | undefined => {
  const start = useStart()
  const handle = start.phase === "ready" ? start.handle : undefined
  const [known, setKnown] = useState<{ readonly action: string; readonly code: string | null }>()
  useEffect(() => {
    if (action === null || handle === undefined) return
    let isHere = true
    handle.invitationCode(action, (code) => {
      if (isHere) setKnown({ action, code })
    })
    return () => {
      isHere = false
    }
  }, [action, handle])
  return known?.action === action ? known?.code : undefined
}
