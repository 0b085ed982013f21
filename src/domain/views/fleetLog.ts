import { definitionOf } from "../actions/table.ts"
import type { RecordedEvent } from "../product/events.ts"
import type { AccountKey } from "../values/identity.ts"
import { ONLINE_WINDOW_MS, PRESENCE_TICK_MS } from "../values/limits.ts"
import { tickOf } from "../values/presence.ts"

/** The log's facts about a whole fleet, small enough to keep a week of ten thousand devices (PICTURE-1). */

export type ActKind = "update" | "reboot" | "wake"

/** An operation on a device, by a person in this browser, or concluded from another reported build. */
export interface FleetAct {
  readonly kind: ActKind
  readonly did: string
  /** ms */
  readonly at: number
  readonly isOwn: boolean
}

/**
 * A device was not seen for longer than an online device may be, and this client looked meanwhile. ms; `back` is null
 * while it is away.
 */
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

/**
 * Only the facts of these devices: a log also holds those of other accounts, and of devices that have left the list.
 */
export const fleetLogOf = ({ acts, absences }: FleetLog, devices: ReadonlyMap<string, unknown>): FleetLog => {
  const isAmong = ({ did }: { readonly did: string }): boolean => devices.has(did)
  return { acts: acts.filter(isAmong), absences: absences.filter(isAmong) }
}

/** A build reported within this time of an update from here belongs to that update, ms. */
const SAME_UPDATE_MS = 3_600_000

/** The recorded signs of a device, ms. */
interface Signs {
  earliest: number
  latest: number
  /** Signs after which a reading found the device silent. */
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

/**
 * Reads a log: first its past from the newest event to the oldest, then new events in order. A repeated event counts
 * once.
 */
export class FleetLogReader {
  readonly #account: AccountKey
  readonly #asked = new Map<string, Pick<FleetAct, "kind" | "did">>()
  /** The time of each action, update or wake, by its id, ms. */
  readonly #done = new Map<string, number>()
  /** Builds that devices reported, one for each reading of a device. */
  readonly #built = new Map<string, Pick<FleetAct, "did" | "at">>()
  readonly #signs = new Map<string, Signs>()
  readonly #absences: Absence[] = []
  /** The times when the list was read, ms, oldest first. */
  readonly #looks: number[] = []

  constructor(account: AccountKey) {
    this.#account = account
  }

  /** Returns true when the event adds something. */
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
   * True when this client looked between two signs of a device without seeing it. No event records a later sign within
   * the same presence tick, unless the device fell silent after it. So a reading counts only once the absence is
   * certain.
   */
  #wasAway(since: number, back: number, silent: ReadonlySet<number>): boolean {
    if (silent.has(since)) return true
    const certain = (tickOf(since) + 1) * PRESENCE_TICK_MS + ONLINE_WINDOW_MS
    const look = this.#looks[indexAbove(this.#looks, certain)]
    return look !== undefined && look < back
  }
}
