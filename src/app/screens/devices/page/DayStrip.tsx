import { type PointerEvent, useState } from "react"
import { PRESENCE_TICK_MS } from "../../../../domain/values/limits.ts"
import { tickOf } from "../../../../domain/values/presence.ts"
import { type DeviceCard, type PresenceTick, shareOf } from "../../../../domain/views/devices.ts"
import { useNow } from "../../../client/clock.ts"
import { useCardWords } from "../../../devices/cardWords.ts"

/** Width of half an hour, px. */
const PITCH = 8
/** Width of a tip, px. */
const TIP = 168
/** Ticks at the end without an hour mark, because "now" is there. */
const NOW_ROOM = 9
const HOURS_APART = 4
/** The first ticks, which the narrowest screen does not show. */
const OLD = 8

const heights: Readonly<Record<PresenceTick, string>> = { seen: "4v28", unseen: "24v8", unobserved: "30v2" }

const pathOf = (ticks: readonly PresenceTick[], wanted: (tick: PresenceTick) => boolean): string =>
  ticks.map((tick, place) => (wanted(tick) ? `M${place * PITCH + 1} ${heights[tick]}` : "")).join("")

interface Strip {
  readonly ticks: readonly PresenceTick[]
  /** The begin of the first tick, ms. */
  readonly from: number
}

/** The first whole hour from a moment on, in local time. Some time zones are a quarter of an hour off the ticks. */
const wholeHour = (from: number): Date => {
  const hour = new Date(from)
  if (hour.getMinutes() > 0) hour.setHours(hour.getHours() + 1, 0, 0, 0)
  return hour
}

/** Positions of the whole hours below the strip. */
const Axis = ({ ticks, from }: Strip) => {
  const { t, format } = useCardWords()
  const marks = ticks.slice(0, -NOW_ROOM).flatMap((_, tick) => {
    const begins = from + tick * PRESENCE_TICK_MS
    const at = wholeHour(begins)
    const place = tick + (at.getTime() - begins) / PRESENCE_TICK_MS
    return place < tick + 1 && at.getHours() % HOURS_APART === 0 ? [{ place, at: at.getTime() }] : []
  })
  return (
    <div className="axis" aria-hidden="true">
      {marks.map(({ place, at }) => (
        <span key={place} className={place < OLD ? "old" : undefined} style={{ insetInlineStart: place * PITCH }}>
          {format.hour(at)}
        </span>
      ))}
      <span>{t("devices.page.now")}</span>
    </div>
  )
}

/** The strip as a table for screen readers. Each span of one kind is a row. */
const Spans = ({ ticks, say }: Pick<Strip, "ticks"> & { readonly say: (from: number, to: number) => string }) => {
  const { t } = useCardWords()
  const starts = ticks.flatMap((tick, place) => (place === 0 || ticks[place - 1] !== tick ? [place] : []))
  return (
    <div className="vh">
      <table>
        <caption>{t("devices.page.day")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("devices.page.time")}</th>
            <th scope="col">{t("devices.page.presence")}</th>
          </tr>
        </thead>
        <tbody>
          {starts.map((start, index) => (
            <tr key={start}>
              <th scope="row">{say(start, starts[index + 1] ?? ticks.length)}</th>
              <td>{t(`devices.presence.${ticks[start] ?? "unobserved"}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The half hour under the pointer or chosen by keys; null at first. */
const useTick = (count: number) => {
  const [place, setPlace] = useState<number | null>(null)
  const last = count - 1
  const at = place ?? last
  const steps: Readonly<Record<string, number>> = { Home: 0, End: last, ArrowUp: at + 1, ArrowDown: at - 1 }
  return {
    place,
    leave: () => setPlace(null),
    point: ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
      const { left, right } = currentTarget.getBoundingClientRect()
      const isMirrored = getComputedStyle(currentTarget).direction === "rtl"
      const px = isMirrored ? right - clientX : clientX - left
      setPlace(Math.max(0, Math.min(last, Math.floor(px / PITCH))))
    },
    press: (key: string, isMirrored: boolean): boolean => {
      const sideways = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0
      const next = sideways === 0 ? steps[key] : at + (isMirrored ? -sideways : sideways)
      if (next === undefined) return false
      setPlace(Math.max(0, Math.min(last, next)))
      return true
    },
  }
}

const Ticks = ({ ticks, online }: Pick<Strip, "ticks"> & { readonly online: boolean }) => {
  const past = ticks.slice(0, -1)
  return (
    <svg
      className={online ? "presence on" : "presence"}
      viewBox="0 0 388 32"
      preserveAspectRatio="xMaxYMid slice"
      aria-hidden="true"
    >
      <path className="hi" d={pathOf(past, (tick) => tick === "seen")} />
      <path className="lo" d={pathOf(past, (tick) => tick !== "seen")} />
      <path className="now" d={`M${past.length * PITCH + 2} ${online ? "0v32" : "24v8"}`} />
    </svg>
  )
}

/** The time and state of the half hour at this place, with a line through it. */
const Tip = ({ place, span, word }: { readonly place: number; readonly span: string; readonly word: string }) => (
  <>
    <span className="cross" style={{ insetInlineStart: place * PITCH - 3 }} aria-hidden="true" />
    <span
      className="tip"
      style={{ insetInlineStart: Math.max(0, Math.min(388 - TIP, place * PITCH - TIP / 2)) }}
      aria-hidden="true"
    >
      <b>{span}</b> <span>{word}</span>
    </span>
  </>
)

/** The last 24 hours. The half hour under the pointer, or chosen by arrows, shows its time and state. */
export const DayStrip = ({ card: { presence: ticks, online } }: { readonly card: DeviceCard }) => {
  const { t, format } = useCardWords()
  const now = useNow()
  const from = (tickOf(now) - ticks.length + 1) * PRESENCE_TICK_MS
  const { place, leave, point, press } = useTick(ticks.length)
  const span = (start: number, end: number): string =>
    t("devices.page.span", {
      from: format.hour(from + start * PRESENCE_TICK_MS),
      to: format.hour(from + end * PRESENCE_TICK_MS),
    })
  const at = place ?? ticks.length - 1
  const word = t(`devices.presence.${ticks[at] ?? "unobserved"}`)
  const { seen, looked } = shareOf(ticks)
  return (
    <section className="dsec">
      <h3>
        {t("devices.page.day")}
        <span className="end">{looked > 0 && t("devices.page.hours", { seen: seen / 2, looked: looked / 2 })}</span>
      </h3>
      <div
        className="strip8"
        role="slider"
        tabIndex={0}
        aria-label={t("devices.page.day")}
        aria-valuemin={0}
        aria-valuemax={ticks.length - 1}
        aria-valuenow={at}
        aria-valuetext={t("devices.page.spanPresence", { span: span(at, at + 1), presence: word })}
        onPointerMove={point}
        onPointerLeave={leave}
        onBlur={leave}
        onKeyDown={(event) => {
          if (press(event.key, getComputedStyle(event.currentTarget).direction === "rtl")) event.preventDefault()
        }}
      >
        <Ticks ticks={ticks} online={online} />
        {place !== null && <Tip place={place} span={span(place, place + 1)} word={word} />}
      </div>
      <Axis ticks={ticks} from={from} />
      <Spans ticks={ticks} say={span} />
    </section>
  )
}
