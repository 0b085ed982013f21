import { noDeployment } from "./deployment.ts"
import { type CommandView, closedPanel, type OpenedDialog, type OutboxPanel } from "./opened.ts"
import type { Client, Start } from "./provider.ts"
import { createStore } from "./store.ts"
import { createClock } from "./ticker.ts"

/** A client whose engine is not there yet; `present` tells its time, ms. */
export const createClient = (present: () => number): Client => {
  const start = createStore<Start>({ phase: "loading" })
  const shown = createStore<Start>({ phase: "loading" })
  const deployment = createStore(noDeployment)
  const clock = createClock(present)
  const listeners = new Set<() => void>()
  const tellAll = () => {
    clock.touch()
    for (const listener of listeners) listener()
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
    telling: new Set(),
    shows: shown.set,
    whenReady,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
