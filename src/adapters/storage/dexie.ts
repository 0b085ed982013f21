import { Effect, Layer } from "effect"
import type { StoredEvent } from "../../domain/event/event.ts"
import { NOTHING_MENDED, tellDamage } from "../../domain/log/damage.ts"
import {
  type AppendPlan,
  type Durability,
  EventStore,
  type Snapshot,
  StoreError,
} from "../../domain/ports/eventStore.ts"
import {
  deletedElsewhere,
  erasedElsewhere,
  planned,
  refuseBeyond,
  refuseGap,
  refuseTorn,
  replaces,
  scanBy,
} from "../../domain/ports/storeRules.ts"
import {
  ALL_TABLES,
  type Connection,
  connect,
  deleteDatabase,
  isFirst,
  LOG_DATABASE,
  type LogDatabase,
  type LogTables,
  MARK,
  newGeneration,
} from "./database.ts"
import { storeError } from "./failure.ts"
import { lastSeq, readAfter, readRange, sealOne } from "./history.ts"
import { baseOf, generationOf, openWhole, type Refolding } from "./opening.ts"
import { baseSeq } from "./wholeness.ts"

type Store = EventStore["Service"]
type Mending = typeof import("./mending.ts")

export interface DexieStore {
  readonly store: Store
  readonly close: () => void
}

/**
 * The log of this browser. Every operation is one plain Dexie callback inside one transaction: an Effect that yields
 * in there would commit early.
 */
