import { useEffect, useState } from "react"
import { useHandle } from "../client/client.ts"
import { whileWanted } from "../loading/whileWanted.ts"

/** The code of a sent invitation; undefined during the lookup, null when it is lost or erased. */
export const useInvitationCode = (action: string | null): string | null | undefined => {
  const handle = useHandle()
  const [known, setKnown] = useState<{ readonly action: string; readonly code: string | null }>()
  useEffect(() => {
    if (action === null || handle === undefined) return
    const { tell, forget } = whileWanted((code: string | null) => setKnown({ action, code }))
    handle.invitationCode(action, tell)
    return forget
  }, [action, handle])
  return known?.action === action ? known?.code : undefined
}
