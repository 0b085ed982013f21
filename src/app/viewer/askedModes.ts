import { useMemo } from "react"
import type { Mode } from "../../domain/wire/bridge.ts"
import { useClient } from "../client/provider.ts"
import { type Store, useStore } from "../client/store.ts"

/** Registers a mode that a device was asked for, and removes it when this page no longer waits for it (MODE-2). */
export const useExpectModes = () => {
  const { askedModes } = useClient()
  return useMemo(() => expectingIn(askedModes), [askedModes])
}

const expectingIn = (asked: Store<ReadonlyMap<string, Mode>>) => ({
  expect: (id: string, mode: Mode): void => asked.set(new Map(asked.get()).set(id, mode)),
  expectNone: (id: string): void => {
    const next = new Map(asked.get())
    if (next.delete(id)) asked.set(next)
  },
})

/** The requested mode of this device; null without a request. */
export const useAskedMode = (id: string): Mode | null => useStore(useClient().askedModes).get(id) ?? null
