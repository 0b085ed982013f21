import { useEffect } from "react"

/**
 * No press opens a dialog in which a device asks, so no control is the right one to return to. The focus goes to the
 * row of that device, where the page has one. On other pages `keepFocus` chooses a place, away from controls that would
 * act at the next Enter.
 */
export const useFocusAfter = (asking: string | null): void => {
  useEffect(() => {
    if (asking === null) return
    return () => {
      const row = document.querySelector<HTMLElement>(`[data-device="${CSS.escape(asking)}"]`)
      row?.focus({ preventScroll: true })
    }
  }, [asking])
}
