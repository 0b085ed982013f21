import { useTranslation } from "react-i18next"
import type { ListState } from "../../domain/views/listState.ts"
import { useNowSince } from "../client/clock.ts"
import { useFormat } from "../i18n/useFormat.ts"

/** The age of a list, and after a failure the time of its last reading. A list that was never read has no age. */
export const ListAge = ({ list: { readAt, failure, lastKnown } }: { readonly list: ListState }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNowSince(readAt)
  if (readAt === null) return null
  const text =
    lastKnown || failure !== null
      ? t("common.time.asOf", { time: format.minute(readAt, now) })
      : t("common.time.readAgo", { ago: format.age(readAt, now) })
  return (
    <span key={text} className="note" title={format.full(readAt)}>
      {text}
    </span>
  )
}
