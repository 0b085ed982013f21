import { useEffect } from "react"
import { useClient } from "../client/provider.ts"

/** While the caller shows what becomes of a batch, no toast tells how it ended. */
export const useTelling = (batch: string): void => {
  const { telling } = useClient()
  useEffect(() => {
    telling.add(batch)
    return () => {
      telling.delete(batch)
    }
  }, [batch, telling])
}
