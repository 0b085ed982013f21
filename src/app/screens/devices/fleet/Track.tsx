import { type KeyboardEvent, type PointerEvent, useRef } from "react"
import type { BarRange, FleetBar, FleetInTime, FleetMark, MarkKind } from "../../../../domain/views/fleetInTime.ts"
import { useCardWords } from "../../../devices/cardWords.ts"
import { Glyph } from "../../../ui/Glyph.tsx"
import { Icon } from "../../../ui/Icon.tsx"
import { RebootIcon, UpdateIcon, WakeIcon } from "../../../ui/icons.ts"
import { useWidth } from "../../../ui/useWidth.ts"
import { Axis } from "../../presence/Axis.tsx"
import { useFleetWords } from "./words.ts"

/** Height of a bar whose devices are all online, px. */
const FULL = 20
/** Height of one offline device, px, and the maximum number drawn. */
const AWAY = { each: 2, most: 5 }
/** Maximum strokes of a bar. */
const STROKES = { day: 4, week: 2 } as const
/** Minimum distance of strokes of 2 px, px. Closer ones would merge into one block. */
const PITCH = 3.2
/** Bars that an arrow with Shift moves. */
const FAR = { day: 2, week: 12 } as const

/** The strokes of each bar for which `height` returns a path. */
const strokes = (
  { span, bars }: Pick<FleetInTime, "span" | "bars">,
  width: number,
  height: (bar: FleetBar) => string | null,
): string => {
  const room = width === 0 ? STROKES[span] : Math.floor(width / bars.length / PITCH)
  const each = Math.max(1, Math.min(STROKES[span], room))
  return bars
    .slice(0, -1)
    .flatMap((bar, place) => {
      const drawn = height(bar)
      if (drawn === null) return []
      return Array.from({ length: each }, (_, stroke) => `M${place + (stroke + 0.5) / each} ${drawn}`)
    })
    .join("")
}

const onlineIn = (of: number, { online }: FleetBar): number =>
  online === 0 ? 0 : Math.max(1, Math.round((online / Math.max(1, of)) * FULL))
const awayIn = ({ offline }: FleetBar): number => Math.min(offline, AWAY.most) * AWAY.each

/** Draws online devices up from the base and offline ones down from it. A dot marks a time without observation. */
const Drawing = ({ fleet, width }: { readonly fleet: FleetInTime; readonly width: number }) => {
  const { bars, of } = fleet
  const last = bars.at(-1)
  const up = (bar: FleetBar) => {
    const high = onlineIn(of, bar)
    return high === 0 ? null : `${FULL - high}v${high}`
  }
  const down = (bar: FleetBar) => (bar.offline === 0 ? null : `${FULL + 1}v${awayIn(bar)}`)
  const none = (bar: FleetBar) => (bar.online + bar.offline === 0 ? `${FULL - 1}v1` : null)
  return (
    <svg viewBox={`0 0 ${bars.length} 32`} preserveAspectRatio="none" aria-hidden="true">
      <path className="hi" d={strokes(fleet, width, up)} />
      <path className="aw" d={strokes(fleet, width, down)} />
      <path className="no" d={strokes(fleet, width, none)} />
      {last !== undefined && (
        <path className="now" d={`M${bars.length - 0.5} 0v${FULL + (last.offline === 0 ? 0 : 1 + awayIn(last))}`} />
      )}
    </svg>
  )
}

const icons = { update: UpdateIcon, reboot: RebootIcon, wake: WakeIcon } as const satisfies Record<
  Exclude<MarkKind, "outage">,
  unknown
>

export const MarkSign = ({ kind }: Pick<FleetMark, "kind">) =>
  kind === "outage" ? <Glyph name="warning" /> : <Icon of={icons[kind]} small />

interface Props {
  readonly fleet: FleetInTime
  readonly range: BarRange | null
  readonly choose: (range: BarRange | null) => void
  /** The number of bars that share the room of a mark. */
  readonly together: number
  readonly point: (place: number | null) => void
}

