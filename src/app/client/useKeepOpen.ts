import { useEffect } from "react"
import { useTranslation } from "react-i18next"
import { isCutOffByClosing } from "../../domain/views/firmware.ts"
import { useView } from "./client.ts"

/** Has the window ask before it closes while an update runs, which would be cut off (DESK-5). */
export const useKeepOpen = (): void => {
  const { t } = useTranslation()
  const isNeeded = useView(isCutOffByClosing) === true
  const why = isNeeded ? t("dialog.firmware.keepOpen") : ""
  useEffect(() => {
    if (why === "") return
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault()
      // Browsers show words of their own; the window of the program shows these.
      event.returnValue = why
    }
    window.addEventListener("beforeunload", ask)
    return () => window.removeEventListener("beforeunload", ask)
  }, [why])
}