export const makeDexieStore = (place: LogDatabase = LOG_DATABASE, refold?: Refolding): DexieStore => {
  const wakes = new Set<() => void>()
  /** A tab learns at once that its database has gone, as it learns of what others append. */
  const wakeOwn = () => {
    for (const wake of wakes) wake()
  }
  const connections: Record<Durability, Connection> = {
    strict: connect(place, "strict", wakeOwn),
    relaxed: connect(place, "relaxed", wakeOwn),
  }
  const channel = new BroadcastChannel(`${place.name}.appended`)
  const wakeOthers = () => channel.postMessage(null)
  let known: string | undefined
  /** Nothing is left of the log that this tab has folded: it is opened again by a reload alone. */
  let isGone = false
  /** How far this tab had read the log whose end is lost. */
  let reached = 0

  const attempt = <A>(work: () => Promise<A>): Effect.Effect<A, StoreError> =>
    Effect.tryPromise({ try: work, catch: storeError })
  /** Fails when the events this tab has folded are no longer those of the log. */
  const checkGeneration = async ({ marks }: LogTables) => {
    if (isGone) throw deletedElsewhere()
    const generation = await generationOf(marks)
    known ??= generation
    if (known === generation) return
    // A browser may report the deletion as a broken connection. This tab had a log, and a tab that replaces one leaves no first log.
    isGone = isFirst(generation) || connections.strict.wasLost() || connections.relaxed.wasLost()
    throw isGone ? deletedElsewhere() : erasedElsewhere()
  }

  /** A log that no tab has begun again never gets shorter: another program has emptied it, or rows of its end are gone. */
  const checkLength = async (tables: LogTables, cursor: number) => {
    const generation = await generationOf(tables.marks)
    if (cursor === 0 || (generation !== known && generation !== "")) return
    const last = await lastSeq(tables)
    isGone ||= last === 0 && (await tables.segments.count()) === 0
    if (isGone) throw deletedElsewhere()
    if (last < cursor) reached = cursor
  }

  /** Both are read at once. If both fail, the generation is reported: a changed one explains a tail that does not fit the cursor. */
  const tailAfter = async (tables: LogTables, cursor: number): Promise<readonly StoredEvent[]> => {
    const [read, checked] = await Promise.allSettled([readAfter(tables, cursor), checkGeneration(tables)])
    if (isErased(checked) || isErased(read)) await checkLength(tables, cursor)
    if (checked.status === "rejected") throw checked.reason
    if (read.status === "rejected") throw read.reason
    return read.value
  }

  const append = async (cursor: number, plan: AppendPlan, durability: Durability) => {
    const write = async (tables: LogTables) => {
      const tail = await tailAfter(tables, cursor)
      refuseTorn(cursor, tail)
      const events = planned(plan, tail)
      refuseGap(cursor + tail.length, events)
      if (events.length > 0) await tables.events.bulkAdd(events)
      if (tellDamage(events)) await tables.marks.update(MARK, { untold: NOTHING_MENDED })
      return events.length
    }
    const added = await connections[durability].transact("rw", ["events", "segments", "marks"], write, "whole")
    if (added > 0) wakeOthers()
  }

  const saveSnapshot = async (snapshot: Snapshot) => {
    await connections.relaxed.transact("rw", ["events", "snapshots", "marks"], async (tables) => {
      await checkGeneration(tables)
      refuseBeyond(await lastSeq(tables), snapshot)
      const [kept] = await tables.snapshots.toCollection().reverse().limit(1).primaryKeys()
      if (kept !== undefined && !replaces(snapshot, { version: kept[0], seq: kept[1] })) return
      await tables.snapshots.clear()
      await tables.snapshots.add(snapshot)
    })
    await sealBefore(connections.relaxed, snapshot.seq, checkGeneration)
  }

  const replaceAll = async (tables: LogTables, kept: readonly StoredEvent[], generation: string) => {
    refuseGap(0, kept)
    const { events, segments, snapshots, bases, aside, marks } = tables
    await Promise.all([events, segments, snapshots, bases, aside].map((table) => table.clear()))
    if (kept.length > 0) await events.bulkAdd(kept)
    await marks.put({ id: MARK, generation })
  }
  const rewrite = async (cursor: number, plan: AppendPlan) => {
    const generation = newGeneration()
    await connections.strict.transact("rw", ALL_TABLES, async (tables) => {
      const tail = await tailAfter(tables, cursor)
      refuseTorn(cursor, tail)
      await replaceAll(tables, planned(plan, tail), generation)
    })
    known = generation
    wakeOthers()
  }
  const renew = async (kept: readonly StoredEvent[]) => {
    const generation = newGeneration()
    const write = () => connections.strict.transact("rw", ALL_TABLES, (tables) => replaceAll(tables, kept, generation))
    try {
      await write()
    } catch {
      // What cannot be emptied is deleted as a whole, and this tab's connections end with it.
      await deleteDatabase(place)
      const fresh = connect(place, "strict", () => {})
      await fresh.transact("rw", ALL_TABLES, (tables) => replaceAll(tables, kept, generation)).finally(fresh.close)
    }
    known = generation
    isGone = false
    wakeOthers()
  }
  /** Reads under the generation that this tab has folded. */
  const read = <A>(work: (tables: LogTables) => Promise<A>) =>
    attempt(() =>
      connections.strict.transact("r", ALL_TABLES, async (tables) => {
        await checkGeneration(tables)
        return work(tables)
      }),
    )
  const change = <A>(work: (mending: Mending, tables: LogTables) => Promise<A>) =>
    attempt(async () => {
      const mending = await import("./mending.ts")
      return connections.strict.transact("rw", ALL_TABLES, async (tables) => {
        await checkGeneration(tables)
        return work(mending, tables)
      })
    })

  const bounds = read(async (tables) => {
    const [base, last] = await Promise.all([baseSeq(tables), lastSeq(tables)])
    return { first: base + 1, last: Math.max(base, last) }
  })

  const store = EventStore.of({
    open: (version) =>
      attempt(async () => {
        if (isGone) throw deletedElsewhere()
        const { generation, ...opened } = await openWhole(connections.strict, { version, reached }, refold)
        known = generation
        reached = 0
        return opened
      }),
    append: (cursor, plan, durability) => attempt(() => append(cursor, plan, durability)),
    scan: scanBy(bounds, (from, to) => read((tables) => readRange(tables, from, to))),
    bounds,
    base: read(baseOf),
    prune: (keep) => change(({ prune }, tables) => prune(tables, keep)),
    setAside: (damage) => change(({ setAside }, tables) => setAside(tables, damage)),
    putBack: (events) =>
      Effect.map(
        change(({ putBack }, tables) => putBack(tables, events)),
        (generation) => {
          known = generation
          wakeOthers()
        },
      ),
    aside: read(async ({ aside }) => (await aside.toArray()).map(({ seq, row }) => ({ seq, row }))),
    saveSnapshot: (snapshot) => attempt(() => saveSnapshot(snapshot)),
    onForeignAppend: (wake) =>
      Effect.sync(() => {
        const listener = () => wake()
        channel.addEventListener("message", listener)
        wakes.add(listener)
        return () => {
          channel.removeEventListener("message", listener)
          wakes.delete(listener)
        }
      }),
    rewrite: (cursor, plan) => attempt(() => rewrite(cursor, plan)),
    renew: (events) => attempt(() => renew(events)),
  })
  const close = () => {
    channel.close()
    connections.strict.close()
    connections.relaxed.close()
  }
  return { store, close }
}

const isErased = (result: PromiseSettledResult<unknown>): boolean =>
  result.status === "rejected" && result.reason instanceof StoreError && result.reason.reason === "erased"

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

/** One transaction a segment: an import may leave hundreds to seal, and commands wait for none but one of them. */
const sealBefore = async (
  connection: Connection,
  before: number,
  checkGeneration: (tables: LogTables) => Promise<void>,
): Promise<void> => {
  const sealNext = () =>
    connection.transact("rw", ["events", "segments", "marks"], async (tables) => {
      await checkGeneration(tables)
      return sealOne(tables, before)
    })
  while (await sealNext());
}
