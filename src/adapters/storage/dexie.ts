import { Effect, Layer } from "effect"
import type { StoredEvent } from "../../domain/event/event.ts"
import { NOTHING_MENDED, tellDamage } from "../../domain/log/damage.ts"
import {
  type AppendPlan,
  type Durability,
  EventStore,
  type OpenedStore,
  type Snapshot,
  type StoreError,
} from "../../domain/ports/eventStore.ts"
import { planned, refuseBeyond, refuseGap, refuseTorn, replaces, scanBy } from "../../domain/ports/storeRules.ts"
import { Listeners } from "../../domain/values/listeners.ts"
import {
  ALL_TABLES,
  type Connection,
  connect,
  deleteDatabase,
  LOG_DATABASE,
  type LogDatabase,
  type LogTables,
  MARK,
  newGeneration,
} from "./database.ts"
import { storeError } from "./failure.ts"
import { FoldedLog } from "./foldedLog.ts"
import { lastSeq, readRange, sealOne } from "./history.ts"
import { baseOf, openWhole, type Refolding } from "./opening.ts"
import { baseSeq } from "./wholeness.ts"

type Store = EventStore["Service"]
type Mending = typeof import("./mending.ts")

export interface DexieStore {
  readonly store: Store
  readonly close: () => void
}

/** Signals between the tabs of this browser that one of them has written. */
class WriteSignal {
  readonly #channel: BroadcastChannel
  readonly #own = new Listeners()

  constructor(name: string) {
    this.#channel = new BroadcastChannel(name)
  }

  /** Notifies the other tabs. */
  readonly send = (): void => {
    try {
      this.#channel.postMessage(null)
    } catch {
      // The events are written. Other tabs also look for them themselves.
    }
  }

  /** Notifies this tab that its database is gone, in the same way as of events of other tabs. */
  readonly sendOwn = (): void => this.#own.call()

  readonly listen = (wake: () => void): (() => void) => {
    const listener = () => wake()
    const stop = this.#own.add(listener)
    this.#channel.addEventListener("message", listener)
    return () => {
      this.#channel.removeEventListener("message", listener)
      stop()
    }
  }

  readonly close = (): void => this.#channel.close()
}

/**
 * The tables of the log, as promises. Every operation is one plain Dexie callback inside one transaction: an Effect
 * that yields inside would make it commit early.
 */
class DexieLog {
  readonly #place: LogDatabase
  readonly #signal: WriteSignal
  readonly #connections: Readonly<Record<Durability, Connection>>
  readonly #folded: FoldedLog

  constructor(place: LogDatabase) {
    const signal = new WriteSignal(`${place.name}.appended`)
    const strict = connect(place, "strict", signal.sendOwn)
    const relaxed = connect(place, "relaxed", signal.sendOwn)
    this.#place = place
    this.#signal = signal
    this.#connections = { strict, relaxed }
    this.#folded = new FoldedLog(() => strict.wasLost() || relaxed.wasLost())
  }

  async open(version: number | null, refold?: Refolding): Promise<OpenedStore> {
    this.#folded.refuseGone()
    const extent = { version, reached: this.#folded.reached }
    const { generation, ...opened } = await openWhole(this.#connections.strict, extent, refold)
    this.#folded.follow(generation)
    return opened
  }

  async append(cursor: number, plan: AppendPlan, durability: Durability): Promise<void> {
    const write = async (tables: LogTables) => {
      const tail = await this.#folded.tailAfter(tables, cursor)
      refuseTorn(cursor, tail)
      const events = planned(plan, tail)
      refuseGap(cursor + tail.length, events)
      if (events.length > 0) await tables.events.bulkAdd(events)
      if (tellDamage(events)) await tables.marks.update(MARK, { untold: NOTHING_MENDED })
      return events.length
    }
    const added = await this.#connections[durability].transact("rw", ["events", "segments", "marks"], write, "whole")
    if (added > 0) this.#signal.send()
  }

  async saveSnapshot(snapshot: Snapshot): Promise<void> {
    const { relaxed } = this.#connections
    await relaxed.transact("rw", ["events", "snapshots", "marks"], async (tables) => {
      await this.#folded.check(tables)
      refuseBeyond(await lastSeq(tables), snapshot)
      const [kept] = await tables.snapshots.toCollection().reverse().limit(1).primaryKeys()
      if (kept !== undefined && !replaces(snapshot, { version: kept[0], seq: kept[1] })) return
      await tables.snapshots.clear()
      await tables.snapshots.add(snapshot)
    })
    // One transaction for each segment: after an import there may be hundreds to seal, and commands wait for one at
    // most.
    const sealNext = () =>
      relaxed.transact("rw", ["events", "segments", "marks"], async (tables) => {
        await this.#folded.check(tables)
        return sealOne(tables, snapshot.seq)
      })
    while (await sealNext());
  }

  async rewrite(cursor: number, plan: AppendPlan): Promise<void> {
    const generation = newGeneration()
    await this.#connections.strict.transact("rw", ALL_TABLES, async (tables) => {
      const tail = await this.#folded.tailAfter(tables, cursor)
      refuseTorn(cursor, tail)
      await replaceAll(tables, planned(plan, tail), generation)
    })
    this.#begin(generation)
  }

