import type { State } from "../../domain/product/state.ts"
import { deviceCard } from "../../domain/views/devices.ts"
import { useLasting } from "./useLasting.ts"

interface DialogDevice {
  readonly name: string
  readonly hasBoundMac: boolean
  /** The time at which an offline device was last seen, ms; null while it is online, and when it was never seen. */
  readonly awaySince: number | null
}

const deviceOf = (state: State, did: string, now: number): DialogDevice | null => {
  const card = deviceCard(state, did, now)
  if (card === null) return null
  const { name, hasBoundMac, status, lastSeen } = card
  return { name, hasBoundMac, awaySince: status === "offline" && lastSeen > 0 ? lastSeen : null }
}

/** The device a dialog is about. */
export const useDevice = (did: string): DialogDevice =>
  useLasting(deviceOf, did) ?? { name: did, hasBoundMac: false, awaySince: null }
