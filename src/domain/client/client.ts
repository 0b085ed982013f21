import { Effect, Layer } from "effect"
import { USER_KEY } from "../features/session/savedUser.ts"
import { Platform, Preferences, Vault } from "../ports/platform.ts"
import { NETWORK_SETTLES_MS, REFRESH_INTERVAL_MS, RETRY_CAP_MS, USER_SETTLES_MS } from "../values/limits.ts"
import { FlowMemory } from "./accounts/flows/memory.ts"
import { followUser, reconcileSession } from "./accounts/sessions.ts"
import { Viewing } from "./bridge/desk.ts"
import { Scanning } from "./lan/scanDesk.ts"
import { Engine } from "./log/engine.ts"
import { watchStorage } from "./log/storageWatch.ts"
import { monotonicMillis } from "./monotonic.ts"
import { observePreferences } from "./preferences.ts"
import { runOutbox } from "./sending/outboxRunner.ts"
import { supervised } from "./supervision.ts"
import { LatestReadings } from "./sync/latestReadings.ts"
import { Refresher } from "./sync/refresher.ts"
import { runRefresh } from "./sync/refreshLoop.ts"
import { Contact, report } from "./sync/reporting.ts"
import { TabPresence } from "./tabPresence.ts"
import { onChangeOf, restartOnTrigger, runOnTrigger, type Trigger } from "./triggers.ts"

/** The services of a tab above its engine. */
export const serviceLayer = Layer.mergeAll(Refresher.layer, FlowMemory.layer, Scanning.layer, Viewing.layer).pipe(
  Layer.provideMerge(Layer.mergeAll(TabPresence.layer, Contact.layer, LatestReadings.layer)),
)

/** The services of a tab above its ports. */
export const clientLayer = serviceLayer.pipe(Layer.provideMerge(Engine.layer))

/**
 * Runs a tab for as long as its page lives: reconciles preferences and session with the log, then leads the outbox when
 * it may, and keeps lists fresh. A failing loop does not affect the others. `backgroundLoops` run beside it.
 */
export const runClient = Effect.suspend(() =>
  Effect.andThen(
    supervised("start", Effect.andThen(observePreferences, reconcileSession)),
    Effect.all(
      [
        supervised("outbox", runOutbox),
        supervised("refresh", runRefresh),
        supervised("offline", watchOffline),
        supervised("user", watchUser),
        supervised("secrets", eraseSecrets),
        supervised("storage", watchStorage),
      ],
      { concurrency: "unbounded", discard: true },
    ),
  ),
)

/**
 * Any tab may record that the system reports no network; only a reply shows that there is one. A guest sends no
 * requests, so only the system's state counts.
 * A system whose state changes often is unreliable: after two changes in quick succession its state counts once it has
 * settled, and replies count meanwhile. A reply that comes although the system reports no network may be the last to
 * get through, so the client reads the device list once more.
 */
const watchOffline = Effect.gen(function* () {
  const platform = yield* Platform
  const engine = yield* Engine
  let hint: boolean | undefined
  const onHint: Trigger = (wake) =>
    platform.onOnlineChange((online) => {
      hint = online
      wake()
    })
  let said = true
  let saidAt = Number.NEGATIVE_INFINITY
  const hear = Effect.gen(function* () {
    const online = hint ?? (yield* platform.online)
    const now = yield* monotonicMillis
    const isSettled = online === said || now - saidAt >= NETWORK_SETTLES_MS
    if (online !== said) saidAt = now
    said = online
    if (!isSettled) yield* Effect.sleep(NETWORK_SETTLES_MS)
    if (!(yield* platform.online)) {
      yield* report({ type: "ReportConnection", status: "offline" })
      yield* Effect.sleep(NETWORK_SETTLES_MS)
      if (engine.works() && engine.state().connection.status === "online") yield* (yield* Refresher).read("devices")
    } else if (online && engine.state().session.current === null)
      yield* report({ type: "ReportConnection", status: "online" })
  })
  yield* restartOnTrigger([onHint], hear)
})

/**
 * When a session ends, for whatever reason, the secrets of its account are erased. A tab may learn of the end long
 * after it came: when the account has signed in again by then, its secrets stay.
 */
const eraseSecrets = Effect.gen(function* () {
  const engine = yield* Engine
  const vault = yield* Vault
  const ended = new Set<string>()
  const remember = (account: string | undefined) => {
    if (account !== undefined) ended.add(account)
  }
  const { lastEnd, current } = engine.state().session
  remember(lastEnd?.account)
  let signedIn = current?.account
  // Compares sessions instead of looking for events: a new log after an account deletion has no event for the end of
  // the session.
  const onEnd: Trigger = (wake) =>
    Effect.sync(() =>
      engine.onPublish(({ session }) => {
        const account = session.current?.account
        if (account !== signedIn) remember(signedIn)
        signedIn = account
        if (ended.size > 0) wake()
      }),
    )
  const erase = Effect.fnUntraced(function* (account: string) {
    const isBack = engine.state().session.current?.account === account
    if (isBack || (yield* vault.erase(account))) ended.delete(account)
  })
  yield* runOnTrigger(
    [onEnd],
    Effect.map(
      Effect.suspend(() => Effect.forEach([...ended], erase, { discard: true })),
      // A vault that could not be emptied is erased again later.
      () => (ended.size > 0 ? RETRY_CAP_MS : REFRESH_INTERVAL_MS),
    ),
  )
})

/**
 * The saved user and the log are written one after the other, and the tab may die in between. The client reconciles
 * them whenever one has changed and the other does not follow. It also checks periodically, because this tab's own
 * changes of the saved user fire no event, and the log may not have been writable.
 */
const watchUser = Effect.gen(function* () {
  const engine = yield* Engine
  const preferences = yield* Preferences
  const onUser: Trigger = (wake) =>
    preferences.onForeignChange((key) => {
      if (key === USER_KEY) wake()
    })
  const triggers = [onUser, onChangeOf(engine, ({ session }) => session.current?.id)]
  yield* runOnTrigger(
    triggers,
    Effect.as(Effect.andThen(Effect.sleep(USER_SETTLES_MS), followUser), REFRESH_INTERVAL_MS),
  )
})
