import { PRESENCE_TICK_MS } from "../../../../domain/values/limits.ts"
import { tickOf } from "../../../../domain/values/presence.ts"
import type { DeviceHistory } from "../../../../domain/views/deviceHistory.ts"
import { type PresenceTick, shareOf } from "../../../../domain/views/devices.ts"
import { useNow } from "../../../client/clock.ts"
import { useCardWords } from "../cardWords.ts"

const DAYS = 7
const TICKS_A_DAY = 48
const PITCH = 6

const heights: Readonly<Record<PresenceTick, string>> = { seen: "0v10", unseen: "7v3", unobserved: "9v1" }

/** Midnights here, today's first: a day is not always 24 hours long. */
const midnights = (now: number): readonly number[] => {
  const today = new Date(now)
  return Array.from({ length: DAYS }, (_, back) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() - back).getTime(),
  )
}

const Day = ({
  from,
  isToday,
  history,
}: {
  readonly from: number
  readonly isToday: boolean
  readonly history: DeviceHistory
}) => {
  const { t, format } = useCardWords()
  const first = tickOf(from)
  const ticks = Array.from({ length: TICKS_A_DAY }, (_, index): PresenceTick => {
    const tick = first + index
    return history.seen.has(tick) ? "seen" : history.looked.has(tick) ? "unseen" : "unobserved"
  })
  const { seen, looked } = shareOf(ticks)
  const name = isToday ? t("devices.page.today") : format.weekday(from + TICKS_A_DAY * (PRESENCE_TICK_MS / 2))
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <svg className="presence" viewBox="0 0 285 10" preserveAspectRatio="none" aria-hidden="true">
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

/** Seven days below the last one, newest first; a day that nobody watched has no share. */
export const Week = ({ history }: { readonly history: DeviceHistory }) => {
  const { t } = useCardWords()
  const now = useNow()
  return (
    <table className="week">
      <caption className="vh">{t("devices.page.week")}</caption>
      <tbody>
        {midnights(now).map((from, back) => (
          <Day key={from} from={from} isToday={back === 0} history={history} />
        ))}
      </tbody>
    </table>
  )
}
