import { useCardWords } from "../../devices/cardWords.ts"
import { marksOf, type Times } from "./marks.ts"

/** A mark beyond this part of the axis would lie under "now"; on a narrow axis those are late, too. */
const NOW_ROOM = 0.74
const LATE = 0.62
/** The same on an axis as wide as a page. */
const WIDE_ROOM = 0.94

export const Axis = ({ of: fleet, wide = false }: { readonly of: Times; readonly wide?: boolean }) => {
  const { t, format } = useCardWords()
  return (
    <span className="paxis" aria-hidden="true">
      {marksOf(fleet, wide ? WIDE_ROOM : NOW_ROOM).map(({ at, place }) => (
        <span key={at} className={place > LATE && !wide ? "late" : ""} style={{ insetInlineStart: `${place * 100}%` }}>
          {fleet.span === "day" ? format.hour(at) : format.weekday(at)}
        </span>
      ))}
      <span>{t("devices.page.now")}</span>
    </span>
  )
}
