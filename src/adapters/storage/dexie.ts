import { Effect, Layer } from "effect"
import {
  type Durability,
  EventStore,
  type Plan,
  type Snapshot,
  type StoreError,
} from "../../domain/ports/eventStore.ts"
import { type Connection, connect, LOG_PLACE, type LogPlace, type LogTables, MARK, newGeneration } from "./database.ts"
import { storeError } from "./failure.ts"
import { lastSeq, readAfter, readRange, sealOne } from "./history.ts"
import { erasedElsewhere, planned, refuseBeyond, refuseGap, refuseTorn, replaces } from "./rules.ts"

type Store = EventStore["Service"]

export interface DexieStore {
  readonly store: Store
  readonly close: () => void
}

/**
 * The log of this browser. Every operation is one plain Dexie callback inside one transaction: an Effect that yields
 * in there would commit early (design.md section 2).
 */
export const makeDexieStore = (place: LogPlace = LOG_PLACE): DexieStore => {
  const connections: Record<Durability, Connection> = {
    strict: connect(place, "strict"),
    relaxed: connect(place, "relaxed"),
  }
  const channel = new BroadcastChannel(`${place.name}.appended`)
  const wakeOthers = () => channel.postMessage(null)
  let known: string | undefined

  const attempt = <A>(work: () => Promise<A>): Effect.Effect<A, StoreError> =>
    Effect.tryPromise({ try: work, catch: storeError })
  /** Fails when the events this tab has folded are no longer those of the log. */
  const checkGeneration = async ({ marks }: LogTables) => {
    const generation = await generationOf(marks)
    known ??= generation
    if (known !== generation) throw erasedElsewhere()
  }

  const append = async (cursor: number, plan: Plan, durability: Durability) => {
    const added = await connections[durability].transact("rw", ["events", "segments", "marks"], async (tables) => {
      const [tail] = await Promise.all([readAfter(tables, cursor), checkGeneration(tables)])
      refuseTorn(cursor, tail)
      const events = planned(plan, tail)
      refuseGap(cursor + tail.length, events)
      if (events.length > 0) await tables.events.bulkAdd(events)
      return events.length
    })
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

  const rewrite = async (cursor: number, plan: Plan) => {
    const generation = newGeneration()
    await connections.strict.transact("rw", ["events", "segments", "snapshots", "marks"], async (tables) => {
      const [tail] = await Promise.all([readAfter(tables, cursor), checkGeneration(tables)])
      const kept = planned(plan, tail)
      refuseGap(0, kept)
      await Promise.all([tables.events.clear(), tables.segments.clear(), tables.snapshots.clear()])
      if (kept.length > 0) await tables.events.bulkAdd(kept)
      await tables.marks.put({ id: MARK, generation })
    })
    known = generation
    wakeOthers()
  }

  const store = EventStore.of({
    open: (version) =>
      attempt(async () => {
        const { generation, ...opened } = await readAll(connections.strict, version)
        known = generation
        return opened
      }),
    append: (cursor, plan, durability) => attempt(() => append(cursor, plan, durability)),
    range: (from, to) =>
      attempt(() =>
        connections.strict.transact("r", ["events", "segments", "marks"], async (tables) => {
          await checkGeneration(tables)
          return readRange(tables, from, to)
        }),
      ),
    last: attempt(() =>
      connections.strict.transact("r", ["events", "marks"], async (tables) => {
        await checkGeneration(tables)
        return lastSeq(tables)
      }),
    ),
    saveSnapshot: (snapshot) => attempt(() => saveSnapshot(snapshot)),
    onForeignAppend: (wake) =>
      Effect.sync(() => {
        const listener = () => wake()
        channel.addEventListener("message", listener)
        return () => channel.removeEventListener("message", listener)
      }),
    rewrite: (cursor, plan) => attempt(() => rewrite(cursor, plan)),
  })
  const close = () => {
    channel.close()
    connections.strict.close()
    connections.relaxed.close()
  }
  return { store, close }
}

/** The log of this browser, closed with the layer. */
export const dexieStoreLayer = (place?: LogPlace): Layer.Layer<EventStore> =>
  Layer.effect(
    EventStore,
    Effect.map(
      Effect.acquireRelease(
        Effect.sync(() => makeDexieStore(place)),
        ({ close }) => Effect.sync(close),
      ),
      ({ store }) => store,
    ),
  )

const generationOf = async (marks: LogTables["marks"]): Promise<string> => (await marks.get(MARK))?.generation ?? ""

const readAll = (connection: Connection, version: number) =>
  connection.transact("r", ["events", "segments", "snapshots", "marks"], async (tables) => {
    const kept = await tables.snapshots.where("version").equals(version).last()
    const snapshot = kept !== undefined && kept.seq <= (await lastSeq(tables)) ? kept : null
    const tail = await readAfter(tables, snapshot?.seq ?? 0)
    return { snapshot, tail, generation: await generationOf(tables.marks) }
  })

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
