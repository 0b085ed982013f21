import { useCallback, useDeferredValue, useMemo, useRef, useState } from "react"
import { useLocation, useNavigate } from "react-router-dom"
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
import { useView } from "../../client/client.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { addressOf, type Choice, choiceFrom } from "./address.ts"

/** What a person looks for, and what there is of it (DEVICE-12). */
export interface Finding {
  readonly search: string
  readonly choice: Choice
  readonly found: FoundDevices
  readonly query: DeviceQuery
  /** What each choice would show; null while there is no list. */
  readonly overview: Overview | null
  readonly isFiltered: boolean
  readonly setSearch: (search: string) => void
  readonly choose: (part: Partial<Choice>) => void
  /** Shows everything again; the order stays. */
  readonly clear: () => void
}

const NOTHING: FoundDevices = { ids: [], of: 0 }

/** The list and its counts begin with the same search. */
const useFound = (query: DeviceQuery) => {
  const { language } = useFormat()
  const { find, overview } = useMemo(() => {
    const { compare } = new Intl.Collator(language.formats, { numeric: true })
    const searched = makeDeviceSearch(compare)
    return { find: makeDeviceFinder(compare, searched), overview: makeOverview(searched) }
  }, [language])
  const found = useView(useCallback((state: State, now: number) => find(state, now, query), [find, query]))
  const counts = useView(useCallback((state: State, now: number) => overview(state, now, query), [overview, query]))
  return { found: found ?? NOTHING, overview: counts ?? null }
}

/** Marks an address this page wrote itself: the choice was there before it, and may be further by now. */
const WRITTEN_HERE = "chosen"

/**
 * The choice lives in the address, so that it survives a reload and can be linked to. The router shows a new address
 * only when it has time: what is chosen meanwhile must not be lost, so the page keeps its own, and takes that of an
 * address it did not write.
 */
const useChoice = () => {
  const { search: address, state, key } = useLocation()
  const navigate = useNavigate()
  const [seen, setSeen] = useState(key)
  const [choice, setChoice] = useState(() => choiceFrom(new URLSearchParams(address)))
  if (seen !== key) {
    setSeen(key)
    if (state !== WRITTEN_HERE) setChoice(choiceFrom(new URLSearchParams(address)))
  }
  const latest = useRef(choice)
  latest.current = choice
  const choose = useCallback(
    (part: Partial<Choice>) => {
      latest.current = { ...latest.current, ...part }
      setChoice(latest.current)
      navigate({ search: addressOf(latest.current).toString() }, { replace: true, state: WRITTEN_HERE })
    },
    [navigate],
  )
  return { choice, choose }
}

/** The search stays in the page alone. */
export const useFinding = (): Finding => {
  const { choice, choose } = useChoice()
  const [search, setSearch] = useState("")
  const typed = useDeferredValue(search)
  const query = useMemo(() => ({ ...choice, search: typed }), [choice, typed])
  const { found, overview } = useFound(query)
  const clear = useCallback(() => {
    setSearch("")
    choose(NO_FILTER)
  }, [choose])
  return useMemo(
    () => ({ search, choice, found, query, overview, isFiltered: isFiltered(query), setSearch, choose, clear }),
    [search, choice, query, found, overview, choose, clear],
  )
}
