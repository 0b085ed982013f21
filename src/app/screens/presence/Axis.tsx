import type { FleetPresence } from "../../../domain/views/fleetPresence.ts"
import { useCardWords } from "../../devices/cardWords.ts"

type Times = Pick<FleetPresence, "span" | "from" | "to">

const HOURS_APART = { day: 4, week: 24 }
/** A mark beyond this part of the axis would lie under "now"; on a narrow axis those are late, too. */
const NOW_ROOM = 0.74
const LATE = 0.62
/** The same on an axis as wide as a page. */
const WIDE_ROOM = 0.94

/** Where whole hours, or in a week the days, begin by the clocks here. */
const marksOf = ({ span, from, to }: Times, room: number) => {
  const marks: { readonly at: number; readonly place: number }[] = []
  const at = new Date(from)
  at.setMinutes(0, 0, 0)
  for (; at.getTime() < to; at.setHours(at.getHours() + 1)) {
    const place = (at.getTime() - from) / (to - from)
    if (at.getHours() % HOURS_APART[span] === 0 && place >= 0 && place < room) marks.push({ at: at.getTime(), place })
  }
  return marks
}

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
