import { Effect, Latch, Layer, Queue } from "effect"
import { Ids, Platform, Preferences, Vault } from "../ports/platform.ts"
import { USER_KEY } from "../session/savedUser.ts"
import { REFRESH_INTERVAL_MS, SNAPSHOT_EVERY_EVENTS, USER_SETTLES_MS } from "../values/limits.ts"
import { Engine } from "./engine.ts"
import { FlowMemory } from "./flows/flow.ts"
import { runOutbox } from "./outboxRunner.ts"
import { observePreferences } from "./preferences.ts"
import { Refresher } from "./refresher.ts"
import { runRefresh } from "./refreshLoop.ts"
import { report } from "./reporting.ts"
import { rereadChanged } from "./rereads.ts"
import { reconcileSession } from "./sessions.ts"

/** The services of a tab above its ports. */
export const clientLayer = Layer.mergeAll(Refresher.layer, FlowMemory.layer).pipe(Layer.provideMerge(Engine.layer))

/**
 * Runs a tab for as long as its page lives: brings preferences and session together with the log, then leads the outbox
 * when it may, keeps lists fresh and keeps snapshots.
 */
export const runClient = Effect.gen(function* () {
  yield* observePreferences
  yield* reconcileSession
  yield* Effect.all([runOutbox, runRefresh, rereadChanged, watchOffline, watchUser, eraseSecrets, keepSnapshots], {
    concurrency: "unbounded",
    discard: true,
  })
})

/**
 * Any tab may pass on the system's word that there is no network; that there is one, only an answer proves. A guest asks
 * nobody anything: the system's word is all there is.
 */
const watchOffline = Effect.gen(function* () {
  const platform = yield* Platform
  const engine = yield* Engine
  const hear = (online: boolean) => {
    if (!online) return report({ type: "ReportConnection", status: "offline" })
    return engine.state().session.current === null
      ? report({ type: "ReportConnection", status: "online" })
      : Effect.void
  }
  yield* hear(yield* platform.online)
  yield* eachOf(platform.onOnlineChange, hear)
})

/** Whatever ends a session, what was kept secret for its account goes with it. */
const eraseSecrets = Effect.gen(function* () {
  const engine = yield* Engine
  const vault = yield* Vault
  const onEnd = (listener: (account: string) => void) =>
    Effect.sync(() =>
      engine.onPublish((_state, events) => {
        for (const { type, account } of events) if (type === "SignedOut" && account !== null) listener(account)
      }),
    )
  yield* eachOf(onEnd, vault.erase)
})

/**
 * The saved user and the log are written one after the other, and the tab that does it may die in between: whenever one
 * of them has changed and the other does not follow, they are brought together.
 */
const watchUser = Effect.scoped(
  Effect.gen(function* () {
    const engine = yield* Engine
    const preferences = yield* Preferences
    const changed = yield* Latch.make(true)
    let known = engine.state().session.current?.id
    const stopUser = yield* preferences.onForeignChange((key) => {
      if (key === USER_KEY) changed.openUnsafe()
    })
    const stopEngine = engine.onPublish(({ session }) => {
      if (session.current?.id !== known) changed.openUnsafe()
      known = session.current?.id
    })
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        stopUser()
        stopEngine()
      }),
    )
    for (;;) {
      // This tab's own changes of the saved user tell nobody, and the log may not have been writable: look by itself, too.
      yield* Effect.raceFirst(changed.await, Effect.sleep(REFRESH_INTERVAL_MS))
      changed.closeUnsafe()
      yield* Effect.sleep(USER_SETTLES_MS)
      yield* reconcileSession
    }
  }),
)

/** Whoever leads keeps snapshots, so that a start reads a short tail, however short each visit was. */
const keepSnapshots = Effect.gen(function* () {
  const engine = yield* Engine
  const { tab } = yield* Ids
  let tried = Number.NEGATIVE_INFINITY
  const onCommit = (listener: (cursor: number) => void) =>
    Effect.sync(() => engine.onPublish(() => listener(engine.cursor())))
  yield* eachOf(onCommit, (cursor) => {
    const due = engine.sinceSnapshot() >= SNAPSHOT_EVERY_EVENTS && Math.abs(cursor - tried) >= SNAPSHOT_EVERY_EVENTS
    if (!due || engine.state().outbox.leader !== tab) return Effect.void
    tried = cursor
    return Effect.ignore(engine.saveSnapshot)
  })
})

/** Handles what a subscription calls back with, one after the other, until interrupted. */
const eachOf = <Value, E = never, R = never>(
  subscribe: (listener: (value: Value) => void) => Effect.Effect<() => void>,
  handle: (value: Value) => Effect.Effect<void, E, R>,
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const queue = yield* Queue.unbounded<Value>()
      const stop = yield* subscribe((value) => Queue.offerUnsafe(queue, value))
      yield* Effect.addFinalizer(() => Effect.sync(stop))
      for (;;) yield* handle(yield* Queue.take(queue))
    }),
  )
