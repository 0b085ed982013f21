import { useEffect, useState } from "react"
import { useStart } from "../client/client.ts"

/** How many rows of this browser's log could not be read and are kept aside; 0 until that is known. */
export const useAside = (): number => {
  const start = useStart()
  const log = start.phase === "ready" ? start.handle.log : null
  const [count, setCount] = useState(0)
  useEffect(() => {
    let wanted = true
    const tell = (found: number) => {
      if (wanted) setCount(found)
    }
    log?.aside().then(tell, () => tell(0))
    return () => {
      wanted = false
    }
  }, [log])
  return count
}
