import { useCallback } from "react"
import { useSend } from "../client/client.ts"
import type { AppRequest, Refused } from "../client/handle.ts"
import { refusedKey } from "./refused.ts"
import { useToast } from "./useToast.ts"

/** Sends a request. A toast shows the reason of a refusal, for callers without a field that could show it. */
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
