import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import { useSend } from "../client/client.ts"
import type { Refused, Request } from "../client/handle.ts"
import { refusedKey } from "./refused.ts"
import { useToast } from "./useToast.ts"

/** Sends a request and says in a toast why it was refused, where no field is there to say it. */
export const useAsk = (): ((request: Request, done?: () => void, refused?: () => void) => void) => {
  const { t } = useTranslation()
  const send = useSend()
  const toast = useToast()
  return useCallback(
    (request: Request, done?: () => void, refused?: () => void) => {
      const tell = (reason: Refused) => {
        const message = refusedKey(reason)
        toast({ kind: "error", text: t(message), message })
        refused?.()
      }
      send(request, tell, done)
    },
    [send, t, toast],
  )
}
