import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useState } from "react"
import { useTranslation } from "react-i18next"
import { useFormat } from "../../i18n/useFormat.ts"
import type { LogIndex } from "../../log/logIndex.ts"
import type { OpenedLog } from "../../log/openedLog.ts"
import { RULER_HEIGHT, RULER_TICKS, type Ruler, rulerOf } from "../../log/ruler.ts"
import { useStep } from "../../log/useStep.ts"
import { useRoom } from "../../shell/useRoom.ts"
import { IconButton } from "../../ui/IconButton.tsx"
import { NextIcon, PauseIcon, PlayIcon, PreviousIcon } from "../../ui/icons.ts"
import { SegmentedRadio } from "../../ui/SegmentedRadio.tsx"

const HOUR_MS = 3_600_000
const SECOND_MS = 1_000
const MARKS = 6
/** The time that each event is shown during playing, ms. */
const PLAY_MS = { slow: 1_000, fast: 100 } as const
type Pace = keyof typeof PLAY_MS

interface ScrubberProps {
  readonly opened: OpenedLog
  /** The selected event; null for now. */
  readonly at: number | null
  readonly onSelect: (seq: number) => void
}

const usePlaying = (at: number, last: number, onSelect: (seq: number) => void) => {
  const [isPlaying, setPlaying] = useState(false)
  const [pace, setPace] = useState<Pace>("slow")
  useEffect(() => {
    if (!isPlaying) return
    if (at >= last) return setPlaying(false)
    const timer = setTimeout(() => onSelect(at + 1), PLAY_MS[pace])
    return () => clearTimeout(timer)
  }, [isPlaying, at, last, pace, onSelect])
  return { isPlaying, turn: () => setPlaying(!isPlaying), pace, setPace }
}

const stepOf = ({ key, shiftKey }: KeyboardEvent, seq: number, index: LogIndex): number | null => {
  const forward = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight"
  const backward = forward === "ArrowLeft" ? "ArrowRight" : "ArrowLeft"
  if (key === forward || key === "ArrowUp") return seq + (shiftKey ? 10 : 1)
  if (key === backward || key === "ArrowDown") return seq - (shiftKey ? 10 : 1)
  if (key === "PageUp") return index.seqAt(index.timeOf(seq) + HOUR_MS)
  if (key === "PageDown") return index.seqAt(index.timeOf(seq) - HOUR_MS)
  if (key === "Home") return index.first
  return key === "End" ? index.last : null
}

/** The time line: scrub by pointer, step by keys, play event by event. A log that is not read yet has none. */
export const Scrubber = (props: ScrubberProps) => {
  const { first, last } = props.opened.index
  return last < first ? null : <Line {...props} />
}

/** Buttons to go an event back or forward, and to play. */
const Keys = ({
  playing: { isPlaying, turn, pace, setPace },
  onStep,
}: {
  readonly playing: ReturnType<typeof usePlaying>
  readonly onStep: (by: 1 | -1) => void
}) => {
  const { t } = useTranslation()
  const keys = [
    { place: "back", icon: PreviousIcon, label: t("pages.log.previous"), onPress: () => onStep(-1) },
    {
      place: "play",
      icon: isPlaying ? PauseIcon : PlayIcon,
      label: t(isPlaying ? "pages.log.pause" : "pages.log.play"),
      onPress: turn,
    },
    { place: "on", icon: NextIcon, label: t("pages.log.next"), onPress: () => onStep(1) },
  ]
  return (
    <div className="keys">
      {keys.map(({ place, ...key }) => (
        <IconButton key={place} small smallIcon flip {...key} />
      ))}
      <SegmentedRadio
        label={t("pages.log.speed")}
        labelHidden
        value={pace}
        onChange={setPace}
        options={[
          { value: "slow", label: <bdi>1×</bdi> },
          { value: "fast", label: <bdi>10×</bdi> },
        ]}
      />
    </div>
  )
}

