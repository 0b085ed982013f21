import { useCallback, useDeferredValue, useMemo, useState } from "react"
import { useLocation, useNavigate } from "react-router-dom"
import type { State } from "../../../domain/model/state.ts"
import { type DeviceQuery, type FoundDevices, isFiltered, makeDeviceFinder } from "../../../domain/views/findDevices.ts"
import { useView } from "../../client/client.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { addressOf, type Choice, choiceFrom, NO_FILTER } from "./address.ts"

/** What a person looks for, and what there is of it (DEVICE-12). */
export interface Finding {
  readonly search: string
  readonly choice: Choice
  readonly found: FoundDevices
  readonly isFiltered: boolean
  readonly setSearch: (search: string) => void
  readonly choose: (part: Partial<Choice>) => void
  /** Shows everything again; the order stays. */
  readonly clear: () => void
}

const NOTHING: FoundDevices = { ids: [], of: 0 }

const useFound = (query: DeviceQuery): FoundDevices => {
  const { language } = useFormat()
  const find = useMemo(
    () => makeDeviceFinder(new Intl.Collator(language.formats, { numeric: true }).compare),
    [language],
  )
  return useView(useCallback((state: State, now: number) => find(state, now, query), [find, query])) ?? NOTHING
}

/** The choice lives in the address, so that it survives a reload and can be linked to; the search in the page alone. */
export const useFinding = (): Finding => {
  const { search: address } = useLocation()
  const navigate = useNavigate()
  const [search, setSearch] = useState("")
  const typed = useDeferredValue(search)
  const choice = useMemo(() => choiceFrom(new URLSearchParams(address)), [address])
  const query = useMemo(() => ({ ...choice, search: typed }), [choice, typed])
  const found = useFound(query)
  const choose = useCallback(
    (part: Partial<Choice>) => {
      const next = addressOf({ ...choiceFrom(new URLSearchParams(address)), ...part })
      navigate({ search: next.toString() }, { replace: true })
    },
    [address, navigate],
  )
  const clear = useCallback(() => {
    setSearch("")
    choose(NO_FILTER)
  }, [choose])
  return useMemo(
    () => ({ search, choice, found, isFiltered: isFiltered(query), setSearch, choose, clear }),
    [search, choice, query, found, choose, clear],
  )
}
