/** A half hour in which the device was seen, was not seen, or was not observed by any client here. */
export type StripTick = "seen" | "unseen" | "unobserved"

const TICKS = 48
/** The distance between ticks, px: on cards, and in rows of a table. */
const PITCH = { wide: 4, dense: 2 }
const strokes: Readonly<Record<StripTick, string>> = { seen: "2v12", unseen: "10v4", unobserved: "13v1" }
const nowStrokes: Readonly<Record<StripTick, string>> = { seen: "0v14", unseen: "10v4", unobserved: "13v1" }

const path = (ticks: ReadonlyArray<StripTick>, pitch: number, wanted: (tick: StripTick) => boolean): string =>
  ticks.map((tick, place) => (wanted(tick) ? `M${place * pitch + 0.5} ${strokes[tick]}` : "")).join("")

/**
 * The last 24 hours, oldest first. The last tick is now, and green only when online. Fewer than 48 ticks are filled up
 * in front as not observed; more are cut in front.
 */
export const Presence = ({
  ticks,
  online,
  label,
  dense = false,
  last = TICKS,
  stretched = false,
}: {
  readonly ticks: ReadonlyArray<StripTick>
  readonly online: boolean
  /** For screen readers; without it the strip is decoration. */
  readonly label?: string
  readonly dense?: boolean
  /** Shows only this many of the last ticks. */
  readonly last?: number
  /** Fills its container with any number of ticks. */
  readonly stretched?: boolean
}) => {
  const pitch = dense ? PITCH.dense : PITCH.wide
  const width = (last - 1) * pitch + (dense ? 2 : 3)
  const missing = Array.from({ length: Math.max(0, last - ticks.length) }, (): StripTick => "unobserved")
  const all = [...missing, ...ticks.slice(-last)]
  const now = online ? "seen" : (all.at(-1) ?? "unobserved")
  const past = all.slice(0, -1)
  return (
    <svg
      className={`presence${online ? " on" : ""}${dense ? " dense" : ""}${stretched ? " wide" : ""}`}
      viewBox={`0 0 ${width} 14`}
      preserveAspectRatio={stretched ? "none" : "xMaxYMid slice"}
      style={last === TICKS || stretched ? undefined : { inlineSize: `${width}px`, flexBasis: `${width}px` }}
      role="img"
      aria-label={label ?? ""}
      aria-hidden={label === undefined}
    >
      <path className="hi" d={path(past, pitch, (tick) => tick === "seen")} />
      <path className="lo" d={path(past, pitch, (tick) => tick !== "seen")} />
      <path
        className="now"
        d={`M${width - (dense ? 1 : 1.5)} ${nowStrokes[online ? "seen" : now === "seen" ? "unseen" : now]}`}
      />
    </svg>
  )
}
