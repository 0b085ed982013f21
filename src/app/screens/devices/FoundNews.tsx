import { memo, useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import type { Finding } from "./finding.ts"

/** A person who types hears the result of the whole word, not of each letter, ms. */
const AFTER_TYPING_MS = 700

/**
 * Reads out how many devices are shown once a search or filter has come to rest; the list as it was opened is no news.
 * An announcement that is out of date is removed: its number must never differ from the list's.
 */
export const FoundNews = memo(({ query, choice, found }: Pick<Finding, "query" | "choice" | "found">) => {
  const { t } = useTranslation()
  const [news, setNews] = useState("")
  const { sort: _sort, reversed: _reversed, view: _view, hidden: _hidden, ...filter } = choice
  const wanted = JSON.stringify([query.search, filter])
  const told = useRef(wanted)
  const text = t("devices.find.news", { shown: found.ids.length, all: found.of })
  useEffect(() => {
    if (told.current === wanted) return
    const timer = setTimeout(() => {
      told.current = wanted
      setNews(text)
    }, AFTER_TYPING_MS)
    return () => clearTimeout(timer)
  }, [wanted, text])
  return (
    <p className="vh" role="status">
      {news === text ? news : ""}
    </p>
  )
})
