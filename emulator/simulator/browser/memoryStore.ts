import { Effect } from "effect"
import type { StoredEvent } from "../../../src/domain/event/event.ts"
import {
  bothMended,
  countOf,
  type Mended,
  NOTHING_MENDED,
  standInId,
  standIns,
  survey,
  tellDamage,
} from "../../../src/domain/log/damage.ts"
import {
  type AppendPlan,
  type Aside,
  type Base,
  EventStore,
  type Snapshot,
  type StandIns,
  StoreError,
} from "../../../src/domain/ports/eventStore.ts"
import {
  deletedElsewhere,
  erasedElsewhere,
  type LogExtent,
  lostBase,
  missingAtEnd,
  planned,
  refuseBase,
  refuseBeyond,
  refuseGap,
  refuseTorn,
  replaces,
  scanBy,
} from "../../../src/domain/ports/storeRules.ts"

type Store = EventStore["Service"]

/** The part of a browser's storage that several tabs share: the events after the base, in order. */
export class MemoryLog {
  readonly events: StoredEvent[] = []
  base: Base | null = null
  snapshot: Snapshot | null = null
  readonly aside: Aside[] = []
  readonly tabs = new Set<ForeignListener>()
  /** Increases with each erasure, so that a tab with a fold of erased events notices. */
  generation = 1
  /** The generation after the last clearing. Tabs of an earlier generation have lost their log. */
  cleared = 1
  /** Repairs of the sequence that no event has reported yet. */
  untold: Mended = NOTHING_MENDED

  get last(): number {
    return this.events.at(-1)?.seq ?? this.base?.seq ?? 0
  }
  /** Erases everything and begins a new log with these events. */
  replace(events: readonly StoredEvent[]): void {
    this.events.splice(0, this.events.length, ...events)
    this.aside.length = 0
    this.base = null
    this.snapshot = null
    this.untold = NOTHING_MENDED
    this.generation += 1
  }
  /** Acts like another program that empties the database. */
  clear(): void {
    this.replace([])
    this.cleared = this.generation
  }
  /** Replaces the events up to this base by the base. */
  prune(keep: Base): void {
    this.events.splice(0, keep.seq - (this.base?.seq ?? 0))
    this.base = keep
    if (this.snapshot !== null && this.snapshot.seq < keep.seq) this.snapshot = null
  }
  /** The events after `cursor`. Undefined when some of them are no longer in the log. */
  after(cursor: number): readonly StoredEvent[] | undefined {
    const index = cursor - (this.base?.seq ?? 0)
    return index < 0 || index > this.events.length ? undefined : this.events.slice(index)
  }
}

interface ForeignListener {
  readonly store: object
  readonly wake: () => void
}

export interface MemoryStoreOptions {
  /** Runs before and after the critical section of each operation, never inside. A tab may die there. */
  readonly latency?: Effect.Effect<void>
  /** Called once for each write with its content. A returned reason fails the write like an aborted transaction. */
  readonly fault?: (written: unknown) => StoreError["reason"] | undefined
  /** Delivers a wake-up to this tab. A simulator may delay or drop it. The default delivers at once. */
  readonly carry?: (wake: () => void) => void
  /**
   * Copies values on the way in and out like a disk (default). A simulator that never mutates values may turn this off,
   * because a copy costs more than the fold of an event.
   */
  readonly copies?: boolean
}

/** One tab's position on the shared log. It throws once the log is not the one that this tab has opened. */
class TabView {
  generation: number | undefined
  isGone = false
  /** The last event of this tab's fold, when the log ends before it. */
  reached = 0
  readonly #log: MemoryLog
  readonly copyEvents: (events: readonly StoredEvent[]) => readonly StoredEvent[]

  constructor(log: MemoryLog, copyEvents: TabView["copyEvents"]) {
    this.#log = log
    this.copyEvents = copyEvents
  }

