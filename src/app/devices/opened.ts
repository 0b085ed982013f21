import { createContext, useCallback, useContext, useLayoutEffect, useMemo, useRef } from "react"
import { useLocation, useNavigate, useParams } from "react-router-dom"
import { pages, pathOfDevice } from "../../domain/values/routes.ts"
import { isFromNetwork } from "../lists/origin.ts"
import { useNarrow } from "../ui/useMedia.ts"

/** The device whose page is open beside the list, and how to open another (DEVICE-16). */
export interface OpenedDevice {
  readonly did: string | null
  readonly open: (did: string) => void
  readonly close: () => void
}

export const OpenedContext = createContext<OpenedDevice>({ did: null, open: () => undefined, close: () => undefined })

export const useOpened = (): OpenedDevice => useContext(OpenedContext)

/**
 * On a phone the device page replaces the list. Restores the scroll position of the list when the person comes back.
 */
const useListPosition = (did: string | null) => {
  const narrow = useNarrow()
  const position = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (!narrow) return
    if (did !== null) {
      window.scrollTo(0, 0)
      return
    }
    if (position.current !== null) window.scrollTo(0, position.current)
    position.current = null
  }, [narrow, did])
  return position
}

export const useNewOpened = (): OpenedDevice => {
  const { did = null } = useParams()
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const position = useListPosition(did)
  const open = useCallback(
    (next: string) => {
      if (did === null) position.current = window.scrollY
      // Going from one device to another replaces the entry, so that Back leads to the list at once.
      navigate({ pathname: pathOfDevice(next), search }, { replace: did !== null, state })
    },
    [navigate, search, state, did, position],
  )
  const close = useCallback(
    () => navigate(isFromNetwork(state) ? pages.network.path : { pathname: "/devices", search }),
    [navigate, search, state],
  )
  return useMemo(() => ({ did, open, close }), [did, open, close])
}
