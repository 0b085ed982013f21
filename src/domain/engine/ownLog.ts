import { Deferred, Effect } from "effect"
import { isSound, type LogDamage, NO_DAMAGE } from "../log/damage.ts"
import type { Recorded } from "../log/upcasting.ts"
import type { AppendPlan, EventStore, StoreError } from "../ports/eventStore.ts"
import { Listeners } from "../values/listeners.ts"
import { type Batch, NewerLogError, planBatch, type Waiting } from "./batch.ts"
import { type CommandError, commandError } from "./commandError.ts"
import type { AnyEvent, LogModel } from "./model.ts"
import { type OpenedState, openLog, snapshotOf } from "./opening.ts"

/** Problems of the engine, which the screens show. */
export interface EngineStatus {
  readonly storage: "ok" | StoreError["reason"]
  readonly outdated: boolean
  /** True while a part of this tab fails again and again. */
  readonly failing: boolean
  /** The names of the failing parts; missing where none has failed yet. */
  readonly failingLoops?: readonly string[]
}

export type Publish<State, Event> = (state: State, events: readonly Recorded<Event>[]) => void

export interface Pending<Command, Event, Rejection> extends Waiting<Command> {
  readonly done: Deferred.Deferred<readonly Recorded<Event>[], CommandError<Rejection>>
}

type Store = EventStore["Service"]

/**
 * The outcome of a plan inside the transaction. It keeps an error that the plan threw apart from failures of the store.
 */
interface Planned<State, Event, Rejection> {
  batch?: Batch<State, Event, Rejection>
  thrown?: unknown
}

/**
 * The log as one tab holds it: the folded state, the cursor, and how they advance. Only one fiber may call it. The
 * draft is published when its transaction is complete, and discarded when it is not.
 */
export class OwnLog<State, Command, Event extends AnyEvent, Rejection> {
  readonly #model: LogModel<State, Command, Event, Rejection>
  readonly #store: Store
  #opened: OpenedState<State>
  #status: EngineStatus
  #found: LogDamage
  /** Bugs of ours, logged when the commands are settled. */
  readonly #thrown: unknown[] = []
  readonly #failing = new Set<string>()
  readonly publishers = new Listeners<Parameters<Publish<State, Event>>>()
  readonly statusListeners = new Listeners<[status: EngineStatus]>()

  constructor(model: LogModel<State, Command, Event, Rejection>, store: Store, opened: OpenedState<State>) {
    this.#model = model
    this.#store = store
    this.#opened = opened
    this.#found = opened.found
    this.began = opened.cursor === 0
    this.#status = { storage: "ok", outdated: opened.outdated, failing: false }
  }

  get state(): State {
    return this.#opened.state
  }
  get cursor(): number {
    return this.#opened.cursor
  }
  get status(): EngineStatus {
    return this.#status
  }

  /** True when there was no log when this tab opened it. */
  readonly began: boolean
  /** How many times the log was opened again, each time as another log. */
  openings = 0

