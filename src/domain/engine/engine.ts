import { Clock, Context, Deferred, Effect, Latch, Layer } from "effect"
import type { Command, Rejection } from "../model/decide.ts"
import type { RecordedEvent } from "../model/events.ts"
import { STATE_VERSION, type State } from "../model/state.ts"
import { EventStore, type Snapshot, type StoreError } from "../ports/eventStore.ts"
import { Ids } from "../ports/platform.ts"
import { type Batch, NewerLogError, planBatch, type Waiting } from "./batch.ts"
import { CommandError } from "./commandError.ts"
import { durabilityOf } from "./durability.ts"
import { stateFrom } from "./opening.ts"

/** Commands committed in one transaction at most. */
const BATCH_MAX = 1_000

/** What keeps the engine from working as it should; the screens say it. */
export interface EngineStatus {
  readonly storage: "ok" | StoreError["reason"]
  readonly outdated: boolean
}

export type Publish = (state: State, events: readonly RecordedEvent[]) => void

export class Engine extends Context.Service<
  Engine,
  {
    /** Accepts a command: stamped now, decided and appended with what other tabs wrote; returns its events once durable. */
    readonly dispatch: (command: Command, cause?: string) => Effect.Effect<readonly RecordedEvent[], CommandError>
    /** The last published state. */
    readonly state: () => State
    readonly cursor: () => number
    readonly status: () => EngineStatus
    /** Calls back after each commit and catch-up with the new state and its events, own and foreign; returns how to stop. */
    readonly onPublish: (listener: Publish) => () => void
    readonly onStatus: (listener: (status: EngineStatus) => void) => () => void
    /** Keeps a snapshot of the published state. */
    readonly saveSnapshot: Effect.Effect<void, StoreError>
  }
>()("sightline/Engine") {
  /** One fiber owns (state, cursor): it commits a batch of waiting commands together with the tail of other tabs. */
  static readonly layer = Layer.effect(
    Engine,
    Effect.gen(function* () {
      const store = yield* EventStore
      const ids = yield* Ids
      const wake = yield* Latch.make(false)
      const opened = yield* store.open(STATE_VERSION)
      const start = stateFrom(opened.snapshot, opened.tail)
      let { state, cursor } = start
      let status: EngineStatus = { storage: "ok", outdated: start.outdated }
      let waiting: Pending[] = []
      const publishers = new Set<Publish>()
      const statusListeners = new Set<(status: EngineStatus) => void>()

      const setStatus = (next: EngineStatus) => {
        if (next.storage === status.storage && next.outdated === status.outdated) return
        status = next
        for (const listener of statusListeners) listener(next)
      }
      const publish = (batch: Batch) => {
        if (batch.events.length === 0) return
        state = batch.state
        cursor = batch.cursor
        for (const listener of publishers) listener(state, batch.events)
      }

      const commit = Effect.fnUntraced(function* (pending: readonly Pending[]) {
        let batch: Batch | undefined
        const durability = pending.some(({ command }) => durabilityOf(command) === "strict") ? "strict" : "relaxed"
        const plan = (tail: Parameters<typeof planBatch>[2]) => {
          batch = planBatch(state, cursor, tail, pending)
          return batch.own
        }
        yield* store.append(cursor, plan, durability)
        return batch
      })

      const settle = (pending: readonly Pending[], batch: Batch | undefined) => {
        pending.forEach(({ done }, index) => {
          const result = batch?.results[index]
          if (result === undefined) Deferred.doneUnsafe(done, Effect.fail(commandError("defect")))
          else if (result.ok) Deferred.doneUnsafe(done, Effect.succeed(result.value))
          else Deferred.doneUnsafe(done, Effect.fail(result.reason))
        })
      }
      const fail = (pending: readonly Pending[], error: CommandError) => {
        for (const { done } of pending) Deferred.doneUnsafe(done, Effect.fail(error))
      }

      const step = Effect.fnUntraced(function* (pending: readonly Pending[]) {
        if (status.outdated) return fail(pending, commandError("outdated"))
        const batch = yield* commit(pending)
        if (batch !== undefined) publish(batch)
        settle(pending, batch)
        setStatus({ ...status, storage: "ok" })
      })
      const stepSafely = (pending: readonly Pending[]) =>
        step(pending).pipe(
          Effect.catchTag("StoreError", (error) =>
            Effect.sync(() => {
              setStatus({ ...status, storage: error.reason })
              fail(pending, commandError("storage", error.reason))
            }),
          ),
          Effect.catchDefect((defect) =>
            Effect.sync(() => {
              if (defect instanceof NewerLogError) setStatus({ ...status, outdated: true })
              fail(pending, commandError(defect instanceof NewerLogError ? "outdated" : "defect"))
            }),
          ),
        )

      yield* Effect.forkScoped(
        Effect.forever(
          Effect.gen(function* () {
            yield* wake.await
            wake.closeUnsafe()
            do {
              const pending = waiting.slice(0, BATCH_MAX)
              waiting = waiting.slice(BATCH_MAX)
              yield* stepSafely(pending)
            } while (waiting.length > 0)
          }),
        ),
      )
      const stop = yield* store.onForeignAppend(() => wake.openUnsafe())
      yield* Effect.addFinalizer(() => Effect.sync(stop))

      return Engine.of({
        dispatch: Effect.fnUntraced(function* (command: Command, cause?: string) {
          const at = yield* Clock.currentTimeMillis
          const id = yield* ids.next
          const done = yield* Deferred.make<readonly RecordedEvent[], CommandError>()
          waiting.push({ command, cause: cause ?? null, stamp: { id, at, tab: ids.tab }, done })
          wake.openUnsafe()
          return yield* Deferred.await(done)
        }),
        state: () => state,
        cursor: () => cursor,
        status: () => status,
        onPublish: (listener) => {
          publishers.add(listener)
          return () => publishers.delete(listener)
        },
        onStatus: (listener) => {
          statusListeners.add(listener)
          return () => statusListeners.delete(listener)
        },
        saveSnapshot: Effect.suspend(() => {
          const snapshot: Snapshot = { seq: cursor, version: STATE_VERSION, state }
          return status.outdated ? Effect.void : store.saveSnapshot(snapshot)
        }),
      })
    }),
  )
}

interface Pending extends Waiting {
  readonly done: Deferred.Deferred<readonly RecordedEvent[], CommandError>
}

const commandError = (reason: CommandError["reason"], rejection: Rejection | StoreError["reason"] | null = null) =>
  new CommandError({ reason, rejection })
