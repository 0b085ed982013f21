import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import { useSend } from "../client/client.ts"
import { changeLanguage } from "../i18n/i18n.ts"
import type { LanguageCode } from "../i18n/languages.ts"
import { useToast } from "../toasts/useToast.ts"

/** Changes the language of the page; says so when its texts cannot be loaded, and keeps the old one. */
export const useChooseLanguage = (): ((code: LanguageCode) => void) => {
  const { t } = useTranslation()
  const send = useSend()
  const toast = useToast()
  return useCallback(
    (code: LanguageCode) => {
      const message = "common.language.failed"
      changeLanguage(code).then(
        () => send({ type: "SetPreference", key: "language", value: code }),
        () => toast({ kind: "error", text: t(message), message }),
      )
    },
    [send, t, toast],
  )
}
