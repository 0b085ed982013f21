import { type Packed, pack, unpack } from "../log/packed.ts"
import { Actions } from "../outbox/actions.ts"
import { PersistentMap } from "../values/persistentMap.ts"
import { initialState, type State } from "./state.ts"

/** The state as a store keeps it: plain data, because structuredClone drops the methods of classes. */
export type StoredState = ReturnType<typeof storedState>

export const storedState = (state: State) => {
  const { devices, sharing, outbox, lan, batches } = state
  return {
    ...state,
    devices: { ...devices, bound: new Map(devices.bound) },
    sharing: {
      ...sharing,
      subAccounts: new Map(sharing.subAccounts),
      mainAccounts: new Map(sharing.mainAccounts),
    },
    outbox: { ...outbox, actions: new Map(outbox.actions), unsettled: new Map(outbox.unsettled) },
    lan: { ...lan, devices: new Map(lan.devices), byDid: new Map(lan.byDid) },
    batches: new Map([...batches].map(([id, batch]) => [id, { ...batch, items: new Map(batch.items) }])),
  }
}

export const restoredState = (stored: StoredState): State => {
  const { devices, sharing, outbox, lan, batches } = stored
  return {
    ...stored,
    devices: { ...devices, bound: PersistentMap.from(devices.bound) },
    sharing: {
      ...sharing,
      subAccounts: PersistentMap.from(sharing.subAccounts),
      mainAccounts: PersistentMap.from(sharing.mainAccounts),
    },
    outbox: {
      ...outbox,
      actions: Actions.from(outbox.actions),
      unsettled: PersistentMap.from(outbox.unsettled),
    },
    lan: { ...lan, devices: PersistentMap.from(lan.devices), byDid: PersistentMap.from(lan.byDid) },
    batches: new Map([...batches].map(([id, batch]) => [id, { ...batch, items: PersistentMap.from(batch.items) }])),
  }
}

/** The state of a snapshot or a base: one text with its checksum. */
export const packedState = (state: State): Packed => pack(storedState(state))

/** Restores the state; null when the packed value was altered or holds no state. */
export const unpackedState = (packed: unknown): State | null => {
  const value = unpack(packed)
  return isLike(initialStored, value, SHAPE_LEVELS) ? restoredState(value) : null
}

const initialStored = storedState(initialState)

/**
 * The readable part of the state of another release, for a read-only view. It takes the slices with our shape, and
 * initial values for the others. Null when the state was altered, or is none.
 */
export const salvagedState = (packed: unknown): State | null => {
  const value = unpack(packed)
  if (typeof value !== "object" || value === null) return null
  const slices = Object.entries(initialStored).map(([name, initial]) => {
    const slice: unknown = Reflect.get(value, name)
    return [name, isLike(initial, slice, SHAPE_LEVELS - 1) ? slice : initial] as const
  })
  const salvaged: unknown = Object.fromEntries(slices)
  return isLike(initialStored, salvaged, SHAPE_LEVELS) ? restoredState(salvaged) : null
}

/** The number of levels at which a state is compared with the initial one: its slices and their fields. */
const SHAPE_LEVELS = 2

/**
 * True when a value has the fields of a model, each of the same kind. Where the model is null, the value may be
 * anything.
 */
const isLike = <Model>(model: Model, value: unknown, levels: number): value is Model => {
  if (model === null) return value !== undefined
  if (kindOf(value) !== kindOf(model)) return false
  if (levels === 0 || typeof model !== "object" || typeof value !== "object" || value === null) return true
  if (model instanceof Map || Array.isArray(model)) return true
  return Object.entries(model).every(([key, part]) => isLike(part, Reflect.get(value, key), levels - 1))
}

const kindOf = (value: unknown): string =>
  value instanceof Map ? "map" : Array.isArray(value) ? "list" : value === null ? "null" : typeof value
