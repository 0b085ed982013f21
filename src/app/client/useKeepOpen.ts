import { useEffect } from "react"
import { isCutOffByClosing } from "../../domain/views/firmware.ts"
import { useView } from "./client.ts"

/** Has the window ask before it closes while an update runs, which would be cut off (DESK-5). */
export const useKeepOpen = (): void => {
  const isNeeded = useView(isCutOffByClosing) === true
  useEffect(() => {
    if (!isNeeded) return
    const ask = (event: Event) => event.preventDefault()
    window.addEventListener("beforeunload", ask)
    return () => window.removeEventListener("beforeunload", ask)
  }, [isNeeded])
}
