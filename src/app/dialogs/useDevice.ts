import { useCallback, useRef } from "react"
import type { State } from "../../domain/product/state.ts"
import { deviceCard } from "../../domain/views/devices.ts"
import { useView } from "../client/client.ts"

export interface DialogDevice {
  readonly name: string
  readonly hasBoundMac: boolean
}

/** The device a dialog is about; its last known name and flags stay while it closes, should the device go. */
export const useDevice = (did: string): DialogDevice => {
  const last = useRef<DialogDevice>({ name: did, hasBoundMac: false })
  const device = useView(
    useCallback(
      (state: State, now: number) => {
        const card = deviceCard(state, did, now)
        return card === null ? null : { name: card.name, hasBoundMac: card.hasBoundMac }
      },
      [did],
    ),
  )
  if (device !== undefined && device !== null) last.current = device
  return last.current
}
