import { useEffect, useLayoutEffect } from "react"
import { useTranslation } from "react-i18next"

export const CONTENT_ID = "content"

let shown = 0

/**
 * Sets the document title to that of the page. On each page but the first, the content gets the focus, so that the next
 * key and the next announcement belong to it. `focus: false` where a field takes the focus.
 */
export const usePage = (page: string, focus = true): void => {
  const { t } = useTranslation()
  useLayoutEffect(() => {
    document.title = t("pages.documentTitle", { page })
  }, [t, page])
  useEffect(() => {
    shown += 1
    if (shown === 1) return
    window.scrollTo(0, 0)
    if (focus) document.getElementById(CONTENT_ID)?.focus({ preventScroll: true })
  }, [focus])
}
