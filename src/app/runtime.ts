import { Effect, Exit, Layer, ManagedRuntime, Scheduler } from "effect"
import { idsLayer } from "../adapters/browser/ids.ts"
import { immediateScheduler } from "../adapters/browser/immediate.ts"
import { hasLocks, leadershipLayer } from "../adapters/browser/leadership.ts"
import { noteMissing } from "../adapters/browser/localStorage.ts"
import { platformLayer } from "../adapters/browser/platform.ts"
import { preferencesLayer } from "../adapters/browser/preferences.ts"
import { readingsLayer } from "../adapters/browser/readings.ts"
import { vaultLayer } from "../adapters/browser/vault.ts"
import { cloudLayer } from "../adapters/cloud/fetch.ts"
import { makeSilence } from "../adapters/cloud/silence.ts"
import { LOG_DATABASE } from "../adapters/storage/database.ts"
import { dexieStoreLayer } from "../adapters/storage/dexie.ts"
import { forgetUser } from "../domain/client/accounts/forgetUser.ts"
import { Viewing } from "../domain/client/bridge/desk.ts"
import { clientLayer, runClient } from "../domain/client/client.ts"
import { Scanning } from "../domain/client/lan/scanDesk.ts"
import { Engine, type EngineStatus } from "../domain/client/log/engine.ts"
import { LatestReadings } from "../domain/client/sync/latestReadings.ts"
import { Ids, Platform, Vault } from "../domain/ports/platform.ts"
import type { Deployment } from "./client/deployment.ts"
import type { ClientHandle, Refused } from "./client/handle.ts"
import type { Started } from "./client/live.ts"
import { ownLogSource } from "./client/ownLogSource.ts"
import { pairingOver } from "./client/pairing.ts"
import type { Rescue } from "./client/rescue.ts"
import { showLater } from "./client/showLater.ts"
import { fetched, importedOnce, lazyBridge, lazyDigest, lazyErasure, lazySubnets } from "./lazyService.ts"
import { afterThis } from "./loading/inSequence.ts"

/** Receives the folded share of a long log while the log opens. */
type ReportShare = (share: number) => void

/** The log. Its code for a long log without a snapshot is fetched when there is such a log. */
const logLayer = (report: ReportShare) =>
  dexieStoreLayer(LOG_DATABASE, async () =>
    (await import("../adapters/workers/refold.ts")).refoldLog(LOG_DATABASE.name, report),
  )

const silence = makeSilence()

/** The ports of the app in a browser, except its log: the chunk that loads beside the first screen. */
const ports = Layer.mergeAll(
  silence.watched(cloudLayer),
  leadershipLayer,
  lazyDigest,
  lazyErasure,
  lazySubnets,
  idsLayer,
  platformLayer(),
  preferencesLayer,
  vaultLayer,
  readingsLayer,
  Layer.sync(Scheduler.Scheduler, immediateScheduler),
)

/** Builds a layer now and keeps it as long as the page. The task ends with it. */
const inOneTask = async <A, E>(layer: Layer.Layer<A, E>): Promise<Layer.Layer<A>> => {
  const made = await ManagedRuntime.make(layer).context()
  await afterThis()
  return Layer.succeedContext(made)
}

/** Opens the log and the services of this tab. */
const openRuntime = async (deployment: Deployment, report: ReportShare) => {
  const log = await inOneTask(logLayer(report))
  const connected = await inOneTask(Layer.merge(ports, lazyBridge(deployment.bridgeUrl)))
  return ManagedRuntime.make(Layer.provideMerge(clientLayer, Layer.merge(log, connected)))
}
type Runtime = Awaited<ReturnType<typeof openRuntime>>

const services = Effect.all([Engine, Platform, Ids, Vault, LatestReadings, Scanning, Viewing])
type Services = Effect.Success<typeof services>

/** Opens the log and runs this tab until its page goes away. */
export const startRuntime = async (deployment: Deployment, report: ReportShare): Promise<Started> => {
  const runtime = await openRuntime(deployment, report)
  const opened = await runtime.runPromiseExit(services)
  await afterThis()
  if (Exit.isFailure(opened)) return { ok: false, reason: reasonOf(opened), rescue: makeRescue() }
  const [engine] = opened.value
  noteMissing(engine.state().settings.size)
  return {
    ok: true,
    handle: handleOf(runtime, opened.value, deployment),
    begin: () => begin(runtime, opened.value, deployment),
  }
}

