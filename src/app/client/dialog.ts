import { useCallback } from "react"
import type { DialogName } from "../../domain/values/dialogs.ts"
import { useSend } from "./client.ts"
import type { ClientHandle } from "./handle.ts"
import type { OpenedDialog } from "./overlays.ts"
import { useClient } from "./provider.ts"
import { useStore } from "./store.ts"

/**
 * The subject of a dialog (the id of a device, an account or an action), and the devices that were chosen for a batch.
 */
export interface DialogAbout {
  readonly subject?: string
  readonly among?: readonly string[]
}

export const useOpenedDialog = (): OpenedDialog | null => useStore(useClient().dialog)

const sessionIn = ({ state }: ClientHandle): string | null => state().session.current?.id ?? null

/** Shows a dialog at once and records that it was opened (EVENT-1). */
export const useShowDialog = () => {
  const { dialog, start, whenReady } = useClient()
  const send = useSend()
  return useCallback(
    (name: DialogName, { subject = "", among = [] }: DialogAbout) => {
      const now = start.get()
      const session = now.phase === "ready" ? sessionIn(now.handle) : undefined
      const opening = (dialog.get()?.opening ?? 0) + 1
      dialog.set({ name, subject, among, isOpen: true, session, opening })
      if (session === undefined)
        whenReady((handle) => {
          const opened = dialog.get()
          if (opened?.opening === opening) dialog.set({ ...opened, session: sessionIn(handle) })
        })
      send({ type: "OpenDialog", dialog: name, about: subject === "" ? null : subject, among })
    },
    [dialog, send, start, whenReady],
  )
}

/** Closes the open dialog and records it. */
export const useCloseDialog = () => {
  const { dialog } = useClient()
  const send = useSend()
  return useCallback(() => {
    const opened = dialog.get()
    if (opened === null || !opened.isOpen) return
    dialog.set({ ...opened, isOpen: false })
    send({ type: "CloseDialog", dialog: opened.name })
  }, [dialog, send])
}
