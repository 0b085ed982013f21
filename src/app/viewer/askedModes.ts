import { createStore, useStore } from "../client/store.ts"

type Mode = "hid" | "usb"

/** Modes that devices were asked for and have not reported yet (MODE-2), by device; this page alone waits for them. */
const asked = createStore<ReadonlyMap<string, Mode>>(new Map())

export const expectMode = (id: string, mode: Mode): void => asked.set(new Map(asked.get()).set(id, mode))

export const expectNoMode = (id: string): void => {
  const next = new Map(asked.get())
  if (next.delete(id)) asked.set(next)
}

/** Null while nothing was asked of this device. */
export const useAskedMode = (id: string): Mode | null => useStore(asked).get(id) ?? null
