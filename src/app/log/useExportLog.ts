import { useCallback, useState } from "react"
import { useTranslation } from "react-i18next"
import { useAsk } from "../toasts/useAsk.ts"
import { useToast } from "../toasts/useToast.ts"

/** Saves the log as a file and says when it is done. */
export const useExportLog = (): { readonly save: () => void; readonly isPending: boolean } => {
  const { t } = useTranslation()
  const ask = useAsk()
  const toast = useToast()
  const [isPending, setPending] = useState(false)
  const save = useCallback(() => {
    const message = "common.success.logExported"
    const done = () => {
      setPending(false)
      toast({ kind: "success", text: t(message), message })
    }
    setPending(true)
    ask({ type: "ExportLog" }, done, () => setPending(false))
  }, [ask, t, toast])
  return { save, isPending }
}
