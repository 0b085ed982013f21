import { Effect, Exit, Layer, ManagedRuntime, Scheduler } from "effect"
import { idsLayer } from "../adapters/browser/ids.ts"
import { immediateScheduler } from "../adapters/browser/immediate.ts"
import { leadershipLayer } from "../adapters/browser/leadership.ts"
import { platformLayer } from "../adapters/browser/platform.ts"
import { preferencesLayer } from "../adapters/browser/preferences.ts"
import { vaultLayer } from "../adapters/browser/vault.ts"
import { cloudLayer } from "../adapters/cloud/fetch.ts"
import { dexieStoreLayer } from "../adapters/storage/dexie.ts"
import { digestLayer } from "../adapters/workers/digest.ts"
import { clientLayer, runClient } from "../domain/engine/client.ts"
import { Engine, type EngineStatus } from "../domain/engine/engine.ts"
import { Ids, Platform, Vault } from "../domain/ports/platform.ts"
import { answerTo, checkCommand } from "./client/answers.ts"
import type { Deployment } from "./client/deployment.ts"
import type { ClientHandle } from "./client/handle.ts"

/** Everything the app runs on in a browser; the chunk that loads beside the first screen. */
const ports = Layer.mergeAll(
  dexieStoreLayer(),
  cloudLayer,
  leadershipLayer,
  digestLayer(),
  idsLayer,
  platformLayer(),
  preferencesLayer,
  vaultLayer,
  Layer.sync(Scheduler.Scheduler, immediateScheduler),
)

type Started =
  | { readonly ok: true; readonly handle: ClientHandle }
  | { readonly ok: false; readonly reason: EngineStatus["storage"] }

/** Opens the log and runs this tab until its page goes away. */
export const startRuntime = async (deployment: Deployment): Promise<Started> => {
  const runtime = ManagedRuntime.make(clientLayer.pipe(Layer.provideMerge(ports)))
  const opened = await runtime.runPromiseExit(Effect.all([Engine, Platform, Ids, Vault]))
  if (Exit.isFailure(opened)) return { ok: false, reason: reasonOf(opened) }
  const [engine, platform, ids, vault] = opened.value
  const version = import.meta.env.VITE_APP_VERSION
  const { os, isApp } = platform
  const baseUrl = deployment.publicCloud?.url ?? ""
  const started = engine.dispatch({ type: "StartApp", version, baseUrl, testMirror: false, os, isApp })
  runtime.runFork(Effect.andThen(Effect.ignore(started), runClient))
  const secure = window.isSecureContext
  const handle: ClientHandle = {
    tab: ids.tab,
    secure,
    state: engine.state,
    status: engine.status,
    subscribe: (listener) => {
      const stops = [engine.onPublish(listener), engine.onStatus(listener)]
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
    check: (command) => checkCommand(engine, command, secure),
    invitationCode: (action, told) => {
      const account = engine.state().session.current?.account
      if (account === undefined) return told(null)
      runtime.runFork(Effect.tap(vault.get(account, action), (code) => Effect.sync(() => told(code))))
    },
    send: (request, refused, done) => {
      runtime.runFork(
        answerTo(request, { secure, version }).pipe(
          Effect.match({ onFailure: (reason) => refused?.(reason), onSuccess: () => done?.() }),
          Effect.catchDefect(() => Effect.sync(() => refused?.("defect"))),
        ),
      )
    },
  }
  return { ok: true, handle }
}

/** A log that cannot be opened is a StoreError with a reason; anything else is a bug of ours. */
const reasonOf = (
  exit: Exit.Failure<unknown, { readonly _tag: "StoreError"; readonly reason: EngineStatus["storage"] }>,
) => {
  for (const { _tag, ...rest } of exit.cause.reasons) {
    if (_tag === "Fail" && "error" in rest) return rest.error.reason
  }
  return "failed"
}
