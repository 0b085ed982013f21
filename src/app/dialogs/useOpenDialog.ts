import { useCallback } from "react"
import { type DialogAbout, useShowDialog } from "../client/dialog.ts"
import type { DialogName } from "../client/opened.ts"
import { dialogs } from "./registry.ts"
import { useFetched } from "./useFetched.ts"

export type OpenDialog = (name: DialogName, about?: DialogAbout) => void

/** Opens a dialog from anywhere below the client; nothing needs to be passed down for it. */
export const useOpenDialog = (): OpenDialog => {
  const show = useShowDialog()
  const fetched = useFetched()
  return useCallback((name, about = {}) => fetched(dialogs[name], () => show(name, about)), [fetched, show])
}
