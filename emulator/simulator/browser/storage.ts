import { Effect } from "effect"
import type { StoredEvent } from "../../../src/domain/event/event.ts"
import { bothMended, type Mended } from "../../../src/domain/log/damage.ts"
import {
  type AppendPlan,
  type Durability,
  type EventStore,
  type Snapshot,
  StoreError,
} from "../../../src/domain/ports/eventStore.ts"
import type { Prng } from "../prng.ts"
import type { SimulatedWorld, Tab } from "../world.ts"
import { StorageDamage } from "./damage.ts"
import { MemoryLog, makeMemoryStore } from "./memoryStore.ts"
import { later } from "./runtime.ts"

/** Time before and after the instant of a transaction, ms: of an ordinary one, of a slow one. */
const QUICK_MS = 4
const SLOW_MS = 9_000
/** Longest time until a wake-up of another tab arrives, ms. */
const WAKE_MS = 20
/** Relaxed writes reach the disk within this time, ms, even without a flush. */
const FLUSH_MS = 30_000

export interface StorageProfile {
  /** Share of transactions that are slow. */
  readonly slow: number
  /** Share of writes that abort because the disk is full. */
  readonly quota: number
  /** Share of transactions that run their plan twice, like repeated ones. */
  readonly repeated: number
}

export interface StorageWatcher {
  /** The events that a transaction adds, at the instant of its commit. */
  readonly committed: (tab: Tab, events: readonly StoredEvent[], durability: Durability) => void
  /** The log starts again with these events, at the instant of the commit. */
  readonly erased: (tab: Tab, kept: readonly StoredEvent[]) => void
}

/** One transaction in the log: the length of the log after it, and its time, ms of the world. */
interface Commit {
  readonly end: number
  readonly at: number
}

/** The planned content of a write. `newLog` replaces the whole log. */
interface Planned {
  readonly events: readonly StoredEvent[]
  readonly durability: Durability | "newLog"
}

/** An event type that this release does not know. */
const ofNewerRelease = (event: StoredEvent): StoredEvent => ({ ...event, type: "OfNewerRelease", v: 1, payload: {} })

const mendedOf = (payload: unknown): Mended => {
  const { missing = 0, odd = 0 }: Partial<Mended> = Object(payload)
  return { missing, odd }
}

const freeze = (value: unknown): void => {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const part of Object.values(value)) freeze(part)
}

/**
 * The event log of one browser profile. It adds to the in-memory store the behaviour of a disk: time, lack of space,
 * and crashes of the machine that lose relaxed writes, only at the end. A strict write that was acknowledged survives
 * everything, with all writes before it.
 */
export class Disk {
  readonly log = new MemoryLog()
  watcher: StorageWatcher = { committed: () => {}, erased: () => {} }
  profile: StorageProfile
  /**
   * The reason why nothing can be written: no space, or a database failure. With a failure the log does not open
   * either.
   */
  trouble: "quota" | "failed" | undefined
  /** The unreadable parts of the log. */
  readonly damage = new StorageDamage(this.log)
  /** Share of commits without a notification to other tabs, as from a tab that dies at once. */
  silent = 0
  /** Number of writes without space, and of events lost in crashes. */
  readonly counts = { quota: 0, lostEvents: 0 }
  readonly #world: SimulatedWorld
  readonly #prng: Prng
  readonly #copies: boolean
  readonly #room: number
  readonly #isQuick: boolean
  #durable = 0
  #commits: Commit[] = []
  readonly #snapshots: Snapshot[] = []
  /** Tabs of an older release, and the first event that other tabs write in a newer release. */
  readonly #newer = new Map<Tab, number>()
  /** The generation of the log that each tab opened last. */
  readonly #opened = new Map<Tab, number>()

  /** `room`: writes of at least this many bytes find no space. */
  constructor(
    world: SimulatedWorld,
    prng: Prng,
    profile: StorageProfile,
    { copies = false, room = Number.POSITIVE_INFINITY } = {},
  ) {
    this.#world = world
    this.#prng = prng
    this.profile = profile
    this.#copies = copies
    this.#room = room
    this.#isQuick = profile.slow === 0 && profile.quota === 0
  }

  /** True when the tab has opened the current log, not one that was erased meanwhile. */
  isOpenIn(tab: Tab): boolean {
    return this.#opened.get(tab) === this.log.generation
  }

  /** From now on every other tab has a newer release, and this one cannot read their events. */
  outdate(tab: Tab): void {
    this.#newer.set(tab, this.log.last + 1)
  }

  /** True when the disk works without errors and delays. An earlier slow transaction may still run. */
  get isSound(): boolean {
    return this.trouble === undefined && this.#isQuick
  }

  isOutdated(tab: Tab): boolean {
    return this.#newer.has(tab)
  }

