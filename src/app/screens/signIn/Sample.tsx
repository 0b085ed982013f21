import { memo } from "react"
import { useTranslation } from "react-i18next"
import { Glyph } from "../../ui/Glyph.tsx"

/** The width from tick to tick of a strip, px. A day has a tick for each half hour. */
const PITCH = 8
const TICKS = 48
const WIDTH = TICKS * PITCH - 5

/** The first and last half hour without the device, and the half hours before observation began. */
interface Day {
  readonly unobserved: number
  readonly away: ReadonlyArray<readonly [number, number]>
}

const pathOf = (places: readonly number[], stroke: string): string =>
  places.map((place) => `M${place * PITCH + 1} ${stroke}`).join("")

const Strip = ({ unobserved, away, online }: Day & { readonly online: boolean }) => {
  const places = Array.from({ length: TICKS - 1 }, (_, place) => place)
  const isAway = (place: number) => away.some(([first, last]) => place >= first && place <= last)
  const watched = places.slice(unobserved)
  return (
    <svg className={online ? "day on" : "day"} width={WIDTH} height="32" viewBox={`0 0 ${WIDTH} 32`} aria-hidden="true">
      <path className="lo" d={pathOf(places.slice(0, unobserved), "31v1")} />
      <path className="lo" d={pathOf(watched.filter(isAway), "24v8")} />
      <path
        className="hi"
        d={pathOf(
          watched.filter((place) => !isAway(place)),
          "4v28",
        )}
      />
      <path className="now" d={`M${WIDTH - 1.5} ${online ? "0v32" : "24v8"}`} />
    </svg>
  )
}

const SAMPLES = [
  { id: "first", said: "woke", online: true, day: { unobserved: 2, away: [] } },
  {
    id: "second",
    said: "rebooted",
    online: true,
    day: {
      unobserved: 0,
      away: [
        [0, 13],
        [24, 31],
      ],
    },
  },
  {
    id: "third",
    said: "away",
    online: false,
    day: {
      unobserved: 6,
      away: [
        [25, 26],
        [38, 47],
      ],
    },
  },
] as const

/** A sample of the app's purpose, drawn in the empty half of a wide window. */
export const Sample = memo(() => {
  const { t } = useTranslation()
  return (
    <figure className="sample" aria-label={t("auth.sample.label")}>
      <ul>
        {SAMPLES.map(({ id, said, online, day }) => (
          <li key={id}>
            <Glyph name={online ? "online" : "offline"} />
            <p>
              <b>{t(`auth.sample.names.${id}`)}</b>
              <span>{t(`auth.sample.${said}`)}</span>
            </p>
            <Strip {...day} online={online} />
          </li>
        ))}
      </ul>
      <figcaption>{t("auth.sample.note")}</figcaption>
    </figure>
  )
})