  check(): void {
    this.generation ??= this.#log.generation
    this.isGone ||= this.generation < this.#log.cleared
    if (this.isGone) throw deletedElsewhere()
    if (this.generation !== this.#log.generation) throw erasedElsewhere()
  }

  tailAfter(cursor: number): readonly StoredEvent[] {
    const log = this.#log
    const tail = log.after(cursor)
    if (tail === undefined) {
      this.isGone = cursor > 0 && log.events.length === 0
      if (log.last < cursor) this.reached = cursor
      throw this.isGone ? deletedElsewhere() : erasedElsewhere()
    }
    refuseTorn(cursor, tail)
    return this.copyEvents(tail)
  }

  follow(): void {
    this.generation = this.#log.generation
  }
}

/** One tab's view of a shared log in memory. Fulfils the whole contract of `EventStore` except durability. */
export const makeMemoryStore = (log: MemoryLog, options: MemoryStoreOptions = {}): Store => {
  const { latency = Effect.void, fault = () => undefined, carry = (wake) => wake(), copies = true } = options
  const copyEvents: TabView["copyEvents"] = copies ? (events) => structuredClone(events) : (same) => same
  const copyState = copies ? <T>(value: T): T => structuredClone(value) : <T>(same: T) => same
  const self = {}
  const view = new TabView(log, copyEvents)

  /** Runs `work` at one instant, like a transaction. */
  const transact = <A>(work: () => A): Effect.Effect<A, StoreError> =>
    Effect.gen(function* () {
      yield* latency
      const result = yield* Effect.try({ try: work, catch: asStoreError })
      yield* latency
      return result
    })
  /** A transaction on the log that this tab has opened. */
  const inLog = <A>(work: () => A): Effect.Effect<A, StoreError> =>
    transact(() => {
      view.check()
      return work()
    })
  const failIfFaulty = (written: unknown) => {
    const reason = fault(written)
    if (reason !== undefined) throw new StoreError({ reason, detail: "injected fault" })
  }
  const wakeOthers = () => {
    for (const tab of log.tabs) if (tab.store !== self) tab.wake()
  }
  /** A tab that dies between its commit and this step wakes no other tab, as with a broadcast. */
  const thenWake = Effect.flatMap((changed: boolean) => (changed ? Effect.sync(wakeOthers) : Effect.void))

  const append = (cursor: number, plan: AppendPlan): boolean => {
    const events = planned(plan, view.tailAfter(cursor))
    refuseGap(log.last, events)
    failIfFaulty(events)
    for (const event of copyEvents(events)) log.events.push(event)
    if (tellDamage(events)) log.untold = NOTHING_MENDED
    return events.length > 0
  }
  const replaceAll = (kept: readonly StoredEvent[]): boolean => {
    refuseGap(0, kept)
    failIfFaulty(kept)
    log.replace(copyEvents(kept))
    view.follow()
    view.isGone = false
    return true
  }
  const bounds = inLog(() => ({ first: (log.base?.seq ?? 0) + 1, last: log.last }))
  const range = (from: number, to: number) =>
    inLog(() => copyEvents(log.events.filter(({ seq }) => from <= seq && seq <= to)))

  return EventStore.of({
    open: (version) =>
      transact(() => {
        if (view.isGone) throw deletedElsewhere()
        mend(log, { version, reached: view.reached })
        view.reached = 0
        view.follow()
        const snapshot = log.snapshot !== null && isUsable(log.snapshot, version, log) ? log.snapshot : null
        const tail = log.after(snapshot?.seq ?? log.base?.seq ?? 0) ?? []
        return { snapshot: copyState(snapshot), base: copyState(log.base), tail: copyEvents(tail), mended: log.untold }
      }),
    append: (cursor, plan) => thenWake(inLog(() => append(cursor, plan))),
    scan: scanBy(bounds, range),
    bounds,
    base: inLog(() => copyState(log.base)),
    prune: (keep) =>
      inLog(() => {
        refuseBase((log.base?.seq ?? 0) + 1, log.last, keep)
        failIfFaulty(keep)
        log.prune(copyState(keep))
      }),
    setAside: (damage) =>
      inLog(() => {
        failIfFaulty(damage)
        return setAside(log, damage)
      }),
    putBack: (events) =>
      thenWake(
        inLog(() => {
          failIfFaulty(events)
          putBack(log, copyEvents(events))
          view.follow()
          return true
        }),
      ),
    aside: transact(() => copyState(log.aside)),
    saveSnapshot: (snapshot) =>
      inLog(() => {
        refuseBeyond(log.last, snapshot)
        failIfFaulty(snapshot)
        if (replaces(snapshot, log.snapshot)) log.snapshot = copyState(snapshot)
      }),
    onForeignAppend: (wake) =>
      Effect.sync(() => {
        const listener = { store: self, wake: () => carry(wake) }
        log.tabs.add(listener)
        return () => {
          log.tabs.delete(listener)
        }
      }),
    rewrite: (cursor, plan) => thenWake(inLog(() => replaceAll(planned(plan, view.tailAfter(cursor))))),
    renew: (events) => thenWake(transact(() => replaceAll(events))),
  })
}

const isUsable = (snapshot: Snapshot, version: number | null, { base, last }: MemoryLog): boolean =>
  snapshot.version === version && snapshot.seq >= (base?.seq ?? 0) && snapshot.seq <= last

/** Repairs the sequence, as `open` promises. An intact log costs one check per number. */
const mend = (log: MemoryLog, extent: LogExtent): void => {
  const found = survey(
    log.events.map(({ seq }) => seq).sort((a, b) => a - b),
    log.base?.seq ?? 0,
    true,
  )
  const beyond = missingAtEnd(found.last, log.snapshot, extent)
  const lost = found.first - 1 - (log.base?.seq ?? 0)
  const mended = { missing: lost + countOf(found.missing) + beyond, odd: found.odd.length }
  if (mended.missing + mended.odd === 0) return
  const odd = new Set(found.odd)
  const isOdd = new Set<StoredEvent>()
  for (const event of log.events) if (odd.delete(event.seq)) isOdd.add(event)
  const kept = log.events.filter((event) => !isOdd.has(event))
  for (const row of isOdd) log.aside.push({ seq: null, row })
  for (const [from, to] of found.missing) kept.push(...standIns(from, to))
  if (beyond > 0) kept.push(...standIns(found.last + 1, found.last + beyond))
  kept.sort((a, b) => a.seq - b.seq)
  if (lost > 0) log.base = lostBase(found.first - 1)
  log.events.splice(0, log.events.length, ...kept)
  log.untold = bothMended(log.untold, mended)
  log.generation += 1
}

const setAside = (log: MemoryLog, { events, snapshots }: StandIns): readonly number[] => {
  if (snapshots) log.snapshot = null
  return events.flatMap((standIn) => {
    const index = log.events.findIndex(({ seq }) => seq === standIn.seq)
    const row = log.events[index]
    if (row === undefined || row.id === standIn.id) return []
    log.aside.push({ seq: standIn.seq, row })
    log.events[index] = standIn
    return [standIn.seq]
  })
}

const putBack = (log: MemoryLog, events: readonly StoredEvent[]): void => {
  for (const event of events) {
    const index = log.events.findIndex(({ id }) => id === standInId(event.seq))
    const kept = log.aside.findIndex(({ seq }) => seq === event.seq)
    if (index < 0 || kept < 0) continue
    log.events[index] = event
    log.aside.splice(kept, 1)
  }
  log.snapshot = null
  log.generation += 1
}

const asStoreError = (cause: unknown): StoreError =>
  cause instanceof StoreError ? cause : new StoreError({ reason: "failed", detail: String(cause) })
