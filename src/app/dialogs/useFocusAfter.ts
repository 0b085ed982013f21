import { useEffect } from "react"

/**
 * No press opened a dialog in which a device asks, so no control of the page is the right one to go back to: the focus goes to
 * the row of that device, where the page has one. Other pages have their own place, and `keepFocus` keeps it off
 * what would act at the next Enter.
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
