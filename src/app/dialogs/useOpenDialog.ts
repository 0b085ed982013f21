import { useCallback } from "react"
import type { DialogName } from "../../domain/values/dialogs.ts"
import { type DialogAbout, useShowDialog } from "../client/dialog.ts"
import { dialogs } from "./registry.ts"
import { useFetched } from "./useFetched.ts"

export type OpenDialog = (name: DialogName, about?: DialogAbout) => void

/** Opens a dialog from anywhere below the client; nothing needs to be passed down for it. */
export const useOpenDialog = (): OpenDialog => {
  const show = useShowDialog()
  const fetched = useFetched()
  return useCallback((name, about = {}) => fetched(dialogs[name], () => show(name, about)), [fetched, show])
}
