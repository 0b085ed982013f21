import { useEffect, useState } from "react"
import { whileWanted } from "../loading/whileWanted.ts"

const look = async () => (await import("../../adapters/workers/refusal.ts")).areWorkersRefused()

/** Whether this browser starts no worker; false while that is not known, or not `isWanted`. */
export const useWorkerFault = (isWanted: boolean): boolean => {
  const [found, setFound] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    const { tell, forget } = whileWanted(setFound)
    look().then(tell, () => {})
    return () => {
      forget()
      setFound(false)
    }
  }, [isWanted])
  return found
}
