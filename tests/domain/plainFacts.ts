import type { Device } from "../../src/domain/features/devices/state.ts"
import type { Action } from "../../src/domain/outbox/state.ts"
import type { State } from "../../src/domain/product/state.ts"

/** Single facts of a state, computed a second time in the plainest way, for comparison with the screens. */

export const signedIn = ({ session }: State) => session.current?.account ?? null
export const actionsOf = ({ outbox }: State): readonly Action[] =>
  [...outbox.actions.values()].sort((a, b) => a.order - b.order)
export const isOpen = ({ status }: Action): boolean => ["queued", "waiting", "sending"].includes(status.state)
export const isUnsent = ({ status }: Action): boolean => ["queued", "waiting"].includes(status.state)

/** The value of this field in the newest open action of this call about this thing. */
export const lastAsked = (state: State, call: string, field: string, key: string, id: string): string | undefined =>
  actionsOf(state)
    .filter((action) => isOpen(action) && action.account === signedIn(state) && action.intent.call === call)
    .filter(({ intent }) => Reflect.get(intent.input, key) === id)
    .map(({ intent }) => String(Reflect.get(intent.input, field)))
    .at(-1)

export const bound = (state: State): readonly Device[] =>
  state.devices.account === signedIn(state) ? [...state.devices.bound.values()] : []

export const shownName = (state: State, { id, name }: Device): string =>
  lastAsked(state, "rename_device", "title", "did", id) ?? name

/** True when an open action assigns the device. */
export const isAssigning = (state: State, accountId: string, did: string): boolean =>
  actionsOf(state).some(
    (action) =>
      isOpen(action) &&
      action.account === signedIn(state) &&
      action.intent.call === "modify_subdevice" &&
      action.intent.input.accountId === accountId &&
      action.intent.input.deviceId === did,
  )

export const isConnected = ({ bridge }: State): boolean => bridge.link.state === "connected"

export const texts = (list: readonly string[]): readonly string[] => [...list].sort()
