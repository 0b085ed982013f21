import { shownDeviceName } from "../outbox/overlay.ts"
import type { State } from "../product/state.ts"

/**
 * The name of a device of the account, for a tab that shows the device or has its `did` in the address; null for any
 * other device (SCREEN-9).
 */
export const farName = ({ session: { current }, devices, outbox }: State, did: string): string | null => {
  const bound = current !== null && devices.account === current.account ? devices.bound.get(did) : undefined
  return bound === undefined ? null : shownDeviceName(outbox, devices.account, bound)
}
