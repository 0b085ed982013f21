import { useCallback } from "react"
import { unsentCount } from "../../domain/views/outbox.ts"
import { useView } from "../client/client.ts"
import { useLeave } from "./useLeave.ts"
import { useOpenDialog } from "./useOpenDialog.ts"

/** Logs out. Asks first when some actions were not sent yet (LAYOUT-3). */
export const useLogOut = (): { readonly logOut: () => void; readonly isLeaving: boolean } => {
  const open = useOpenDialog()
  const unsent = useView(unsentCount) ?? 0
  const { leave, isLeaving } = useLeave()
  const logOut = useCallback(() => (unsent > 0 ? open("logout") : leave("keep")), [leave, open, unsent])
  return { logOut, isLeaving }
}
