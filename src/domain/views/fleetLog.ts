import { definitionOf } from "../actions/table.ts"
import type { RecordedEvent } from "../product/events.ts"
import type { AccountKey } from "../values/identity.ts"
import { ONLINE_WINDOW_MS, PRESENCE_TICK_MS } from "../values/limits.ts"
import { tickOf } from "../values/presence.ts"

/** What the log says of a whole fleet, small enough to be kept for a week of ten thousand devices (PICTURE-1). */

export type ActKind = "update" | "reboot" | "wake"

/** What was done with a device: by a person here, or found out when the device reported another build. */
export interface FleetAct {
  readonly kind: ActKind
  readonly did: string
  /** ms */
  readonly at: number
  readonly isOwn: boolean
}

/** A device was not seen for longer than it may be while online, and a person looked meanwhile. ms; `back` null while it is away. */
export interface Absence {
  readonly did: string
  readonly since: number
  readonly back: number | null
}

export interface FleetLog {
  readonly acts: readonly FleetAct[]
  readonly absences: readonly Absence[]
}

export const NO_FLEET_LOG: FleetLog = { acts: [], absences: [] }

/** Of some devices alone: a log also knows those of other accounts, and those that are on the list no more. */
export const fleetLogOf = ({ acts, absences }: FleetLog, devices: ReadonlyMap<string, unknown>): FleetLog => {
  const isAmong = ({ did }: { readonly did: string }): boolean => devices.has(did)
  return { acts: acts.filter(isAmong), absences: absences.filter(isAmong) }
}

/** A build that a device reports this long before or after an update from here is that update's, ms. */
const SAME_UPDATE_MS = 3_600_000

/** The signs of a device that were taken, ms. */
interface Signs {
  earliest: number
  latest: number
  /** Those after which it was read as no longer seen. */
  readonly silent: Set<number>
}

/** The first index at which a sorted list has a number above `limit`. */
const indexAbove = (sorted: readonly number[], limit: number): number => {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) > limit) high = middle
    else low = middle + 1
  }
  return low
}

/** Reads a log: its past from the newest event to the oldest, then what is appended, in order. An event taken twice counts once. */
export class FleetLogReader {
  readonly #account: AccountKey
  readonly #asked = new Map<string, Pick<FleetAct, "kind" | "did">>()
  /** When an action, an update or a wake was done, by its id; ms. */
  readonly #done = new Map<string, number>()
  /** Builds that devices reported, each reading of a device once. */
  readonly #built = new Map<string, Pick<FleetAct, "did" | "at">>()
  readonly #signs = new Map<string, Signs>()
  readonly #absences: Absence[] = []
  /** When the list was read, ms, oldest first. */
  readonly #looks: number[] = []

  constructor(account: AccountKey) {
    this.#account = account
  }

  /** Whether the event adds something. */
  take(event: RecordedEvent): boolean {
    switch (event.type) {
      case "DevicesRead":
        return event.payload.account === this.#account && this.#read(event)
      case "ActionQueued": {
        const { action, account, intent } = event.payload
        if (account !== this.#account) return false
        const { about, messages } = definitionOf(intent)
        const subject = about(intent)
        const kind = messages.cardNotice
        if (subject.kind !== "device" || (kind !== "reboot" && kind !== "wake")) return false
        this.#asked.set(action, { kind, did: subject.id })
        return true
      }
      case "ActionConfirmed":
        this.#done.set(event.payload.action, event.at)
        return this.#asked.has(event.payload.action)
      case "FirmwareUpdateStarted":
        this.#asked.set(event.payload.update, { kind: "update", did: event.payload.did })
        return true
      case "FirmwareUpdateMoved":
        if (event.payload.stage !== "completed") return false
        this.#done.set(event.payload.update, event.at)
        return true
      case "LanWakeTold": {
        const { wake, did, stage } = event.payload
        if (stage !== "sent") return false
        this.#asked.set(wake, { kind: "wake", did })
        this.#done.set(wake, event.at)
        return true
      }
      default:
        return false
    }
  }

  log(): FleetLog {
    const own = [...this.#asked].flatMap(([id, act]): FleetAct[] => {
      const at = this.#done.get(id)
      return at === undefined ? [] : [{ ...act, at, isOwn: true }]
    })
    const updates = new Map(own.flatMap(({ kind, did, at }) => (kind === "update" ? [[did, at] as const] : [])))
    const others = [...this.#built.values()].flatMap(({ did, at }): FleetAct[] => {
      const isOwn = Math.abs((updates.get(did) ?? Number.POSITIVE_INFINITY) - at) <= SAME_UPDATE_MS
      return isOwn ? [] : [{ kind: "update", did, at, isOwn: false }]
    })
    const open = [...this.#signs].flatMap(([did, { latest, silent }]): Absence[] =>
      this.#wasAway(latest, Number.POSITIVE_INFINITY, silent) ? [{ did, since: latest, back: null }] : [],
    )
    return { acts: [...own, ...others], absences: [...this.#absences, ...open] }
  }

  #read({ at, payload: { added, changed, seen } }: Extract<RecordedEvent, { type: "DevicesRead" }>): boolean {
    for (const { id, fields } of changed)
      if (fields.build !== undefined) this.#built.set(`${at} ${id}`, { did: id, at })
    if (at > (this.#looks.at(-1) ?? 0)) this.#looks.push(at)
    else if (at < (this.#looks[0] ?? 0)) this.#looks.unshift(at)
    for (const { id, lastSeen } of added) this.#sign(id, lastSeen, at)
    for (const [did, lastSeen] of seen) this.#sign(did, lastSeen, at)
    return changed.length + added.length + seen.length > 0
  }

  #sign(did: string, seen: number, readAt: number): void {
    if (seen <= 0) return
    const known = this.#signs.get(did) ?? { earliest: seen, latest: seen, silent: new Set() }
    this.#signs.set(did, known)
    if (readAt - seen > ONLINE_WINDOW_MS) known.silent.add(seen)
    const { earliest, latest, silent } = known
    if (seen > latest) {
      known.latest = seen
      if (this.#wasAway(latest, seen, silent)) this.#absences.push({ did, since: latest, back: seen })
    } else if (seen < earliest) {
      known.earliest = seen
      if (this.#wasAway(seen, earliest, silent)) this.#absences.push({ did, since: seen, back: earliest })
    }
  }

  /**
   * Whether a person looked between two signs of a device and did not see it. A later sign within the same presence tick is in
   * no event, unless the device fell silent after it: a reading tells only once that is certain.
   */
  #wasAway(since: number, back: number, silent: ReadonlySet<number>): boolean {
    if (silent.has(since)) return true
    const certain = (tickOf(since) + 1) * PRESENCE_TICK_MS + ONLINE_WINDOW_MS
    const look = this.#looks[indexAbove(this.#looks, certain)]
    return look !== undefined && look < back
  }
}
