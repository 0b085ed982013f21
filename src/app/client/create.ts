import { Listeners } from "../../domain/values/listeners.ts"
import type { Mode } from "../../domain/wire/bridge.ts"
import { unreadDeployment } from "./deployment.ts"
import { type CommandView, closedPanel, type OpenedDialog, type OutboxPanel } from "./overlays.ts"
import type { Client, ClientStart, UnfinishedPasscode } from "./provider.ts"
import { createStore } from "./store.ts"
import { createClock } from "./ticker.ts"

/** A client whose engine is not ready yet. `present` returns its time, ms. */
export const createClient = (present: () => number): Client => {
  const start = createStore<ClientStart>({ phase: "loading" })
  const shown = createStore<ClientStart>({ phase: "loading" })
  const deployment = createStore(unreadDeployment)
  const clock = createClock(present)
  const listeners = new Listeners()
  const tellAll = () => {
    clock.touch()
    listeners.call()
  }
  start.subscribe(() => {
    const now = start.get()
    if (now.phase === "ready") {
      deployment.set(now.deployment)
      now.handle.subscribe(tellAll)
    }
    tellAll()
  })
  const whenReady: Client["whenReady"] = (run, failed) => {
    const attempt = (): boolean => {
      const now = shown.get()
      if (now.phase === "ready") run(now.handle)
      else if (now.phase === "failed") failed?.()
      return now.phase !== "loading"
    }
    if (attempt()) return
    const stop = shown.subscribe(() => {
      if (attempt()) stop()
    })
  }
  return {
    start,
    deployment,
    clock,
    dialog: createStore<OpenedDialog | null>(null),
    outboxPanel: createStore<OutboxPanel>(closedPanel),
    commandView: createStore<CommandView>("none"),
    filesPanel: createStore(false),
    openRecords: new Set(),
    devicesAddress: createStore("/devices"),
    askedModes: createStore<ReadonlyMap<string, Mode>>(new Map()),
    unfinishedPasscode: createStore<UnfinishedPasscode | null>(null),
    unanswered: new Set(),
    shows: shown.set,
    whenReady,
    subscribe: listeners.add,
  }
}
