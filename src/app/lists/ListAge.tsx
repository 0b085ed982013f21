import { useTranslation } from "react-i18next"
import type { ListState } from "../../domain/views/listState.ts"
import { HALF_MINUTE, SECOND, useNow } from "../client/clock.ts"
import { useFormat } from "../i18n/useFormat.ts"

/** Counts the seconds of the first minute. */
const FRESH_MS = 60_000

/** How old a list is; after a failure as of when. Of one that was never read there is nothing to say. */
export const ListAge = ({ list: { readAt, failure, lastKnown } }: { readonly list: ListState }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const calm = useNow(HALF_MINUTE)
  const fresh = readAt !== null && calm - readAt < FRESH_MS
  const now = useNow(fresh ? SECOND : HALF_MINUTE)
  if (readAt === null) return null
  return (
    <span className="note" title={format.full(readAt)}>
      {lastKnown || failure !== null
        ? t("common.time.asOf", { time: format.minute(readAt, now) })
        : t("common.time.readAgo", { ago: format.age(readAt, now) })}
    </span>
  )
}
