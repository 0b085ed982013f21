import type { RefObject } from "react"
import { unlistedView } from "../../../domain/views/unlisted.ts"
import { useClient } from "../../client/provider.ts"
import { useLongPress } from "../../devices/longPress.ts"
import { openMenuOf, type Pressed, useMoving } from "../../devices/moving.ts"
import { useOpened } from "../../devices/opened.ts"
import { useSelection } from "../../devices/selection.ts"
import { useOpenDialog } from "../../dialogs/useOpenDialog.ts"
import { useWide } from "../../ui/useMedia.ts"
import type { WindowedRows } from "../../ui/windowed.ts"
import { useConnectBound } from "../../viewer/useConnect.ts"
import { isAskable } from "../network/askable.ts"

/** The connection on this network of a device that is on no list of the account. */
const useUnlistedNow = () => {
  const { start } = useClient()
  return (did: string) => {
    const now = start.get()
    return now.phase === "ready" ? unlistedView(now.handle.state(), did) : null
  }
}

/** Keys and touches in the list: they move, select, open and start actions (DEVICE-17). */
export const useListKeys = (
  list: RefObject<HTMLElement | null>,
  ids: readonly string[],
  rows: Pick<WindowedRows, "columns" | "first" | "last" | "reveal">,
) => {
  const openDialog = useOpenDialog()
  const connect = useConnectBound()
  const opened = useOpened()
  const wide = useWide()
  const unlistedNow = useUnlistedNow()
  const { isChoosing, toggle, extend, extendTo, choose, clear } = useSelection()
  const wake = (did: string) => {
    const near = unlistedNow(did)
    if (near === null) openDialog("wake", { subject: did })
    else if (isAskable(near)) openDialog("wakeOverLan", { subject: near.id })
  }
  // Only devices of the account can be renamed.
  const rename = (did: string) => unlistedNow(did) === null && openDialog("rename", { subject: did })
  const actions = ({ id: did, row, event }: Pressed): Readonly<Record<string, () => unknown>> => ({
    x: () => (event.shiftKey ? extend(did, ids) : toggle(did)),
    // Without a native side, the page of the device says why it cannot be connected to (DEVICE-8).
    c: () => !connect({ did }) && opened.open(did),
    w: () => wake(did),
    m: () => openMenuOf(row),
  })
  const press = (pressed: Pressed): boolean => {
    const { key, ctrlKey, metaKey, altKey } = pressed.event
    if (altKey) return false
    if (ctrlKey || metaKey) {
      if (key.toLowerCase() !== "a") return false
      choose(ids)
      return true
    }
    if (key === "F2") rename(pressed.id)
    else if (key === "Escape" && isChoosing) clear()
    else if (key === "Escape" && opened.did !== null) opened.close()
    else {
      const act = pressed.letters ? actions(pressed)[key.toLowerCase()] : undefined
      act?.()
      return act !== undefined
    }
    return true
  }
  const onMoved = (from: string, to: string, extends_: boolean) => {
    // The device page beside the list follows.
    if (wide && opened.did !== null) opened.open(to)
    if (extends_) extendTo(from, to, ids)
  }
  const { hears, ...moving } = useMoving(list, ids, rows, { press, onMoved })
  return { ...moving, hears: { ...hears, ...useLongPress(toggle) } }
}

/** The current devices of a list, in its order. */
export type DidsRef = RefObject<readonly string[]>

/** A press on a device opens it, or selects it as in file managers. */
export const usePressOn = (did: string, list: DidsRef) => {
  const { open } = useOpened()
  const { isChoosing, toggle, extend } = useSelection()
  return ({ ctrlKey, metaKey, shiftKey }: { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }) => {
    if (shiftKey) extend(did, list.current)
    else if (ctrlKey || metaKey || isChoosing) toggle(did)
    else open(did)
  }
}
