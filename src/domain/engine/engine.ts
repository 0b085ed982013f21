import { Clock, Deferred, Effect, Latch, Semaphore } from "effect"
import type { Stamp } from "../event/event.ts"
import type { Recorded } from "../log/upcasting.ts"
import { EventStore, type StoreError } from "../ports/eventStore.ts"
import { Ids } from "../ports/platform.ts"
import { RETRY_BASE_MS } from "../values/limits.ts"
import type { CommandError } from "./commandError.ts"
import { Mending } from "./mending.ts"
import type { AnyEvent, LogModel } from "./model.ts"
import { openLog } from "./opening.ts"
import { type EngineStatus, OwnLog, type Pending, type Publish } from "./ownLog.ts"

/** Commands committed in one transaction at most. */
const BATCH_MAX = 1_000

/** How a command came about. */
export interface CommandOrigin {
  /** The cause of its events, where they do not name one. */
  readonly cause?: string | undefined
  /**
   * The account that was shown when the person asked; null for no account. Unset means the account that this tab shows
   * now.
   */
  readonly asAccount?: string | null | undefined
}

/** The log of one tab, for any product. */
export interface LogEngine<State, Command, Event, Rejection> {
  /**
   * Stamps a command, decides it and appends its events after those of other tabs. Returns its events once they are
   * durable.
   */
  readonly dispatch: (
    command: Command,
    asked?: CommandOrigin,
  ) => Effect.Effect<readonly Recorded<Event>[], CommandError<Rejection>>
  /** The last published state. */
  readonly state: () => State
  readonly cursor: () => number
  readonly status: () => EngineStatus
  /**
   * Calls back after each commit and catch-up with the new state and its events, own and foreign. Returns a function
   * that unsubscribes.
   */
  readonly onPublish: (listener: Publish<State, Event>) => () => void
  /**
   * True when this tab understands the log and can write it. A tab that cannot must not read lists, send actions or
   * lead.
   */
  readonly works: () => boolean
  /** Reads the events that other tabs have committed: a tab that died may not have announced its last ones. */
  readonly catchUp: Effect.Effect<void>
  /** True when there was no log when this tab opened it. */
  readonly began: boolean
  /** Records the health of a supervised loop of this tab. */
  readonly reportLoop: (name: string, health: "ok" | "failing") => void
  readonly onStatus: (listener: (status: EngineStatus) => void) => () => void
  /** Events after the last snapshot this tab knows of. */
  readonly sinceSnapshot: () => number
  /** Keeps a snapshot of the published state. */
  readonly saveSnapshot: Effect.Effect<void, StoreError>
  /** Begins a new log with the events that `keep` returns, and erases everything else. */
  readonly rewrite: (keep: (state: State) => readonly Recorded<Event>[]) => Effect.Effect<void, StoreError>
}

/**
 * Runs a model over the event store of a tab. One fiber owns (state, cursor). It commits a batch of waiting commands
 * together with the events of other tabs.
 */
export const makeEngine = <State, Command, Event extends AnyEvent, Rejection>(
  model: LogModel<State, Command, Event, Rejection>,
) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const ids = yield* Ids
    const log = new OwnLog(model, store, yield* openLog(model, store))
    const alone = yield* Semaphore.make(1)
    const wake = yield* Latch.make(false)
    const queue: Pending<Command, Event, Rejection>[] = []

    const accept = Effect.fnUntraced(function* (command: Command, asked: CommandOrigin = {}) {
      const at = yield* Clock.currentTimeMillis
      const id = yield* ids.next
      const done = yield* Deferred.make<readonly Recorded<Event>[], CommandError<Rejection>>()
      const shown = model.account(log.state)
      const asAccount = asked.asAccount === undefined ? shown : asked.asAccount
      const stamp: Stamp = { id, at, tab: ids.tab, asAccount }
      return { command, cause: asked.cause ?? null, stamp, done }
    })
    const mending = new Mending(log, store, (found, before) =>
      Effect.gen(function* () {
        const pending = yield* accept(model.recordDamage(found, before))
        yield* Effect.andThen(log.commit([pending]), Deferred.await(pending.done))
      }),
    )

    const commitWaiting = Effect.suspend(() => {
      const batch = queue.splice(0, BATCH_MAX)
      const fails = Effect.suspend(() => {
        log.reportLoop("log", "failing")
        return log.giveUp(batch)
      })
      return Effect.onError(alone.withPermits(1)(Effect.andThen(mending.mend, log.commit(batch))), () => fails)
    })
    const commitAll = Effect.gen(function* () {
      yield* wake.await
      wake.closeUnsafe()
      do yield* commitWaiting
      while (queue.length > 0 || (log.isDamaged && !mending.isOwed))
      log.reportLoop("log", "ok")
    })
    // If this fiber ended, every command would wait forever.
    yield* Effect.forkScoped(
      Effect.forever(
        Effect.catchCause(commitAll, (cause) => {
          wake.openUnsafe()
          return Effect.andThen(Effect.logError("the log failed", cause), Effect.sleep(RETRY_BASE_MS))
        }),
      ),
    )
    // Damage that opening the log found is mended at once.
    if (log.isDamaged) wake.openUnsafe()
    const stop = yield* store.onForeignAppend(() => wake.openUnsafe())
    yield* Effect.addFinalizer(() => Effect.sync(stop))

    return {
      dispatch: Effect.fnUntraced(function* (command: Command, asked: CommandOrigin = {}) {
        const pending = yield* accept(command, asked)
        queue.push(pending)
        wake.openUnsafe()
        return yield* Deferred.await(pending.done)
      }),
      state: () => log.state,
      cursor: () => log.cursor,
      status: () => log.status,
      works: () => log.works,
      began: log.began,
      catchUp: Effect.sync(() => wake.openUnsafe()),
      reportLoop: (name, health) => log.reportLoop(name, health),
      onPublish: log.publishers.add,
      onStatus: log.statusListeners.add,
      sinceSnapshot: () => log.sinceSnapshot,
      // A snapshot after damage that is not recorded yet would hide it: no later start would read that far back.
      saveSnapshot: Effect.suspend(() => (mending.isOwed || log.hasFound ? Effect.void : log.saveSnapshot)),
      rewrite: (keep) => alone.withPermits(1)(log.rewrite(keep)),
    } satisfies LogEngine<State, Command, Event, Rejection>
  })
