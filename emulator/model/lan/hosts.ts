import { Schema } from "effect"
import { HOST_AWAKE_MS, WAKE_MS } from "../limits.ts"

/** Computers behind devices. They sleep, wake on a magic packet, and fall asleep again when idle. */

const Text = Schema.String
const Time = Schema.Finite
type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] }

/** Awake from `awakeFrom` until `asleepFrom`; null for never. */
export const HostRecord = Schema.Struct({
  id: Text,
  did: Text,
  name: Text,
  mac: Text,
  awakeFrom: Schema.NullOr(Time),
  asleepFrom: Schema.NullOr(Time),
})
export type LanHost = Writable<typeof HostRecord.Type>

export const isAwake = ({ awakeFrom, asleepFrom }: LanHost, now: number): boolean =>
  awakeFrom !== null && awakeFrom <= now && (asleepFrom === null || now < asleepFrom)

/** True when the host is awake or about to wake. */
const isWaking = ({ awakeFrom, asleepFrom }: LanHost, now: number): boolean =>
  awakeFrom !== null && (asleepFrom === null || now < asleepFrom)

export const hearMagic = (host: LanHost, mac: string, now: number): boolean => {
  if (host.mac !== mac || isWaking(host, now)) return false
  host.awakeFrom = now + WAKE_MS
  host.asleepFrom = host.awakeFrom + HOST_AWAKE_MS
  return true
}

/** Keeps a host awake for longer when a person uses it. */
export const keepAwake = (host: LanHost, now: number): void => {
  if (host.asleepFrom !== null && isAwake(host, now)) host.asleepFrom = now + HOST_AWAKE_MS
}

/** The next time at which the host wakes or falls asleep. Null for none. */
export const nextTurn = ({ awakeFrom, asleepFrom }: LanHost, now: number): number | null => {
  const ahead = [awakeFrom, asleepFrom].filter((at) => at !== null && at > now).map(Number)
  return ahead.length === 0 ? null : Math.min(...ahead)
}
