import { useCallback } from "react"
import { useSend } from "../client/client.ts"
import type { AppRequest, Refused } from "../client/handle.ts"
import { refusedKey } from "./refused.ts"
import { useToast } from "./useToast.ts"

/** Sends a request and says in a toast why it was refused, where no field is there to say it. */
export const useAsk = (): ((request: AppRequest, done?: () => void, refused?: () => void) => void) => {
  const send = useSend()
  const toast = useToast()
  return useCallback(
    (request: AppRequest, done?: () => void, refused?: () => void) => {
      const tell = (reason: Refused) => {
        toast({ kind: "error", message: refusedKey(reason) })
        refused?.()
      }
      send(request, tell, done)
    },
    [send, toast],
  )
}
