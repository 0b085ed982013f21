import type { RecordedEvent } from "../../../src/domain/product/events.ts"
import { Violation } from "../violation.ts"
import type { SimulatedWorld } from "../world.ts"
import type { NetworkRequest } from "./network.ts"

/**
 * Invariant 22: no loop runs wild. Counts the requests without a command of a person. Beyond a share for each tab, each
 * reading and each event needs a recent cause.
 */

/** A cause of a request or an event may be at most this old, ms. */
const CAUSES_MS = 10 * 60_000

/** Most events within `ms`: a share for each tab that was open then, and one for each cause. */
interface Bound {
  readonly ms: number
  readonly aTab: number
  readonly aCause: number
}

/**
 * A tab reads a list once a minute while all is well, and with growing pauses otherwise. While answers are unreadable,
 * the probe reads all three lists, so a tab may send up to three requests a minute.
 */
const requestBounds: readonly Bound[] = [
  { ms: 60_000, aTab: 12, aCause: 1 },
  { ms: CAUSES_MS, aTab: 30, aCause: 1.5 },
]
/** Requests are causes too, because their outcome is reported. */
const eventBounds: readonly Bound[] = [
  { ms: 60_000, aTab: 20, aCause: 2 },
  { ms: CAUSES_MS, aTab: 15, aCause: 2 },
]

/** The times of events within the last window. */
class Recent {
  readonly #world: SimulatedWorld
  #times: number[] = []
  #head = 0

  readonly #ms: number

  constructor(world: SimulatedWorld, ms: number) {
    this.#world = world
    this.#ms = ms
  }

  add(times = 1): void {
    for (let i = 0; i < times; i++) this.#times.push(this.#world.now)
  }

  get count(): number {
    const since = this.#world.now - this.#ms
    while ((this.#times[this.#head] ?? Number.POSITIVE_INFINITY) < since) this.#head += 1
    if (this.#head > 1_000) {
      this.#times = this.#times.slice(this.#head)
      this.#head = 0
    }
    return this.#times.length - this.#head
  }
}

/** Steps of an action after which a list may have to be read. */
const steps: ReadonlySet<RecordedEvent["type"]> = new Set<RecordedEvent["type"]>([
  "ActionQueued",
  "ActionConfirmed",
  "ActionRefused",
  "ActionUnconfirmed",
  "ActionDelayed",
  "LeadershipTaken",
  "SignedIn",
  "SignedOut",
])

/** Counts one kind of thing against its bounds. */
class Meter {
  readonly #what: string
  readonly #bounds: readonly (Bound & { readonly recent: Recent })[]

  constructor(world: SimulatedWorld, what: string, bounds: readonly Bound[]) {
    this.#what = what
    this.#bounds = bounds.map((bound) => ({ ...bound, recent: new Recent(world, bound.ms) }))
  }

  /** `last`: the latest event, in words. */
  add(last: string, tabsWithin: (ms: number) => number, causes: number): void {
    for (const { ms, aTab, aCause, recent } of this.#bounds) {
      recent.add()
      const tabs = tabsWithin(ms)
      if (recent.count > aTab * tabs + aCause * causes)
        throw new Violation(
          22,
          `${recent.count} ${this.#what} within ${ms / 1_000} s, the last ${last}, for ${causes} causes in ${tabs} tabs`,
        )
    }
  }

  get longest(): number {
    return this.#bounds.at(-1)?.recent.count ?? 0
  }
}

export class Rates {
  readonly #requests: Meter
  readonly #events: Meter
  /** Actions of a person, opened tabs, and outcomes of actions. */
  readonly #causes: Recent
  /** Tabs that are gone: their share still counts within a window. */
  readonly #ended: ReadonlyMap<number, Recent>
  readonly #world: SimulatedWorld

  constructor(world: SimulatedWorld) {
    this.#world = world
    this.#requests = new Meter(world, "requests", requestBounds)
    this.#events = new Meter(world, "events", eventBounds)
    this.#causes = new Recent(world, CAUSES_MS)
    const windows = [...requestBounds, ...eventBounds].map(({ ms }) => ms)
    this.#ended = new Map(windows.map((ms) => [ms, new Recent(world, ms)]))
  }

  /** This many tabs were closed or died. */
  ended(tabs: number): void {
    for (const recent of this.#ended.values()) recent.add(tabs)
  }

  /** A person acted, or a tab opened. */
  caused(): void {
    this.#causes.add()
  }

  sent({ call }: Pick<NetworkRequest, "call">): void {
    this.#requests.add(call, this.#tabsWithin, this.#causes.count)
  }

  committed({ type }: Pick<RecordedEvent, "type">): void {
    if (steps.has(type)) this.#causes.add()
    this.#events.add(type, this.#tabsWithin, this.#causes.count + this.#requests.longest)
  }

  readonly #tabsWithin = (ms: number): number =>
    Math.max(1, this.#world.tabs.length + (this.#ended.get(ms)?.count ?? 0))
}
