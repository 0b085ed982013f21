import { Effect, Result } from "effect"
import type { StoredEvent } from "../../src/domain/event/event.ts"
import type { EventStore, StoreError } from "../../src/domain/ports/eventStore.ts"

/** Steps that write and read a log, for the contracts of event stores. */

export type LogStore = EventStore["Service"]

/** One log that several tabs share. */
export interface SharedLog {
  /** Opens one more tab on it. */
  readonly tab: () => Promise<LogStore>
  /** Closes all tabs, and opens one on the stored data. */
  readonly reload: () => Promise<LogStore>
  readonly close: () => Promise<void>
  /** Acts like a broken disk: removes rows, and adds wrong ones. */
  readonly damage: (change: Damaging) => Promise<void>
  /** Acts like another program that empties every table but keeps the database. */
  readonly clear: () => Promise<void>
}

export interface Damaging {
  readonly remove?: readonly number[]
  readonly put?: readonly StoredEvent[]
}

/** Damages a list of rows. */
export const damageTo = (rows: StoredEvent[], { remove = [], put = [] }: Damaging): void => {
  rows.splice(0, rows.length, ...rows.filter(({ seq }) => !remove.includes(seq)), ...put)
}

/** Makes an empty log, with space for about `room` bytes if given. */
export type MakeLog = (room?: number) => Promise<SharedLog>

export const VERSION = 1

export const event = (seq: number, payload: unknown = { n: seq }): StoredEvent => ({
  seq,
  id: `id-${seq}`,
  type: "tested",
  v: 1,
  at: 1_700_000_000_000 + seq,
  account: null,
  tab: "tab",
  cause: null,
  payload,
})
export const events = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => event(from + index))

export const run = <A, E>(effect: Effect.Effect<A, E>) => Effect.runPromise(effect)
export const failure = async (effect: Effect.Effect<unknown, StoreError>) => {
  const result = await run(Effect.result(effect))
  return Result.isFailure(result) ? result.failure : undefined
}
export const add = (store: LogStore, from: number, to: number) =>
  store.append(from - 1, () => events(from, to), "relaxed")
export const numbers = (list: readonly StoredEvent[]) => list.map(({ seq }) => seq)
export const range = async (store: LogStore, from: number, to: number) => {
  const read: StoredEvent[] = []
  await run(store.scan(from, to, (chunk) => Effect.sync(() => void read.push(...chunk))))
  return read
}
export const all = (store: LogStore) => range(store, 1, Number.MAX_SAFE_INTEGER)
export const last = async (store: LogStore) => (await run(store.bounds)).last
export const open = async (store: LogStore, version: number | null = VERSION) => {
  const { snapshot, tail } = await run(store.open(version))
  return { snapshot, tail }
}