  /** Events as a tab reads them. */
  #readBy(tab: Tab, events: readonly StoredEvent[]): readonly StoredEvent[] {
    const from = this.#newer.get(tab)
    if (from === undefined) return events
    return events.map((event) => (event.seq < from || event.tab === tab.name ? event : ofNewerRelease(event)))
  }

  /** The store as one tab sees it. */
  storeFor(tab: Tab): EventStore["Service"] {
    let planned: Planned | undefined
    let end = 0
    const store = makeMemoryStore(this.log, {
      copies: this.#copies,
      latency: Effect.suspend(() => later(this.#world, tab, this.#latency())),
      carry: (wake) => {
        if (this.silent > 0 && this.#prng.chance(this.silent)) return
        this.#world.afterIn(tab, this.#prng.below(WAKE_MS), wake)
      },
      // Runs at the instant of a write, after its plan. Without a fault the write is in the log.
      fault: (written) => {
        const write = planned
        planned = undefined
        const reason = this.#fault(written)
        if (reason !== undefined || write === undefined) return reason
        if (write.durability === "newLog") this.beginAgain(tab, write.events)
        else end = this.#commit(tab, write.events, write.durability)
        return undefined
      },
    })
    const noted =
      (plan: AppendPlan, durability: Planned["durability"]): AppendPlan =>
      (stored) => {
        planned = undefined
        const tail = this.#readBy(tab, stored)
        if (this.#prng.chance(this.profile.repeated)) plan(tail)
        const events = plan(tail)
        if (!this.#copies) freeze(events)
        planned = { events, durability }
        return events
      }
    return {
      ...store,
      open: (version) =>
        Effect.suspend(() => {
          if (this.trouble === "failed") return Effect.fail(new StoreError({ reason: "failed", detail: "injected" }))
          return Effect.map(store.open(this.isOutdated(tab) ? null : version), (opened) => {
            this.#opened.set(tab, this.log.generation)
            return { ...opened, tail: this.#readBy(tab, opened.tail) }
          })
        }),
      scan: (from, to, take) => store.scan(from, to, (events) => take(this.#readBy(tab, events))),
      append: (cursor, plan, durability) =>
        Effect.tap(store.append(cursor, noted(plan, durability), durability), () =>
          Effect.sync(() => {
            if (durability === "strict") this.#durable = Math.max(this.#durable, end)
          }),
        ),
      // A strict write without content: all before it is on the disk afterwards.
      setAside: (damage) =>
        Effect.tap(store.setAside(damage), () =>
          Effect.sync(() => {
            this.#durable = Math.max(this.#durable, this.log.events.length)
          }),
        ),
      saveSnapshot: (snapshot) =>
        Effect.suspend(() => {
          const copy = structuredClone(snapshot)
          return Effect.tap(store.saveSnapshot(copy), () => Effect.sync(() => this.#snapshots.push(copy)))
        }),
      rewrite: (cursor, plan) => store.rewrite(cursor, noted(plan, "newLog")),
      renew: (events) =>
        Effect.suspend(() => {
          noted(() => events, "newLog")([])
          return store.renew(events)
        }),
    }
  }

  /**
   * The machine loses power. Transactions without a strict acknowledgement may be lost, whole ones and from the end.
   */
  crash(): void {
    const { events } = this.log
    const certain = this.#commits.filter(({ end, at }) => end <= this.#durable || at <= this.#world.now - FLUSH_MS)
    const uncertain = this.#commits.slice(certain.length)
    const kept = this.#prng.below(uncertain.length + 1)
    const lengthKept = this.#commits[certain.length + kept - 1]?.end ?? Math.min(this.#durable, events.length)
    this.counts.lostEvents += events.length - lengthKept
    // The transaction of this event also reported the repair.
    for (const { type, payload } of events.splice(lengthKept))
      if (type === "DamageFound") this.log.untold = bothMended(this.log.untold, mendedOf(payload))
    this.#durable = lengthKept
    this.#commits = []
    while ((this.#snapshots.at(-1)?.seq ?? 0) > lengthKept) this.#snapshots.pop()
    this.log.snapshot = this.#snapshots.at(-1) ?? null
    this.damage.forget(lengthKept)
    this.log.tabs.clear()
  }

  /** Only while no tab has the log open. */
  strike(dice: Prng): void {
    this.damage.strike(dice)
    // The older snapshots include events that are lost now.
    this.#snapshots.length = 0
  }

  #fault(written: unknown): StoreError["reason"] | undefined {
    const isFull = this.#room !== Number.POSITIVE_INFINITY && (JSON.stringify(written)?.length ?? 0) >= this.#room
    if (this.trouble === undefined && !isFull && !this.#prng.chance(this.profile.quota)) return undefined
    this.counts.quota += 1
    return this.trouble ?? "quota"
  }

  #commit(tab: Tab, events: readonly StoredEvent[], durability: Durability): number {
    const end = this.log.last + events.length
    if (events.length > 0) {
      this.#commits.push({ end, at: this.#world.now })
      this.watcher.committed(tab, events, durability)
    }
    return end
  }

  /** One transaction that waits for the disk. */
  beginAgain(tab: Tab, kept: readonly StoredEvent[]): void {
    this.#durable = kept.length
    this.damage.forget()
    this.#commits = []
    this.#snapshots.length = 0
    this.watcher.erased(tab, kept)
  }

  #latency(): number {
    return this.#prng.chance(this.profile.slow) ? this.#prng.between(QUICK_MS, SLOW_MS) : this.#prng.below(QUICK_MS)
  }
}
