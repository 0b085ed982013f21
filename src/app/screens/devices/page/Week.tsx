import type { DeviceHistory } from "../../../../domain/views/deviceHistory.ts"
import { type PresenceTick, shareOf } from "../../../../domain/views/devices.ts"
import { useNow } from "../../../client/clock.ts"
import { useCardWords } from "../../../devices/cardWords.ts"
import { latestDays, type PresenceDay, ticksOf } from "./days.ts"

const DAYS = 7
/** Distance of ticks, and the part of it that is free after the last one; px. */
const [PITCH, GAP] = [6, 3]

const heights: Readonly<Record<PresenceTick, string>> = { seen: "0v10", unseen: "7v3", unobserved: "9v1" }

const Row = ({
  day,
  isToday,
  history,
}: {
  readonly day: PresenceDay
  readonly isToday: boolean
  readonly history: DeviceHistory
}) => {
  const { t, format } = useCardWords()
  const ticks = ticksOf(day).map(
    (tick): PresenceTick => (history.seen.has(tick) ? "seen" : history.looked.has(tick) ? "unseen" : "unobserved"),
  )
  const { seen, looked } = shareOf(ticks)
  const name = isToday ? t("devices.page.today") : format.weekday((day.from + day.to) / 2)
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <svg
          className="presence"
          viewBox={`0 0 ${ticks.length * PITCH - GAP} 10`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {(["seen", "unseen", "unobserved"] as const).map((kind) => (
            <path
              key={kind}
              className={kind === "seen" ? "hi" : "lo"}
              d={ticks.map((tick, place) => (tick === kind ? `M${place * PITCH + 1} ${heights[kind]}` : "")).join("")}
            />
          ))}
        </svg>
      </td>
      <td>
        {looked === 0 ? (
          <>
            <span aria-hidden="true">–</span>
            <span className="vh">{t("devices.presence.unobserved")}</span>
          </>
        ) : (
          format.share(seen / looked)
        )}
      </td>
    </tr>
  )
}

/** Seven days below the last one, newest first; a day without observation has no share. */
export const Week = ({ history }: { readonly history: DeviceHistory }) => {
  const { t } = useCardWords()
  const now = useNow()
  return (
    <table className="week">
      <caption className="vh">{t("devices.page.week")}</caption>
      <tbody>
        {latestDays(now, DAYS).map((day, back) => (
          <Row key={day.from} day={day} isToday={back === 0} history={history} />
        ))}
      </tbody>
    </table>
  )
}
