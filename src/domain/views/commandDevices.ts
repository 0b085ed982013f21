import { shownDeviceName } from "../outbox/overlay.ts"
import type { State } from "../product/state.ts"
import { type Answered, answered } from "./lan.ts"

/** A device in the list of commands. */
export interface CommandDevice {
  readonly did: string
  /** The shown name: while a rename is open, the new one. */
  readonly name: string
  /** The id on this network of a device that is on no list. Commands can only open it and connect to it. */
  readonly nearId?: string
}

const none: readonly CommandDevice[] = []
const known = new WeakMap<object, { readonly actions: object; readonly list: readonly CommandDevice[] }>()

/** The devices of the signed-in account. The same list while neither they nor the outbox change. */
const boundDevices = ({ session, devices, outbox }: State): readonly CommandDevice[] => {
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

let last:
  | { readonly bound: readonly CommandDevice[]; readonly near: Answered; readonly all: readonly CommandDevice[] }
  | undefined

/** These devices, and those of this network that are on no list, while a person can connect to them. */
export const commandDevices = (state: State): readonly CommandDevice[] => {
  const [bound, near] = [boundDevices(state), answered(state)]
  if (!near.here || near.own.length === 0) return bound
  if (last?.bound === bound && last.near === near) return last.all
  const found = near.own.flatMap((id): readonly CommandDevice[] => {
    const device = state.lan.devices.get(id)
    return device === undefined || device.name === "" ? [] : [{ did: device.did, name: device.name, nearId: id }]
  })
  last = { bound, near, all: [...bound, ...found] }
  return last.all
}
