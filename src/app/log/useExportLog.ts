import { useCallback, useState } from "react"
import { useAsk } from "../toasts/useAsk.ts"
import { useToast } from "../toasts/useToast.ts"

/** Saves the log as a file and says when it is done. */
export const useExportLog = (): { readonly save: () => void; readonly isPending: boolean } => {
  const ask = useAsk()
  const toast = useToast()
  const [isPending, setPending] = useState(false)
  const save = useCallback(() => {
    const done = () => {
      setPending(false)
      toast({ kind: "success", message: "common.success.logExported" })
    }
    setPending(true)
    ask({ type: "ExportLog" }, done, () => setPending(false))
  }, [ask, toast])
  return { save, isPending }
}
