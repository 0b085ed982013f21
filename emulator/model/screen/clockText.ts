const MS_PER_SECOND = 1_000
const SECONDS_PER_DAY = 86_400

const two = (value: number): string => String(value).padStart(2, "0")

/** Time of day of a moment (ms since 1970) as HH:MM:SS, in UTC: emulated computers have no time zone. */
export const clockText = (now: number): string => {
  const second = Math.floor(now / MS_PER_SECOND) % SECONDS_PER_DAY
  return `${two(Math.floor(second / 3_600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}`
}