/** Marks of events at their times. Events in one place show the gravest of them, and their number. */
const Marks = ({ fleet, together, choose }: Props) => {
  const words = useFleetWords(fleet)
  const { format } = useCardWords()
  const count = fleet.bars.length
  return Array.from({ length: Math.ceil(count / together) }, (_, group) => {
    const first = group * together
    const all = fleet.marks.slice(first, first + together).flat()
    const shown = all.find(({ kind }) => kind === "outage") ?? all[0]
    if (shown === undefined) return null
    const things = all.reduce((sum, { kind, dids }) => sum + (kind === "outage" ? 1 : dids.length), 0)
    const label = all.map(words.mark).join("\n")
    const at = fleet.bars.findIndex(({ from, to }) => from <= shown.at && shown.at < to)
    const until = shown.until === null ? -1 : fleet.bars.findIndex(({ to }) => to > (shown.until ?? 0))
    return (
      <button
        key={first}
        type="button"
        className={`fl-m ${shown.kind}${all.some(({ isOwn }) => isOwn) ? " own" : ""}`}
        style={{ insetInlineStart: `${((first + Math.min(together, count - first) / 2) / count) * 100}%` }}
        aria-label={label}
        title={label}
        onClick={() => choose({ first: at, last: Math.max(at, until) })}
      >
        <MarkSign kind={shown.kind} />
        {things > 1 && <sup aria-hidden="true">{format.number(things)}</sup>}
      </button>
    )
  })
}

/** The first and the last bar of the range. Keys move each. */
const Ends = ({ fleet, range, choose }: Props) => {
  const { t } = useCardWords()
  const words = useFleetWords(fleet)
  const last = fleet.bars.length - 1
  const shown = range ?? { first: last, last }
  const move = (end: keyof BarRange, to: number) => {
    const at = Math.max(0, Math.min(last, to))
    const other = end === "first" ? shown.last : shown.first
    choose(end === "first" ? { first: at, last: Math.max(at, other) } : { first: Math.min(at, other), last: at })
  }
  const press = (end: keyof BarRange) => (event: KeyboardEvent<HTMLElement>) => {
    // With these keys an arrow belongs to the browser: back, for example.
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const step = event.shiftKey ? FAR[fleet.span] : 1
    const forward = getComputedStyle(event.currentTarget).direction === "rtl" ? -step : step
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: shown[end] + forward,
      ArrowLeft: shown[end] - forward,
      ArrowUp: shown[end] + step,
      ArrowDown: shown[end] - step,
      Home: 0,
      End: last,
    }
    const to = steps[event.key]
    if (to !== undefined) move(end, to)
    else if (event.key === "Escape" && range !== null) choose(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (["first", "last"] as const).map((end) => {
    const bar = fleet.bars[shown[end]]
    const place = shown[end] + (end === "first" ? 0 : 1)
    return (
      <span
        key={end}
        className={`fl-end${range === null ? " none" : ""}`}
        style={{ insetInlineStart: `${(place / (last + 1)) * 100}%` }}
        role="slider"
        tabIndex={0}
        aria-label={t(`devices.fleet.${end}`)}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={shown[end]}
        aria-valuetext={bar && words.bar(bar)}
        onKeyDown={press(end)}
      />
    )
  })
}

/** A drag along the track selects a range, and a press selects a bar. */
const useDrag = ({ fleet, choose, point }: Props) => {
  const begun = useRef<number | null>(null)
  const placeOf = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): number => {
    const { left, right, width } = currentTarget.getBoundingClientRect()
    const px = getComputedStyle(currentTarget).direction === "rtl" ? right - clientX : clientX - left
    const { length } = fleet.bars
    return Math.max(0, Math.min(length - 1, Math.floor((px / width) * length)))
  }
  const pull = (event: PointerEvent<HTMLElement>) => {
    const at = placeOf(event)
    point(at)
    if (begun.current !== null) choose({ first: Math.min(begun.current, at), last: Math.max(begun.current, at) })
  }
  const end = () => {
    begun.current = null
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      begun.current = placeOf(event)
      pull(event)
    },
    onPointerMove: pull,
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: () => point(null),
  }
}

/** The span as strokes, with events above and the hours below. */
export const Track = (props: Props) => {
  const { fleet, range } = props
  const { bars, span } = fleet
  const drag = useDrag(props)
  const room = useRef<HTMLDivElement>(null)
  const width = useWidth(room)
  const count = bars.length
  return (
    <div className="fl-track">
      <Marks {...props} />
      <div className="fl-drag" ref={room} {...drag}>
        <Drawing fleet={fleet} width={width} />
      </div>
      {range !== null && (
        <div
          className="fl-range"
          style={{
            insetInlineStart: `${(range.first / count) * 100}%`,
            inlineSize: `${((range.last - range.first + 1) / count) * 100}%`,
          }}
        />
      )}
      <Ends {...props} />
      <Axis of={{ span, from: bars[0]?.from ?? 0, to: bars.at(-1)?.to ?? 0 }} />
    </div>
  )
}
