import { useEffect, useState } from "react"
import { faultOf, type ServerFault } from "../../adapters/cloud/diagnosis.ts"
import type { ServerUrl } from "../../domain/values/serverUrl.ts"
import { whileWanted } from "../loading/whileWanted.ts"

/** Why a server that a person just called could not be used; null while that is not known, or `server` is null. */
export const useServerFault = (server: ServerUrl | null): ServerFault | null => {
  const [found, setFound] = useState<{ readonly server: ServerUrl; readonly fault: ServerFault | null } | null>(null)
  useEffect(() => {
    if (server === null) return
    const { tell, forget } = whileWanted((fault: ServerFault | null) => setFound({ server, fault }))
    faultOf(server).then(tell)
    return () => {
      forget()
      setFound(null)
    }
  }, [server])
  return found !== null && found.server === server ? found.fault : null
}
