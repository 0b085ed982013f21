import { startTransition, useCallback, useEffect, useMemo, useState } from "react"
import type { State } from "../../../domain/product/state.ts"
import { NO_FILTER } from "../../../domain/views/deviceFilter.ts"
import {
  type DeviceQuery,
  type FoundDevices,
  isFiltered,
  makeDeviceFinder,
  makeDeviceSearch,
} from "../../../domain/views/findDevices.ts"
import { makeOverview, type Overview } from "../../../domain/views/overview.ts"
import { foldAhead } from "../../../domain/views/searched.ts"
import { useView } from "../../client/client.ts"
import { useClient } from "../../client/provider.ts"
import { createStore, type Store } from "../../client/store.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { devicesAddressOf } from "../../lists/devicesAddress.ts"
import { useChoice } from "../../lists/useChoice.ts"
import { addressOf, choiceFrom, type ListChoice } from "./address.ts"

/** Idle time that this work leaves to the page, ms. */
const SPARED_MS = 1

/**
 * Does work ahead while the page is idle, in small steps. Each new `occasion` repeats the work; null stops it. In a
 * browser without idle callbacks, the code that needs the result does the work.
 */
const useAhead = (work: (state: State) => Iterator<unknown>, occasion: unknown): void => {
  const { start } = useClient()
  useEffect(() => {
    const now = start.get()
    if (occasion === null || now.phase !== "ready" || !("requestIdleCallback" in window)) return
    const steps = work(now.handle.state())
    const go = (left: IdleDeadline) => {
      while (left.timeRemaining() > SPARED_MS) if (steps.next().done === true) return
      waiting = requestIdleCallback(go)
    }
    let waiting = requestIdleCallback(go)
    return () => cancelIdleCallback(waiting)
  }, [start, work, occasion])
}

/** The text of the search field. Only the field watches it, so that a letter appears before the matches do. */
export interface SearchTyping {
  readonly text: Store<string>
  readonly type: (text: string) => void
}

/** The search and filters of a person, and the matching devices (DEVICE-12). */
export interface Finding {
  readonly choice: ListChoice
  readonly found: FoundDevices
  readonly query: DeviceQuery
  /** The number of devices that each choice would show; null while there is no list. */
  readonly overview: Overview | null
  readonly isFiltered: boolean
  readonly choose: (part: Partial<ListChoice>) => void
  /** Clears search and filters, and keeps the order. */
  readonly clear: () => void
}

/**
 * Changes with each reading and with the devices that answer on this network. Changed search texts are then built
 * again.
 */
const reportedAt = ({ devices, lan }: State): string | null =>
  devices.read.at === null ? null : `${devices.read.at} ${lan.devices.size}`

const NOTHING: FoundDevices = { ids: [], of: 0 }

/** The list and its counts share one search. */
const useFound = (query: DeviceQuery) => {
  const { compareNames } = useFormat()
  const { find, overview } = useMemo(() => {
    const searched = makeDeviceSearch(compareNames)
    return { find: makeDeviceFinder(compareNames, searched), overview: makeOverview(searched) }
  }, [compareNames])
  const found = useView(useCallback((state: State, now: number) => find(state, now, query), [find, query]))
  const counts = useView(useCallback((state: State, now: number) => overview(state, now, query), [overview, query]))
  return { found: found ?? NOTHING, overview: counts ?? null }
}

/**
 * The search text is in no address. The page draws a typed letter before the matches, and ignores spaces at both ends.
 */
const useTyping = () => {
  const [text] = useState(() => createStore(""))
  const [search, setSearch] = useState("")
  const type = useCallback(
    (typed: string) => {
      text.set(typed)
      startTransition(() => setSearch(typed.trim()))
    },
    [text],
  )
  const typing = useMemo(() => ({ text, type }), [text, type])
  return { search, typing }
}

/** `among` narrows the list to these devices, in addition to the filters; `forget` removes it. */
export const useFinding = (
  among: DeviceQuery["among"],
  forget: () => void,
): { readonly typing: SearchTyping; readonly finding: Finding } => {
  const { choice, choose } = useChoice(choiceFrom, addressOf)
  const { devicesAddress } = useClient()
  useEffect(() => devicesAddress.set(devicesAddressOf(addressOf(choice).toString())), [devicesAddress, choice])
  const { search, typing } = useTyping()
  const query = useMemo(() => ({ ...choice, search, ...(among !== undefined && { among }) }), [choice, search, among])
  const { found, overview } = useFound(query)
  useAhead(foldAhead, useView(reportedAt) ?? null)
  const clear = useCallback(() => {
    typing.type("")
    choose(NO_FILTER)
    forget()
  }, [typing, choose, forget])
  const finding = useMemo(
    () => ({ choice, found, query, overview, isFiltered: isFiltered(query), choose, clear }),
    [choice, query, found, overview, choose, clear],
  )
  return { typing, finding }
}
