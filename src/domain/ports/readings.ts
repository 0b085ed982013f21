import { Context, type Effect } from "effect"
import type { ListName } from "../event/listRead.ts"
import type { AccountKey } from "../values/identity.ts"

/** The latest reading of a list, kept beside the log. Most bring no news, and an event for each would fill the disk. */
export interface LatestReading {
  readonly account: AccountKey
  readonly list: ListName
  /** Number of the last event when the reading began. The log may hold a later one. */
  readonly seq: number
  /** ms */
  readonly readAt: number
  /** The last time that the server saw each device, ms, by did. For the device list only. */
  readonly lastSeen?: ReadonlyMap<string, number>
}

/**
 * The latest reading of each list, for all tabs, of the account that was read last. A reading that cannot be stored is
 * dropped.
 */
export class Readings extends Context.Service<
  Readings,
  {
    readonly get: (account: AccountKey) => Effect.Effect<readonly LatestReading[]>
    /** Replaces the earlier reading of the list, and removes the readings of other accounts. */
    readonly put: (reading: LatestReading) => Effect.Effect<void>
    /** True when nothing of the account is left. */
    readonly erase: (account: AccountKey) => Effect.Effect<boolean>
    /** Calls back when another tab may have put a reading. Returns a function that unsubscribes. */
    readonly onForeignPut: (listener: () => void) => Effect.Effect<() => void>
  }
>()("sightline/Readings") {}
