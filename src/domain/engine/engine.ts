import { Clock, Context, Deferred, Effect, Latch, Layer, Semaphore } from "effect"
import type { Command } from "../model/decide.ts"
import type { RecordedEvent } from "../model/events.ts"
import { STATE_VERSION, type State } from "../model/state.ts"
import { EventStore, type StoreError } from "../ports/eventStore.ts"
import { Ids } from "../ports/platform.ts"
import type { CommandError } from "./commandError.ts"
import { stateFrom } from "./opening.ts"
import { type EngineStatus, OwnLog, type Pending, type Publish } from "./ownLog.ts"

export type { EngineStatus, Publish } from "./ownLog.ts"

/** Commands committed in one transaction at most. */
const BATCH_MAX = 1_000

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
    /** Events after the last snapshot this tab knows of. */
    readonly sinceSnapshot: () => number
    /** Keeps a snapshot of the published state. */
    readonly saveSnapshot: Effect.Effect<void, StoreError>
    /** Begins a new log with what is kept of the state; everything else is gone for good. */
    readonly rewrite: (keep: (state: State) => readonly RecordedEvent[]) => Effect.Effect<void, StoreError>
  }
>()("sightline/Engine") {
  /** One fiber owns (state, cursor): it commits a batch of waiting commands together with the tail of other tabs. */
  static readonly layer = Layer.effect(
    Engine,
    Effect.gen(function* () {
      const store = yield* EventStore
      const ids = yield* Ids
      const opened = yield* store.open(STATE_VERSION)
      const log = new OwnLog(store, stateFrom(opened.snapshot, opened.tail))
      const alone = yield* Semaphore.make(1)
      const wake = yield* Latch.make(false)
      const queue: Pending[] = []

      yield* Effect.forkScoped(
        Effect.forever(
          Effect.gen(function* () {
            yield* wake.await
            wake.closeUnsafe()
            do yield* alone.withPermits(1)(Effect.suspend(() => log.commit(queue.splice(0, BATCH_MAX))))
            while (queue.length > 0)
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
          const inSightOf = log.state.session.current?.account ?? null
          queue.push({ command, cause: cause ?? null, stamp: { id, at, tab: ids.tab, inSightOf }, done })
          wake.openUnsafe()
          return yield* Deferred.await(done)
        }),
        state: () => log.state,
        cursor: () => log.cursor,
        status: () => log.status,
        onPublish: (listener) => subscribe(log.publishers, listener),
        onStatus: (listener) => subscribe(log.statusListeners, listener),
        sinceSnapshot: () => log.sinceSnapshot,
        saveSnapshot: log.saveSnapshot,
        rewrite: (keep) => alone.withPermits(1)(log.rewrite(keep)),
      })
    }),
  )
}

const subscribe = <Listener>(listeners: Set<Listener>, listener: Listener) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