  /** True when the log has damage that `takeDamage` has not returned yet. */
  get hasFound(): boolean {
    return !isSound(this.#found)
  }
  /** True when the damage can be mended now. */
  get isDamaged(): boolean {
    return this.hasFound && !this.#status.outdated && this.#status.storage === "ok"
  }
  /** Returns the damage that is not mended yet, once. Null when there is none or it cannot be mended now. */
  takeDamage(): LogDamage | null {
    const found = this.#found
    if (!this.isDamaged) return null
    this.#found = NO_DAMAGE
    return found
  }

  /** True when this tab understands the log and can write it. */
  get works(): boolean {
    return this.#status.storage === "ok" && !this.#status.outdated
  }

  readonly reportLoop = (name: string, health: "ok" | "failing"): void => {
    if (health === "ok") this.#failing.delete(name)
    else this.#failing.add(name)
    this.#setStatus({ ...this.#status, failing: this.#failing.size > 0, failingLoops: [...this.#failing] })
  }

  /** Fails the commands that were waiting when the engine itself failed. */
  readonly giveUp = (pending: readonly Pending<Command, Event, Rejection>[]): Effect.Effect<void> =>
    settleAll(pending, commandError("defect"))

  /** Commits the waiting commands after the events of other tabs, and settles each of them. Never fails. */
  readonly commit = (pending: readonly Pending<Command, Event, Rejection>[]): Effect.Effect<void> =>
    this.#status.outdated
      ? settleAll(pending, commandError("outdated"))
      : Effect.andThen(this.#append(pending), this.#complain)

  readonly #append = (pending: readonly Pending<Command, Event, Rejection>[]): Effect.Effect<void> =>
    Effect.suspend(() => {
      const planned: Planned<State, Event, Rejection> = {}
      const strict = pending.some(({ command }) => this.#model.durability(command) === "strict")
      const plan: AppendPlan = (tail) => {
        try {
          planned.batch = planBatch(this.#model, this.state, this.cursor, tail, pending)
          return planned.batch.own
        } catch (thrown) {
          planned.thrown = thrown
          throw thrown
        }
      }
      return this.#store.append(this.cursor, plan, strict ? "strict" : "relaxed").pipe(
        Effect.flatMap(() => Effect.sync(() => this.#committed(pending, planned.batch))),
        Effect.catchTag("StoreError", (error) =>
          planned.thrown === undefined
            ? Effect.andThen(this.#storageFailed(error), settleAll(pending, commandError("storage", error.reason)))
            : this.#planFailed(pending, planned.thrown),
        ),
      )
    })

  #committed(
    pending: readonly Pending<Command, Event, Rejection>[],
    batch: Batch<State, Event, Rejection> | undefined,
  ): void {
    this.#thrown.push(...(batch?.thrown ?? []))
    if (batch !== undefined && batch.cursor > this.cursor) {
      this.#opened = { ...this.#opened, state: batch.state, cursor: batch.cursor, outdated: false }
      this.#found = { ...this.#found, unread: [...this.#found.unread, ...batch.unread] }
      this.#publish(batch.events)
    }
    // A commit that only read does not show that the disk has room again.
    const storage = batch === undefined || batch.own.length > 0 ? "ok" : this.#status.storage
    this.#setStatus({ ...this.#status, storage, outdated: false })
    pending.forEach(({ done }, index) => {
      const result = batch?.results[index]
      if (result?.ok) Deferred.doneUnsafe(done, Effect.succeed(result.value))
      else Deferred.doneUnsafe(done, Effect.fail(result?.reason ?? commandError("defect")))
    })
  }

  /** A bug in folding one command must not fail the others, so each is tried alone. */
  #planFailed(pending: readonly Pending<Command, Event, Rejection>[], thrown: unknown): Effect.Effect<void> {
    if (thrown instanceof NewerLogError) {
      this.#setStatus({ ...this.#status, outdated: true })
      return settleAll(pending, commandError("outdated"))
    }
    if (pending.length <= 1) {
      this.#thrown.push(thrown)
      return settleAll(pending, commandError("defect"))
    }
    return Effect.forEach(pending, (one) => this.#append([one]), { discard: true })
  }

  /** When another tab has replaced the log by a new one, opens that one. The commands for the old log fail. */
  #storageFailed(error: StoreError): Effect.Effect<void> {
    const reopened = error.reason === "erased" ? this.#reopen : Effect.fail(error)
    return Effect.catchTag(reopened, "StoreError", ({ reason }) =>
      Effect.sync(() => this.#setStatus({ ...this.#status, storage: reason })),
    )
  }

  readonly #reopen: Effect.Effect<void, StoreError> = Effect.suspend(() => openLog(this.#model, this.#store)).pipe(
    Effect.flatMap((opened) =>
      Effect.sync(() => {
        this.#opened = opened
        this.#found = opened.found
        this.openings += 1
        this.#setStatus({ ...this.#status, storage: "ok", outdated: opened.outdated })
        this.#publish([])
      }),
    ),
  )

  /**
   * Begins a new log with the events that `keep` makes of the state, events of other tabs included (account deletion).
   */
  readonly rewrite = (keep: (state: State) => readonly Recorded<Event>[]): Effect.Effect<void, StoreError> =>
    Effect.suspend(() =>
      this.#store.rewrite(this.cursor, (tail) => keep(planBatch(this.#model, this.state, this.cursor, tail, []).state)),
    ).pipe(
      Effect.andThen(this.#reopen),
      Effect.tapError((error) => this.#storageFailed(error)),
    )

  /** The number of events that a start would have to fold: those after the last snapshot this tab knows of. */
  get sinceSnapshot(): number {
    return this.cursor - this.#opened.snapshotSeq
  }

  readonly saveSnapshot: Effect.Effect<void, StoreError> = Effect.suspend(() => {
    if (this.#status.outdated) return Effect.void
    const snapshot = snapshotOf(this.#model, this.cursor, this.state)
    return Effect.tap(this.#store.saveSnapshot(snapshot), () =>
      Effect.sync(() => {
        this.#opened = { ...this.#opened, snapshotSeq: snapshot.seq }
      }),
    )
  })

  #publish(events: readonly Recorded<Event>[]): void {
    for (const listener of this.publishers) this.#notify(() => listener(this.state, events))
  }

  #setStatus(next: EngineStatus): void {
    const { storage, outdated, failingLoops = [] } = this.#status
    const isSameLoops = (next.failingLoops ?? []).join() === failingLoops.join()
    if (next.storage === storage && next.outdated === outdated && isSameLoops) return
    this.#status = next
    for (const listener of this.statusListeners) this.#notify(() => listener(next))
  }

  /**
   * An error that a listener throws must neither end the fiber that owns the log nor keep the news from other
   * listeners.
   */
  #notify(listener: () => void): void {
    try {
      listener()
    } catch (thrown) {
      this.#thrown.push(thrown)
    }
  }

  readonly #complain: Effect.Effect<void> = Effect.suspend(() =>
    Effect.forEach(
      this.#thrown.splice(0),
      (thrown) => Effect.logError("a command or a listener of the log failed", thrown),
      {
        discard: true,
      },
    ),
  )
}

const settleAll = <Command, Event, Rejection>(
  pending: readonly Pending<Command, Event, Rejection>[],
  error: CommandError<Rejection>,
): Effect.Effect<void> =>
  Effect.sync(() => {
    for (const { done } of pending) Deferred.doneUnsafe(done, Effect.fail(error))
  })
