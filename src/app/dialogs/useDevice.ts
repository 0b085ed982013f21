import { useCallback } from "react"
import type { State } from "../../domain/product/state.ts"
import { deviceCard } from "../../domain/views/devices.ts"
import { useLasting } from "./useLasting.ts"

export interface DialogDevice {
  readonly name: string
  readonly hasBoundMac: boolean
  /** When an offline device was last seen, ms; null while it is online, and when it was never seen. */
  readonly awaySince: number | null
}

/** The device a dialog is about. */
export const useDevice = (did: string): DialogDevice => {
  const device = useLasting(
    useCallback(
      (state: State, now: number): DialogDevice | null => {
        const card = deviceCard(state, did, now)
        if (card === null) return null
        const { name, hasBoundMac, status, lastSeen } = card
        return { name, hasBoundMac, awaySince: status === "offline" && lastSeen > 0 ? lastSeen : null }
      },
      [did],
    ),
  )
  return device ?? { name: did, hasBoundMac: false, awaySince: null }
}
