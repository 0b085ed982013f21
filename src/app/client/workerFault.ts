import { useEffect, useState } from "react"
import { whileWanted } from "../loading/whileWanted.ts"

const look = async () => (await import("../../adapters/workers/refusal.ts")).areWorkersRefused()

/** True when this browser starts no worker. False while that is unknown, or when `isWanted` is false. */
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
