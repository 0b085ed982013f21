import { useEffect, useState } from "react"
import { useDeployment } from "../../client/client.ts"

/** How long the native side beside a page may take to answer and to tell what it sees, ms. */
const TOLD_WITHIN_MS = 2_000

/**
 * Whether the native side had its time: what is said of its absence before would have to be taken back, and would move
 * the page twice. Where the deployment has none there is nothing to wait for.
 */
export const useSettled = (): boolean => {
  const { bridgeUrl } = useDeployment()
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), TOLD_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [])
  return isOver || bridgeUrl === null
}
