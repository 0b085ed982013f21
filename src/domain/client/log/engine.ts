import { Clock, Context, Deferred, Effect, Latch, Layer, Semaphore } from "effect"
import { standIn } from "../../log/structure.ts"
import { EventStore, type StoreError } from "../../ports/eventStore.ts"
import { Ids } from "../../ports/platform.ts"
import type { Command } from "../../product/decide.ts"
import type { RecordedEvent } from "../../product/events.ts"
import type { State } from "../../product/state.ts"
import type { AccountKey } from "../../values/identity.ts"
import { RETRY_BASE_MS } from "../../values/limits.ts"
import type { CommandError } from "./commandError.ts"
import { damageOf, type Found, isSound, openLog } from "./opening.ts"
import { type EngineStatus, OwnLog, type Pending, type Publish } from "./ownLog.ts"

export type { EngineStatus, Publish } from "./ownLog.ts"

/** Commands committed in one transaction at most. */
const BATCH_MAX = 1_000

/** How a command came about. */
export interface CommandOrigin {
  /** What brought its events about, where they do not say so themselves. */
  readonly cause?: string | undefined
  /** The account it was asked for in sight of, null for nobody; unset, the one that this tab shows now. */
  readonly inSightOf?: AccountKey | null | undefined
}

export class Engine extends Context.Service<
  Engine,
  {
    /** Accepts a command: stamped now, decided and appended with what other tabs wrote; returns its events once durable. */
    readonly dispatch: (
      command: Command,
      asked?: CommandOrigin,
    ) => Effect.Effect<readonly RecordedEvent[], CommandError>
    /** The last published state. */
    readonly state: () => State
    readonly cursor: () => number
    readonly status: () => EngineStatus
    /** Calls back after each commit and catch-up with the new state and its events, own and foreign; returns how to stop. */
    readonly onPublish: (listener: Publish) => () => void
    /** Whether this tab can decide: it understands the log and can write it. Who cannot neither reads, sends nor leads. */
    readonly works: () => boolean
    /** Looks for events that other tabs have committed: one that died may have told nobody. */
    readonly catchUp: Effect.Effect<void>
    /** Whether there was no log when this tab opened it. */
    readonly began: boolean
    /** What becomes of a loop of this tab that is supervised. */
    readonly reportLoop: (name: string, health: "ok" | "failing") => void
    readonly onStatus: (listener: (status: EngineStatus) => void) => () => void
    /** Events after the last snapshot this tab knows of. */
    readonly sinceSnapshot: () => number
    /** Keeps a snapshot of the published state. */
    readonly saveSnapshot: Effect.Effect<void, StoreError>
    /** Begins a new log with what is kept of the state; everything else is erased. */
    readonly rewrite: (keep: (state: State) => readonly RecordedEvent[]) => Effect.Effect<void, StoreError>
  }
>()("sightline/Engine") {
  /** One fiber owns (state, cursor): it commits a batch of waiting commands together with the tail of other tabs. */
  static readonly layer = Layer.effect(
    Engine,
    Effect.gen(function* () {
      const store = yield* EventStore
      const ids = yield* Ids
      const log = new OwnLog(store, yield* openLog(store))
      const alone = yield* Semaphore.make(1)
      const wake = yield* Latch.make(false)
      const queue: Pending[] = []

      const accept = Effect.fnUntraced(function* (command: Command, asked: CommandOrigin = {}) {
        const at = yield* Clock.currentTimeMillis
        const id = yield* ids.next
        const done = yield* Deferred.make<readonly RecordedEvent[], CommandError>()
        const shown = log.state.session.current?.account ?? null
        const inSightOf = asked.inSightOf === undefined ? shown : asked.inSightOf
        return {
          command,
          cause: asked.cause ?? null,
          stamp: { id, at, tab: ids.tab, inSightOf },
          done,
        } satisfies Pending
      })
      let owed: {
        readonly found: Found
        readonly opening: number
        readonly knew: State["damage"]
        isTold: boolean
      } | null = null
      /** What a log begun anew has in the same place is another event, and sound. */
      const stillOwed = () => {
        if (owed?.opening !== log.openings) owed = null
        return owed
      }
      /**
       * What could not be read is told, then set aside: a crash between the two tells it twice, never not at all. What another
       * tab has set aside is told already. What fails, on a full disk say, is owed until the next commit, and what is found
       * meanwhile waits for that: trying again at once would never end.
       */
      const mend = Effect.gen(function* () {
        const before = stillOwed()
        const found = before?.found ?? log.takeDamage()
        if (found === null) return
        const mending = before ?? { found, opening: log.openings, knew: log.state.damage, isTold: false }
        owed = mending
        if (!mending.isTold) {
          const known = new Set((yield* store.aside).map(({ seq }) => seq))
          const told = { ...found, unread: found.unread.filter(({ seq }) => !known.has(seq)) }
          const pending = yield* accept({ type: "RecordDamage", knew: mending.knew, ...damageOf(told) })
          if (!isSound(told)) yield* Effect.andThen(log.commit([pending]), Deferred.await(pending.done))
          if (stillOwed() === null) return
          mending.isTold = true
        }
        const standIns = found.unread.map(({ seq, type, problem }) => standIn(seq, type, problem))
        yield* store.setAside({ events: standIns, snapshots: found.snapshot })
        owed = null
      }).pipe(Effect.ignore)

      const commitWaiting = Effect.suspend(() => {
        const batch = queue.splice(0, BATCH_MAX)
        const fails = Effect.suspend(() => {
          log.reportLoop("log", "failing")
          return log.giveUp(batch)
        })
        return Effect.onError(alone.withPermits(1)(Effect.andThen(mend, log.commit(batch))), () => fails)
      })
      const commitAll = Effect.gen(function* () {
        yield* wake.await
        wake.closeUnsafe()
        do yield* commitWaiting
        while (queue.length > 0 || (log.isDamaged && stillOwed() === null))
        log.reportLoop("log", "ok")
      })
      // Nobody would hear of its end, and every command would wait for ever.
      yield* Effect.forkScoped(
        Effect.forever(
          Effect.catchCause(commitAll, (cause) => {
            wake.openUnsafe()
            return Effect.andThen(Effect.logError("the log failed", cause), Effect.sleep(RETRY_BASE_MS))
          }),
        ),
      )
      // What opening found wrong is put right at once.
      if (log.isDamaged) wake.openUnsafe()
      const stop = yield* store.onForeignAppend(() => wake.openUnsafe())
      yield* Effect.addFinalizer(() => Effect.sync(stop))

      return Engine.of({
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
        onPublish: (listener) => subscribe(log.publishers, listener),
        onStatus: (listener) => subscribe(log.statusListeners, listener),
        sinceSnapshot: () => log.sinceSnapshot,
        // A snapshot beyond what is still to be put right would hide it: nobody would read that far back, or be told.
        saveSnapshot: Effect.suspend(() => (stillOwed() === null && !log.hasFound ? log.saveSnapshot : Effect.void)),
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