  async renew(kept: readonly StoredEvent[]): Promise<void> {
    const generation = newGeneration()
    const write = ({ transact }: Connection) =>
      transact("rw", ALL_TABLES, (tables) => replaceAll(tables, kept, generation))
    try {
      await write(this.#connections.strict)
    } catch {
      // A database that cannot be emptied is deleted, and this tab's connections end with it.
      await deleteDatabase(this.#place)
      const fresh = connect(this.#place, "strict", () => {})
      await write(fresh).finally(fresh.close)
    }
    this.#begin(generation)
  }

  async putBack(events: readonly StoredEvent[]): Promise<void> {
    this.#begin(await this.change(({ putBack }, tables) => putBack(tables, events)))
  }

  /** Reads the log of the generation that this tab has folded. */
  read<A>(work: (tables: LogTables) => Promise<A>): Promise<A> {
    return this.#checked("r", work)
  }

  async change<A>(work: (mending: Mending, tables: LogTables) => Promise<A>): Promise<A> {
    const mending = await import("./mending.ts")
    return this.#checked("rw", (tables) => work(mending, tables))
  }

  readonly listen = (wake: () => void): (() => void) => this.#signal.listen(wake)

  close(): void {
    this.#signal.close()
    this.#connections.strict.close()
    this.#connections.relaxed.close()
  }

  #checked<A>(mode: "r" | "rw", work: (tables: LogTables) => Promise<A>): Promise<A> {
    return this.#connections.strict.transact(mode, ALL_TABLES, async (tables) => {
      await this.#folded.check(tables)
      return work(tables)
    })
  }

  /** This tab has replaced the log by another one. */
  #begin(generation: string): void {
    this.#folded.follow(generation)
    this.#signal.send()
  }
}

const replaceAll = async (tables: LogTables, kept: readonly StoredEvent[], generation: string): Promise<void> => {
  refuseGap(0, kept)
  const { events, segments, snapshots, bases, aside, marks } = tables
  await Promise.all([events, segments, snapshots, bases, aside].map((table) => table.clear()))
  if (kept.length > 0) await events.bulkAdd(kept)
  await marks.put({ id: MARK, generation })
}

/** The log of this browser. */
export const makeDexieStore = (place: LogDatabase = LOG_DATABASE, refold?: Refolding): DexieStore => {
  const log = new DexieLog(place)
  const attempt = <A>(work: () => Promise<A>): Effect.Effect<A, StoreError> =>
    Effect.tryPromise({ try: work, catch: storeError })
  const read = <A>(work: (tables: LogTables) => Promise<A>) => attempt(() => log.read(work))
  const bounds = read(async (tables) => {
    const [base, last] = await Promise.all([baseSeq(tables), lastSeq(tables)])
    return { first: base + 1, last: Math.max(base, last) }
  })
  const store = EventStore.of({
    open: (version) => attempt(() => log.open(version, refold)),
    append: (cursor, plan, durability) => attempt(() => log.append(cursor, plan, durability)),
    scan: scanBy(bounds, (from, to) => read((tables) => readRange(tables, from, to))),
    bounds,
    base: read(baseOf),
    prune: (keep) => attempt(() => log.change(({ prune }, tables) => prune(tables, keep))),
    setAside: (damage) => attempt(() => log.change(({ setAside }, tables) => setAside(tables, damage))),
    putBack: (events) => attempt(() => log.putBack(events)),
    aside: read(async ({ aside }) => (await aside.toArray()).map(({ seq, row }) => ({ seq, row }))),
    saveSnapshot: (snapshot) => attempt(() => log.saveSnapshot(snapshot)),
    onForeignAppend: (wake) => Effect.sync(() => log.listen(wake)),
    rewrite: (cursor, plan) => attempt(() => log.rewrite(cursor, plan)),
    renew: (events) => attempt(() => log.renew(events)),
  })
  return { store, close: () => log.close() }
}

/** The log of this browser, closed with the layer. */
export const dexieStoreLayer = (place?: LogDatabase, refold?: Refolding): Layer.Layer<EventStore> =>
  Layer.effect(
    EventStore,
    Effect.map(
      Effect.acquireRelease(
        Effect.sync(() => makeDexieStore(place, refold)),
        ({ close }) => Effect.sync(close),
      ),
      ({ store }) => store,
    ),
  )
