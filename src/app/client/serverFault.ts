import { useEffect, useState } from "react"
import type { ServerFault } from "../../adapters/cloud/diagnosis.ts"
import type { ServerUrl } from "../../domain/values/serverUrl.ts"
import { whileWanted } from "../loading/whileWanted.ts"

/** Fetched only after a failure, so that no form waits for this code. */
const look = async (server: ServerUrl) => (await import("../../adapters/cloud/diagnosis.ts")).faultOf(server)

/** The reason why a server could not be used; null while it is unknown, or when `server` is null. */
export const useServerFault = (server: ServerUrl | null): ServerFault | null => {
  const [found, setFound] = useState<{ readonly server: ServerUrl; readonly fault: ServerFault | null } | null>(null)
  useEffect(() => {
    if (server === null) return
    const { tell, forget } = whileWanted((fault: ServerFault | null) => setFound({ server, fault }))
    look(server).then(tell, () => {})
    return () => {
      forget()
      setFound(null)
    }
  }, [server])
  return found !== null && found.server === server ? found.fault : null
}
