import { type ReactNode, useCallback, useState } from "react"
import { useNavigate } from "react-router-dom"
import { unsentCount } from "../../domain/views/outbox.ts"
import { useView } from "../client/client.ts"
import { Later, laterPart, useAhead } from "../dialogs/later.tsx"
import { useFetched } from "../dialogs/useFetched.ts"
import { useRecordedDialog } from "../dialogs/useRecordedDialog.ts"
import { useAsk } from "../toasts/useAsk.ts"

const logoutDialog = laterPart(() => import("../dialogs/LogoutDialog.tsx").then((m) => m.LogoutDialog))

/** Logging out asks first when actions were not sent yet (LAYOUT-3). Whoever uses it shows the dialog. */
export const useLogOut = (): {
  readonly logOut: () => void
  readonly isLeaving: boolean
  readonly dialog: ReactNode
} => {
  useAhead(logoutDialog.fetch)
  const fetched = useFetched()
  const ask = useAsk()
  const navigate = useNavigate()
  const unsent = useView(unsentCount) ?? 0
  const { isOpen, wasOpened, open, close } = useRecordedDialog("logout", null)
  const [isLeaving, setLeaving] = useState(false)
  const leave = useCallback(
    (unsentActions: "keep" | "discard") => {
      setLeaving(true)
      const end = () => setLeaving(false)
      ask({ type: "SignOut", unsent: unsentActions }, () => navigate("/signin"), end)
    },
    [ask, navigate],
  )
  const onLeave = (unsentActions: "keep" | "discard") => {
    close()
    leave(unsentActions)
  }
  return {
    logOut: () => (unsent > 0 ? fetched(logoutDialog, open) : leave("keep")),
    isLeaving,
    dialog: wasOpened && <Later of={logoutDialog} with={{ isOpen, count: unsent, onClose: close, onLeave }} />,
  }
}
