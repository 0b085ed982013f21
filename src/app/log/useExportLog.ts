import { useCallback, useState } from "react"
import { useAsk } from "../toasts/useAsk.ts"
import { useLoadingToast } from "../toasts/useLoadingToast.ts"
import { useToast } from "../toasts/useToast.ts"

/** Saves the log as a file. A toast reports the end, and for a long log also that saving goes on. */
export const useExportLog = (): { readonly save: () => void; readonly isPending: boolean } => {
  const ask = useAsk()
  const toast = useToast()
  const { begin, end } = useLoadingToast()
  const [isPending, setPending] = useState(false)
  const save = useCallback(() => {
    const settle = () => {
      end()
      setPending(false)
    }
    const done = () => {
      settle()
      toast({ kind: "success", message: "common.success.logExported" })
    }
    setPending(true)
    begin("common.toast.exporting")
    ask({ type: "ExportLog" }, done, settle)
  }, [ask, toast, begin, end])
  return { save, isPending }
}
