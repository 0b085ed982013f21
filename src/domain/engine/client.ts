import { Effect, Layer, Queue } from "effect"
import { Ids, Platform, Preferences } from "../ports/platform.ts"
import { USER_KEY } from "../session/savedUser.ts"
import { SNAPSHOT_EVERY_EVENTS } from "../values/limits.ts"
import { Engine } from "./engine.ts"
import { runOutbox } from "./outboxRunner.ts"
import { observePreferences } from "./preferences.ts"
import { Refresher } from "./refresher.ts"
import { runRefresh } from "./refreshLoop.ts"
import { report } from "./reporting.ts"
import { reconcileSession } from "./sessions.ts"

/** The services of a tab above its ports. */
export const clientLayer = Refresher.layer.pipe(Layer.provideMerge(Engine.layer))

/**
 * Runs a tab for as long as its page lives: brings preferences and session together with the log, then leads the outbox
 * when it may, keeps lists fresh and keeps snapshots.
 */
export const runClient = Effect.gen(function* () {
  yield* observePreferences
  yield* reconcileSession
  yield* Effect.all([runOutbox, runRefresh, watchOffline, watchUser, keepSnapshots], {
    concurrency: "unbounded",
    discard: true,
  })
})

/** Any tab may pass on the system's word that there is no network; that there is one, only an answer proves. */
const watchOffline = Effect.gen(function* () {
  const platform = yield* Platform
  const offline = (online: boolean) => (online ? Effect.void : report({ type: "ReportConnection", status: "offline" }))
  yield* offline(yield* platform.online)
  yield* eachOf(platform.onOnlineChange, offline)
})

/** Another tab took the token away: its session is over here too, also when that tab died before saying so. */
const watchUser = Effect.gen(function* () {
  const preferences = yield* Preferences
  yield* eachOf(preferences.onForeignChange, (key) => (key === USER_KEY ? reconcileRemoved : Effect.void))
})

const reconcileRemoved = Effect.gen(function* () {
  const preferences = yield* Preferences
  if ((yield* preferences.get(USER_KEY)) === null) yield* reconcileSession
})

/** Whoever leads keeps snapshots, so that a start reads a short tail. */
const keepSnapshots = Effect.gen(function* () {
  const engine = yield* Engine
  const { tab } = yield* Ids
  let kept = engine.cursor()
  const onCommit = (listener: (cursor: number) => void) =>
    Effect.sync(() => engine.onPublish(() => listener(engine.cursor())))
  yield* eachOf(onCommit, (cursor) => {
    if (cursor - kept < SNAPSHOT_EVERY_EVENTS || engine.state().outbox.leader !== tab) return Effect.void
    kept = cursor
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
