import { Schema } from "effect"
import { HOST_AWAKE_MS, WAKE_MS } from "../limits.ts"

/** Computers behind devices: they sleep, wake on a magic packet, and fall asleep again when they are idle. */

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

/** Whether it is awake or about to be. */
const isWaking = ({ awakeFrom, asleepFrom }: LanHost, now: number): boolean =>
  awakeFrom !== null && (asleepFrom === null || now < asleepFrom)

export const hearMagic = (host: LanHost, mac: string, now: number): boolean => {
  if (host.mac !== mac || isWaking(host, now)) return false
  host.awakeFrom = now + WAKE_MS
  host.asleepFrom = host.awakeFrom + HOST_AWAKE_MS
  return true
}

/** A person uses it: it stays awake for longer. */
export const keepAwake = (host: LanHost, now: number): void => {
  if (host.asleepFrom !== null && isAwake(host, now)) host.asleepFrom = now + HOST_AWAKE_MS
}

/** The next moment at which it wakes up or falls asleep; null for none. */
export const nextTurn = ({ awakeFrom, asleepFrom }: LanHost, now: number): number | null => {
  const ahead = [awakeFrom, asleepFrom].filter((at) => at !== null && at > now).map(Number)
  return ahead.length === 0 ? null : Math.min(...ahead)
}
