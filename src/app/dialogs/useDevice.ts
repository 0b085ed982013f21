import { useCallback, useRef } from "react"
import type { State } from "../../domain/product/state.ts"
import { deviceCard } from "../../domain/views/devices.ts"
import { useView } from "../client/client.ts"

export interface DialogDevice {
  readonly name: string
  readonly hasBoundMac: boolean
  /** When an offline device was last seen, ms; null while it is online, and when it was never seen. */
  readonly awaySince: number | null
}

/** The device a dialog is about; its last known name and flags stay while it closes, should the device go. */
export const useDevice = (did: string): DialogDevice => {
  const last = useRef<DialogDevice>({ name: did, hasBoundMac: false, awaySince: null })
  const device = useView(
    useCallback(
      (state: State, now: number) => {
        const card = deviceCard(state, did, now)
        if (card === null) return null
        const { name, hasBoundMac, status, lastSeen } = card
        return { name, hasBoundMac, awaySince: status === "offline" && lastSeen > 0 ? lastSeen : null }
      },
      [did],
    ),
  )
  if (device !== undefined && device !== null) last.current = device
  return last.current
}
