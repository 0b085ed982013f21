/** The numbers of stages and of ticks in a stage; the distances, px. */
const STAGES = 4
const TICKS = 3
const PITCH = 4
const STAGE_PITCH = 16
const WIDTH = 58

const places = Array.from({ length: STAGES * TICKS }, (_, tick) => {
  const stage = Math.floor(tick / TICKS)
  return stage * STAGE_PITCH + (tick - stage * TICKS) * PITCH + 1
})

const path = (from: number, to: number, stroke: string): string =>
  places
    .slice(from, to)
    .map((place) => `M${place} ${stroke}`)
    .join("")

/**
 * The progress of an action: sent, taken by the server, gone, back. Completed stages have the person's colour. The last
 * stage is green, because the device itself was seen. The words beside it say the same.
 */
export const OutcomeRuler = ({ done, isBack }: { readonly done: number; readonly isBack: boolean }) => {
  const own = isBack ? (STAGES - 1) * TICKS : done
  return (
    <svg className="oruler" width={WIDTH} height="12" viewBox={`0 0 ${WIDTH} 12`} aria-hidden="true">
      <path className="e" d={isBack ? "" : path(own, STAGES * TICKS, "8v4")} />
      <path className="f" d={path(0, own, "0v12")} />
      <path className="b" d={isBack ? path(own, STAGES * TICKS, "0v12") : ""} />
    </svg>
  )
}
