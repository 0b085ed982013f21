import type { RefObject } from "react"
import { lanDeviceAt } from "../../../domain/views/lan.ts"
import { useClient } from "../../client/provider.ts"
import { openMenuOf, type Pressed, useMoving } from "../../devices/moving.ts"
import { useOpenDialog } from "../../dialogs/useOpenDialog.ts"
import type { WindowedRows } from "../../ui/windowed.ts"
import { isAskable } from "./askable.ts"

/** What keys do among the devices of this network: as in the list of an account, without what only an account can do (DEVICE-17). */
export const useLanDeviceKeys = (
  list: RefObject<HTMLElement | null>,
  ids: readonly string[],
  rows: Pick<WindowedRows, "columns" | "first" | "last" | "reveal">,
) => {
  const { start } = useClient()
  const openDialog = useOpenDialog()
  const press = ({ event: { key, ctrlKey, metaKey, altKey }, row, id, letters }: Pressed): boolean => {
    if (!letters || altKey || ctrlKey || metaKey) return false
    const now = start.get()
    switch (key.toLowerCase()) {
      case "m":
        openMenuOf(row)
        return true
      case "w":
        if (now.phase === "ready" && isAskable(lanDeviceAt(now.handle.state(), id)))
          openDialog("wakeOverLan", { subject: id })
        return true
      default:
        return false
    }
  }
  return useMoving(list, ids, rows, { press })
}
