import { useEffect, useState } from "react"
import { useHandle } from "../client/client.ts"
import { whileWanted } from "../loading/whileWanted.ts"

/** The number of rows of this browser's log that could not be read and are set aside; 0 until it is known. */
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
