import type { RefObject } from "react"
import { type LanDeviceView, lanDeviceAt } from "../../../domain/views/lan.ts"
import { didsOf } from "../../../domain/views/unlisted.ts"
import { useClient } from "../../client/provider.ts"
import { useLongPress } from "../../devices/longPress.ts"
import { openMenuOf, type Pressed, useMoving } from "../../devices/moving.ts"
import { useOpened } from "../../devices/opened.ts"
import { useSelection } from "../../devices/selection.ts"
import { useOpenDialog } from "../../dialogs/useOpenDialog.ts"
import { useWide } from "../../ui/useMedia.ts"
import type { WindowedRows } from "../../ui/windowed.ts"
import { targetOf, useConnect } from "../../viewer/useConnect.ts"
import { isAskable } from "./askable.ts"

/** The ids by which devices are chosen, as in the list of an account, of devices by their ids on the network; as they are now. */
const useDidsNow = () => {
  const { start } = useClient()
  return (ids: readonly string[]): readonly string[] => {
    const now = start.get()
    return now.phase === "ready" ? didsOf(now.handle.state(), ids) : []
  }
}

/** What a press on a device does: opens it, or chooses it as file managers do. */
export const useLanPress = (did: string, ids: readonly string[]) => {
  const { open } = useOpened()
  const { isChoosing, toggle, extend } = useSelection()
  const didsNow = useDidsNow()
  return ({ ctrlKey, metaKey, shiftKey }: { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }) => {
    if (shiftKey) extend(did, didsNow(ids))
    else if (ctrlKey || metaKey || isChoosing) toggle(did)
    else open(did)
  }
}

/** What keys and fingers do among the devices of this network: as in the list of an account, without what only an account can do (DEVICE-17). */
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
  const { isChoosing, toggle, extend, extendTo, choose, clear } = useSelection()
  const didsNow = useDidsNow()
  const deviceNow = (id: string): LanDeviceView | null => {
    const now = start.get()
    return now.phase === "ready" ? lanDeviceAt(now.handle.state(), id) : null
  }
  const act = ({ event: { key: pressed, shiftKey }, id, row }: Pressed): boolean => {
    const key = pressed.toLowerCase()
    const device = deviceNow(id)
    if (key === "m") openMenuOf(row)
    else if (key === "x" && device !== null) shiftKey ? extend(device.did, didsNow(ids)) : toggle(device.did)
    else if (key === "w" && isAskable(device)) openDialog("wakeOverLan", { subject: id })
    else if (key === "c" && device?.known === "now") connect(targetOf(device))
    else return key === "w" || key === "c"
    return true
  }
  const press = (pressed: Pressed): boolean => {
    const { key, ctrlKey, metaKey, altKey } = pressed.event
    if (altKey) return false
    if (ctrlKey || metaKey) {
      if (key.toLowerCase() !== "a") return false
      choose(didsNow(ids))
      return true
    }
    if (key === "Escape" && isChoosing) clear()
    else if (key === "Escape" && opened.did !== null) opened.close()
    else return pressed.letters && act(pressed)
    return true
  }
  const onMoved = (from: string | null, to: string, extends_: boolean) => {
    // The page beside the list follows.
    const device = deviceNow(to)
    if (device === null) return
    if (wide && opened.did !== null) opened.open(device.did)
    const before = from === null ? null : deviceNow(from)
    if (extends_ && before !== null) extendTo(before.did, device.did, didsNow(ids))
  }
  const { hears, ...moving } = useMoving(list, ids, rows, { press, onMoved })
  const onLong = (id: string) => {
    const device = deviceNow(id)
    if (device !== null) toggle(device.did)
  }
  return { ...moving, hears: { ...hears, ...useLongPress(onLong) } }
}
