import type { RefObject } from "react"
import { type LanDeviceView, lanDeviceAt } from "../../../domain/views/lan.ts"
import { useClient } from "../../client/provider.ts"
import { openMenuOf, type Pressed, useMoving } from "../../devices/moving.ts"
import { useOpened } from "../../devices/opened.ts"
import { useOpenDialog } from "../../dialogs/useOpenDialog.ts"
import { useWide } from "../../ui/useMedia.ts"
import type { WindowedRows } from "../../ui/windowed.ts"
import { targetOf, useConnect } from "../../viewer/useConnect.ts"
import { isAskable } from "./askable.ts"

/** What keys do among the devices of this network: as in the list of an account, without what only an account can do (DEVICE-17). */
export const useLanDeviceKeys = (
  list: RefObject<HTMLElement | null>,
  ids: readonly string[],
  rows: Pick<WindowedRows, "columns" | "first" | "last" | "reveal">,
) => {
  const { start } = useClient()
  const openDialog = useOpenDialog()
  const connect = useConnect()
  const opened = useOpened()
  const wide = useWide()
  const deviceNow = (id: string): LanDeviceView | null => {
    const now = start.get()
    return now.phase === "ready" ? lanDeviceAt(now.handle.state(), id) : null
  }
  const act = (key: string, id: string, row: HTMLElement): boolean => {
    const device = deviceNow(id)
    if (key === "m") openMenuOf(row)
    else if (key === "w" && isAskable(device)) openDialog("wakeOverLan", { subject: id })
    else if (key === "c" && device?.known === "now") connect(targetOf(device))
    else return key === "w" || key === "c"
    return true
  }
  const press = ({ event: { key, ctrlKey, metaKey, altKey }, row, id, letters }: Pressed): boolean => {
    if (altKey || ctrlKey || metaKey) return false
    if (key === "Escape" && opened.did !== null) opened.close()
    else return letters && act(key.toLowerCase(), id, row)
    return true
  }
  const onMoved = (_from: string | null, to: string) => {
    // The page beside the list follows.
    const device = deviceNow(to)
    if (wide && opened.did !== null && device !== null) opened.open(device.did)
  }
  return useMoving(list, ids, rows, { press, onMoved })
}
