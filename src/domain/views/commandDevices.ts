import type { State } from "../model/state.ts"
import { type Action, isOpen } from "../outbox/state.ts"

/** A device as commands name it. */
export interface CommandDevice {
  readonly did: string
  /** As it is shown: with a rename on its way, the name asked for. */
  readonly name: string
}

const none: readonly CommandDevice[] = []
const known = new WeakMap<object, { readonly actions: object; readonly list: readonly CommandDevice[] }>()

const renamesOf = (actions: Iterable<Action>, account: string): ReadonlyMap<string, string> => {
  const names = new Map<string, string>()
  for (const action of actions)
    if (action.account === account && isOpen(action) && action.intent.call === "rename_device")
      names.set(action.intent.input.did, action.intent.input.title)
  return names
}

/** The devices of the account signed in; the same list for as long as neither they nor the outbox change. */
export const commandDevices = ({ session, devices, outbox }: State): readonly CommandDevice[] => {
  const account = session.current?.account
  if (account === undefined || devices.account !== account) return none
  const { bound } = devices
  const { actions } = outbox
  const before = known.get(bound)
  if (before?.actions === actions) return before.list
  const renames = renamesOf(actions.values(), account)
  const list = [...bound.values()].map(({ id, name }) => ({ did: id, name: renames.get(id) ?? name }))
  known.set(bound, { actions, list })
  return list
}
