import { useCallback } from "react"
import { useSend } from "../client/client.ts"
import type { ToastContent } from "../ui/toasts.ts"
import { handOn } from "./line.ts"

export interface Saying extends ToastContent {
  /** The key of the text, and the names and figures in it: what the log keeps of a toast (EVENT-1). */
  readonly message: string
  readonly params?: Readonly<Record<string, string>>
}

/** Shows a toast and records it. */
export const useToast = (): ((saying: Saying) => void) => {
  const send = useSend()
  return useCallback(
    ({ message, params = {}, ...content }: Saying) => {
      handOn(content)
      send({ type: "ShowToast", kind: content.kind, message, params })
    },
    [send],
  )
}
