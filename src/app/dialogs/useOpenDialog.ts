import { useCallback, useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import type { DialogName } from "../../domain/values/dialogs.ts"
import { type DialogAbout, useShowDialog } from "../client/dialog.ts"
import type { LaterPart } from "../loading/overlay.ts"
import { useToast } from "../toasts/useToast.ts"
import { dialogs } from "./registry.ts"

/**
 * Runs `go` once the code of a part is loaded, at once where it already is. If it cannot be loaded (offline before the
 * app was stored, or replaced by a new version) a toast reports it and offers to try again, and the page stays as it
 * is. Only the latest call of a screen counts, and none after the screen has gone.
 */
const useFetched = (): ((part: Pick<LaterPart<never>, "isHere" | "fetch">, go: () => void) => void) => {
  const { t } = useTranslation()
  const toast = useToast()
  const wish = useRef(0)
  useEffect(
    () => () => {
      wish.current += 1
    },
    [],
  )
  return useCallback(
    (part, go) => {
      const attempt = () => {
        wish.current += 1
        const own = wish.current
        if (part.isHere()) return go()
        const unlessLate = (then: () => void) => () => {
          if (own === wish.current) then()
        }
        const action = { label: t("common.action.tryAgain"), onPress: unlessLate(attempt) }
        const tell = () => toast({ kind: "error", message: "common.error.partFailed", action })
        part.fetch().then(unlessLate(go), unlessLate(tell))
      }
      attempt()
    },
    [t, toast],
  )
}

export type OpenDialog = (name: DialogName, about?: DialogAbout) => void

/** Opens a dialog from any component below the client. No props are needed for it. */
export const useOpenDialog = (): OpenDialog => {
  const show = useShowDialog()
  const fetched = useFetched()
  return useCallback((name, about = {}) => fetched(dialogs[name], () => show(name, about)), [fetched, show])
}
