import { useCallback } from "react"
import { useSend } from "../client/client.ts"
import { changeLanguage } from "../i18n/i18n.ts"
import type { LanguageCode } from "../i18n/languages.ts"
import { useToast } from "../toasts/useToast.ts"

/**
 * Changes the language of the page. If its texts cannot be loaded, keeps the old language and shows that in a toast.
 */
export const useChooseLanguage = (): ((code: LanguageCode) => void) => {
  const send = useSend()
  const toast = useToast()
  return useCallback(
    (code: LanguageCode) => {
      changeLanguage(code).then(
        () => send({ type: "SetPreference", key: "language", value: code }),
        () => toast({ kind: "error", message: "common.language.failed" }),
      )
    },
    [send, toast],
  )
}
