import { Effect } from "effect"
import type { StoredEvent } from "../../domain/decider/event.ts"
import { EventStore, type Plan, type Snapshot, StoreError } from "../../domain/ports/eventStore.ts"
import { erasedElsewhere, planned, refuseBeyond, refuseGap, replaces } from "./rules.ts"

type Store = EventStore["Service"]

/** The part of a browser's storage that several tabs share: event `seq` is kept at index `seq - 1`. */
export class MemoryLog {
  readonly events: StoredEvent[] = []
  snapshot: Snapshot | null = null
  readonly tabs = new Set<ForeignListener>()
  /** Goes up with each erasure, so that a tab that folded erased events finds out. */
  generation = 1
}

interface ForeignListener {
  readonly store: object
  readonly wake: () => void
}

export interface MemoryStoreOptions {
  /** Runs before and after the critical section of each operation, never inside it: a tab may die there. */
  readonly latency?: Effect.Effect<void>
  /** Asked once for each write, with what it writes: a reason fails it as an aborted transaction would. */
  readonly fault?: (written: unknown) => StoreError["reason"] | undefined
  /** Carries a wake-up to this tab; a simulator may delay or drop it. By default it is called at once. */
  readonly carry?: (wake: () => void) => void
  /**
   * Copies what goes in and out as a disk would (the default). A simulator whose values are never changed may turn
   * it off: a copy costs more than folding the event.
   */
  readonly copies?: boolean
}

/** One tab's view of a shared log in memory. Keeps the whole contract of `EventStore` but durability. */
export const makeMemoryStore = (log: MemoryLog, options: MemoryStoreOptions = {}): Store => {
  const { latency = Effect.void, fault = () => undefined, carry = (wake) => wake(), copies = true } = options
  const copyEvents = copies ? copyOfEvents : <T>(same: T) => same
  const copyState = copies ? <T>(value: T): T => structuredClone(value) : <T>(same: T) => same
  const self = {}
  let generation: number | undefined

  /** Everything in `work` happens at one instant, as a transaction does. */
  const transact = <A>(work: () => A): Effect.Effect<A, StoreError> =>
    Effect.gen(function* () {
      yield* latency
      const result = yield* Effect.try({ try: work, catch: asStoreError })
      yield* latency
      return result
    })
  const checkGeneration = () => {
    generation ??= log.generation
    if (generation !== log.generation) throw erasedElsewhere()
  }
  const failIfFaulty = (written: unknown) => {
    const reason = fault(written)
    if (reason !== undefined) throw new StoreError({ reason, detail: "injected fault" })
  }
  const wakeOthers = () => {
    for (const tab of log.tabs) if (tab.store !== self) tab.wake()
  }
  /** A tab that dies between its commit and this wakes nobody, as with a broadcast. */
  const thenWake = Effect.flatMap((changed: boolean) => (changed ? Effect.sync(wakeOthers) : Effect.void))

  const append = (cursor: number, plan: Plan): boolean => {
    checkGeneration()
    if (cursor > log.events.length) throw erasedElsewhere()
    const tail = log.events.slice(cursor)
    const events = planned(plan, copyEvents(tail))
    refuseGap(log.events.length, events)
    failIfFaulty(events)
    for (const event of copyEvents(events)) log.events.push(event)
    return events.length > 0
  }
  const rewrite = (cursor: number, plan: Plan): boolean => {
    checkGeneration()
    if (cursor > log.events.length) throw erasedElsewhere()
    const kept = planned(plan, copyEvents(log.events.slice(cursor)))
    refuseGap(0, kept)
    failIfFaulty(kept)
    log.events.splice(0, log.events.length, ...copyEvents(kept))
    log.snapshot = null
    log.generation += 1
    generation = log.generation
    return true
  }
  const saveSnapshot = (snapshot: Snapshot) => {
    checkGeneration()
    refuseBeyond(log.events.length, snapshot)
    failIfFaulty(snapshot)
    if (replaces(snapshot, log.snapshot)) log.snapshot = copyState(snapshot)
  }

  return EventStore.of({
    open: (version) =>
      transact(() => {
        generation = log.generation
        const snapshot = log.snapshot?.version === version ? log.snapshot : null
        return { snapshot: copyState(snapshot), tail: copyEvents(log.events.slice(snapshot?.seq ?? 0)) }
      }),
    append: (cursor, plan) => thenWake(transact(() => append(cursor, plan))),
    range: (from, to) =>
      transact(() => {
        checkGeneration()
        return copyEvents(log.events.slice(Math.max(from - 1, 0), Math.max(to, 0)))
      }),
    last: transact(() => {
      checkGeneration()
      return log.events.length
    }),
    saveSnapshot: (snapshot) => transact(() => saveSnapshot(snapshot)),
    onForeignAppend: (wake) =>
      Effect.sync(() => {
        const listener = { store: self, wake: () => carry(wake) }
        log.tabs.add(listener)
        return () => {
          log.tabs.delete(listener)
        }
      }),
    rewrite: (cursor, plan) => thenWake(transact(() => rewrite(cursor, plan))),
  })
}

const copyOfEvents = (events: readonly StoredEvent[]): readonly StoredEvent[] => structuredClone(events)

const asStoreError = (cause: unknown): StoreError =>
  cause instanceof StoreError ? cause : new StoreError({ reason: "failed", detail: String(cause) })
