import { shownDeviceName } from "../outbox/overlay.ts"
import type { State } from "../product/state.ts"

/** A device as commands name it. */
export interface CommandDevice {
  readonly did: string
  /** As it is shown: with a rename on its way, the name asked for. */
  readonly name: string
}

const none: readonly CommandDevice[] = []
const known = new WeakMap<object, { readonly actions: object; readonly list: readonly CommandDevice[] }>()

/** The devices of the account signed in; the same list for as long as neither they nor the outbox change. */
export const commandDevices = ({ session, devices, outbox }: State): readonly CommandDevice[] => {
  const account = session.current?.account
  if (account === undefined || devices.account !== account) return none
  const { bound } = devices
  const { actions } = outbox
  const before = known.get(bound)
  if (before?.actions === actions) return before.list
  const list = [...bound.values()].map((device) => ({
    did: device.id,
    name: shownDeviceName(outbox, account, device),
  }))
  known.set(bound, { actions, list })
  return list
}
