import type { ParseKeys } from "i18next"
import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import { useSend } from "../client/client.ts"
import type { ToastContent } from "../ui/toasts.ts"
import { handOn } from "./line.ts"

export interface Saying extends Omit<ToastContent, "text"> {
  /** The key of its text, and the names and figures in it: what the log keeps of a toast (EVENT-1). */
  readonly message: ParseKeys
  readonly params?: Readonly<Record<string, string>>
}

/** Shows a toast, in the language of the page at that moment, and records it. */
export const useToast = (): ((saying: Saying) => void) => {
  const { i18n } = useTranslation()
  const send = useSend()
  return useCallback(
    ({ message, params = {}, ...content }: Saying) => {
      // A text that is missing reads as its key, as everywhere.
      handOn({ ...content, text: i18n.t(message, { ...params, defaultValue: message }) })
      send({ type: "ShowToast", kind: content.kind, message, params })
    },
    [i18n, send],
  )
}