/** The time of the selected moment, with the fraction of its second. */
const Clock = ({ time }: { readonly time: number }) => {
  const format = useFormat()
  // The fraction keeps the separator that the language writes before it, as the list does.
  const [clock = "", fraction = ""] = format.stamp(time).split(/(?=[.,٫])/)
  return (
    <p className="clk">
      <bdi dir="ltr">
        {clock}
        <span>{fraction}</span>
      </bdi>
    </p>
  )
}

/** The times below the ruler. */
const Marks = ({ ruler, end }: { readonly ruler: Ruler; readonly end: number }) => {
  const format = useFormat()
  /* In a log of any length no two marks read the same. */
  const markOf = (moment: number): string => {
    if (ruler.span < MARKS * SECOND_MS) return format.stamp(moment)
    return ruler.span < HOUR_MS ? format.clock(moment) : format.minute(moment, end)
  }
  return (
    <div className="shours num" aria-hidden="true">
      {Array.from({ length: MARKS }, (_, mark) => ruler.from + (ruler.span / MARKS) * mark).map((moment) => (
        <span key={moment}>
          <bdi>{markOf(moment)}</bdi>
        </span>
      ))}
    </div>
  )
}

/** A picture of the events over time. A press or a drag on it leads to that moment. */
const Track = ({
  index,
  ruler,
  seq,
  place,
  onMoment,
  onKey,
}: {
  readonly index: LogIndex
  readonly ruler: Ruler
  readonly seq: number
  /** The position of the event and the number of events, in words. */
  readonly place: string
  readonly onMoment: (moment: number) => void
  readonly onKey: (event: KeyboardEvent) => void
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  const time = index.timeOf(seq)
  const scrub = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons !== 1 && event.type !== "pointerdown") return
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - left) / width
    const along = document.documentElement.dir === "rtl" ? 1 - share : share
    onMoment(ruler.from + along * ruler.span)
  }
  return (
    <div
      className="strack"
      role="slider"
      tabIndex={0}
      aria-label={t("pages.log.filter.time")}
      aria-valuemin={index.first}
      aria-valuemax={index.last}
      aria-valuenow={seq}
      aria-valuetext={t("pages.log.moment", { time: format.full(time), place })}
      onKeyDown={onKey}
      onPointerDown={scrub}
      onPointerMove={scrub}
    >
      <svg viewBox={`0 0 ${RULER_TICKS * 4} ${RULER_HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path className="p" d={ruler.past} />
        <path className="f" d={ruler.future} />
        <path className="mi" d={ruler.problems} />
      </svg>
      <span className="hd" style={{ insetInlineStart: `${((time - ruler.from) / ruler.span) * 100}%` }} />
    </div>
  )
}

const Line = ({ opened, at, onSelect }: ScrubberProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { index } = opened
  const { first, last } = index
  const seq = at ?? last
  const playing = usePlaying(seq, last, onSelect)
  const ruler = useMemo(() => rulerOf(index, last, seq), [index, last, seq])
  const step = useStep(seq)
  const room = useRoom<HTMLElement>("--ruler")
  const move = (to: number) => {
    const led = Math.max(first, Math.min(last, to))
    step.lead(led)
    onSelect(led)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === " ") playing.turn()
    const next = stepOf(event, step.from(), index)
    if (next === null && event.key !== " ") return
    event.preventDefault()
    if (next !== null) move(next)
  }
  const place = t("pages.log.place", { where: format.number(seq - first + 1), of: last - first + 1 })
  return (
    <section ref={room} className="scrubber" aria-label={t("pages.log.filter.time")}>
      <div className="left">
        <Clock time={index.timeOf(seq)} />
        <Keys playing={playing} onStep={(by) => move(step.from() + by)} />
        <p className="sub">{place}</p>
      </div>
      <div>
        <Track
          index={index}
          ruler={ruler}
          seq={seq}
          place={place}
          onMoment={(moment) => move(index.seqAt(moment))}
          onKey={press}
        />
        <Marks ruler={ruler} end={index.timeOf(last)} />
      </div>
    </section>
  )
}
