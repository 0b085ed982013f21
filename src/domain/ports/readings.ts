import { Context, type Effect } from "effect"
import type { ListName } from "../event/listRead.ts"
import type { AccountKey } from "../values/identity.ts"

/** The latest reading of a list, kept beside the log: most bring no news, and an event for each would fill the disk. */
export interface LatestReading {
  readonly account: AccountKey
  readonly list: ListName
  /** Last event that was known when it began: the log may hold a later one. */
  readonly seq: number
  /** ms */
  readonly readAt: number
  /** When each device was last seen by the server, ms, by did; for the list of devices alone. */
  readonly lastSeen?: ReadonlyMap<string, number>
}

/** The latest reading of each list of the account read last, for all tabs. What cannot be kept is forgotten. */
export class Readings extends Context.Service<
  Readings,
  {
    readonly get: (account: AccountKey) => Effect.Effect<readonly LatestReading[]>
    /** Takes the place of the one before; readings of other accounts go. */
    readonly put: (reading: LatestReading) => Effect.Effect<void>
    /** Whether nothing of the account is left. */
    readonly erase: (account: AccountKey) => Effect.Effect<boolean>
    /** Calls back when another tab may have put one; returns how to stop. */
    readonly onForeignPut: (listener: () => void) => Effect.Effect<() => void>
  }
>()("sightline/Readings") {}
