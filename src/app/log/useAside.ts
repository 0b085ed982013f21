import { useEffect, useState } from "react"
import { useHandle } from "../client/client.ts"
import { whileWanted } from "../loading/whileWanted.ts"

/** How many rows of this browser's log could not be read and are kept aside; 0 until that is known. */
export const useAside = (): number => {
  const log = useHandle()?.log
  const [count, setCount] = useState(0)
  useEffect(() => {
    const { tell, forget } = whileWanted(setCount)
    log?.aside().then(tell, () => tell(0))
    return forget
  }, [log])
  return count
}
