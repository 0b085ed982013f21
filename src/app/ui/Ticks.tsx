/** A ruler of ticks, filled to `percent`. `quiet` for a mere measurement, `bad` for an operation that broke off. */
export const Ticks = ({
  percent,
  label,
  tone = "accent",
  low = false,
}: {
  readonly percent: number
  readonly label: string
  readonly tone?: "accent" | "quiet" | "bad"
  readonly low?: boolean
}) => {
  const value = Math.max(0, Math.min(100, percent))
  return (
    <div
      className={`ticks${tone === "accent" ? "" : ` ${tone}`}${low ? " low" : ""}${value === 100 ? " full" : ""}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(value)}
      style={{ "--v": value }}
    />
  )
}
