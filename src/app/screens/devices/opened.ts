import { createContext, useCallback, useContext, useLayoutEffect, useMemo, useRef } from "react"
import { useLocation, useNavigate, useParams } from "react-router-dom"
import { pathOfDevice } from "../../../domain/values/routes.ts"
import { useNarrow } from "../../ui/useMedia.ts"

/** The device whose page is open beside the list, and how to open another (DEVICE-16). */
export interface OpenedDevice {
  readonly did: string | null
  readonly open: (did: string) => void
  readonly close: () => void
}

export const OpenedContext = createContext<OpenedDevice>({ did: null, open: () => undefined, close: () => undefined })

export const useOpened = (): OpenedDevice => useContext(OpenedContext)

/** On phones the list makes way for the page of a device; coming back it stands where it stood. */
const useListPosition = (did: string | null) => {
  const narrow = useNarrow()
  const place = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (!narrow) return
    if (did !== null) {
      window.scrollTo(0, 0)
      return
    }
    if (place.current !== null) window.scrollTo(0, place.current)
    place.current = null
  }, [narrow, did])
  return place
}

export const useNewOpened = (): OpenedDevice => {
  const { did = null } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const place = useListPosition(did)
  const open = useCallback(
    (next: string) => {
      if (did === null) place.current = window.scrollY
      // From device to device the way back leads to the list at once.
      navigate({ pathname: pathOfDevice(next), search }, { replace: did !== null })
    },
    [navigate, search, did, place],
  )
  const close = useCallback(() => navigate({ pathname: "/devices", search }), [navigate, search])
  return useMemo(() => ({ did, open, close }), [did, open, close])
}