/** Starts the client and its loops, each in its own task. */
const begin = (runtime: Runtime, [engine, platform]: Services, deployment: Deployment): void => {
  const version = import.meta.env.VITE_APP_VERSION
  const baseUrl = deployment.publicCloud?.url ?? ""
  const testMirror = deployment.isTestMirror
  const started = Effect.flatMap(platform.surroundings, (around) =>
    engine.dispatch({ type: "StartApp", version, baseUrl, testMirror, ...around }),
  )
  const following = platform.onSurroundingsChange((around) => {
    const { version } = engine.state().application
    runtime.runFork(Effect.ignore(engine.dispatch({ type: "StartApp", version, baseUrl, testMirror, ...around })))
  })
  void runInTasks(
    () =>
      runtime.runFork(
        Effect.ignore(started).pipe(
          Effect.andThen(following),
          Effect.andThen(Effect.promise(afterThis)),
          Effect.andThen(runClient),
        ),
      ),
    () => runtime.runFork(Effect.flatMap(backgroundPart, ({ backgroundLoops }) => backgroundLoops)),
    () => void import("../adapters/workers/digest.ts").catch(() => undefined),
    () => runtime.runFork(Effect.flatMap(firmwarePart, ({ firmwareLoop }) => firmwareLoop(deployment.firmwareUrl))),
  )
}

/** The engine of this tab as its screens use it. */
const handleOf = (
  runtime: Runtime,
  [engine, , ids, vault, latestReadings, scanning, viewing]: Services,
  deployment: Deployment,
): ClientHandle => {
  const secure = window.isSecureContext && hasLocks()
  return {
    tab: ids.tab,
    secure,
    state: () => scanning.shown(latestReadings.shown(engine.state())),
    status: engine.status,
    isSilent: silence.isSilent,
    subscribe: (listener) => {
      const stops = [
        engine.onPublish(listener),
        latestReadings.onChange(listener),
        scanning.onChange(listener),
        engine.onStatus(listener),
        silence.onChange(listener),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
    onEvents: (listener) => {
      let before = engine.state()
      return engine.onPublish((state, events) => {
        listener(events, before)
        before = state
      })
    },
    log: ownLogSource((effect) => runtime.runPromise(effect)),
    pairing: pairingOver((use) => runtime.runCallback(use)),
    view: (place) =>
      showLater(place, async () => {
        const { showDevice } = await import("./client/showDevice.ts")
        return (at) => showDevice(engine, viewing, (use) => void runtime.runFork(use), at)
      }),
    invitationCode: (action, report) => {
      const account = engine.state().session.current?.account
      if (account === undefined) return report(null)
      runtime.runFork(Effect.tap(vault.get(account, action), (code) => Effect.sync(() => report(code))))
    },
    send: (request, refused, done) => {
      // Another account may have signed in before the code is loaded.
      const shown = engine.state().session.current?.account ?? null
      runtime.runFork(
        appRequests.pipe(
          Effect.flatMap(({ answerAppRequest }) => answerAppRequest(request, shown, secure, deployment)),
          Effect.match({ onFailure: (reason) => refused?.(reason), onSuccess: (answered) => done?.(answered) }),
          Effect.catchDefect(() => Effect.sync(() => refused?.("defect"))),
        ),
      )
    },
  }
}

/** Runs each in a task of its own. */
const runInTasks = async (...works: readonly (() => void)[]): Promise<void> => {
  for (const work of works) {
    await afterThis()
    work()
  }
}

const importAppRequests = importedOnce(() => import("./appRequests.ts"))
/** Fetched once: a person waits for the result, and learns of a failure at once. */
const appRequests = Effect.tryPromise({ try: importAppRequests, catch: (): Refused => "defect" })

const firmwarePart = fetched(() => import("./firmware.ts"))

/** The script runs in one task, its loops begin in another. */
const backgroundPart = fetched(async () => {
  const part = await import("../domain/client/backgroundLoops.ts")
  await afterThis()
  return part
})

/** The ports without an engine, for a log that could not be opened. */
const makeRescue = (): Rescue => {
  const runtime = ManagedRuntime.make(Layer.merge(dexieStoreLayer(), ports))
  return {
    signOut: (done) => {
      runtime.runFork(Effect.andThen(forgetUser, Effect.sync(done)))
    },
    beginAgain: (done, failed) => {
      runtime.runFork(
        Effect.matchCause(
          Effect.flatMap(appRequests, ({ saveAndBegin }) => saveAndBegin),
          { onSuccess: done, onFailure: failed },
        ),
      )
    },
  }
}

/** A log that cannot be opened fails with a StoreError and its reason. Any other failure is a bug of ours. */
const reasonOf = (
  exit: Exit.Failure<unknown, { readonly _tag: "StoreError"; readonly reason: EngineStatus["storage"] }>,
) => {
  for (const { _tag, ...rest } of exit.cause.reasons) {
    if (_tag === "Fail" && "error" in rest) return rest.error.reason
  }
  return "failed"
}
