import type { EngineStatus } from "../../domain/client/log/engine.ts"
import { isBlockedSite } from "../loading/blockedSite.ts"
import { createClient } from "./create.ts"
import { type Deployment, loadDeployment } from "./deployment.ts"
import type { ClientHandle } from "./handle.ts"
import type { Client } from "./provider.ts"
import type { Rescue } from "./rescue.ts"

/** The result of starting the engine. */
export type Started =
  /** `begin` starts the work of this tab. */
  | { readonly ok: true; readonly handle: ClientHandle; readonly begin: () => void }
  | { readonly ok: false; readonly reason: EngineStatus["storage"]; readonly rescue: Rescue }

/** The code of the engine, which is a script of its own. */
export interface EnginePart {
  readonly startRuntime: (deployment: Deployment, report: (share: number) => void) => Promise<Started>
}

/**
 * The client that acts: it loads settings and engine and starts both. The engine comes when the first screen is `shown`:
 * it makes a screen act, but on a slow network it would hold up what there is to see.
 */
export const startLiveClient = (shown: Promise<void>, fetchEngine: () => Promise<EnginePart>): Client => {
  const client = createClient(() => Date.now())
  void startEngine(client, shown, fetchEngine)
  return client
}

const startEngine = async (
  { start, deployment, whenReady }: Client,
  shown: Promise<void>,
  fetchEngine: () => Promise<EnginePart>,
): Promise<void> => {
  try {
    const settings = await loadDeployment()
    deployment.set(settings)
    await shown
    const { startRuntime } = await fetchEngine()
    const started = await startRuntime(settings, (folded) => start.set({ phase: "loading", folded }))
    if (!started.ok) return start.set({ phase: "failed", reason: started.reason, rescue: started.rescue })
    start.set({ phase: "ready", handle: started.handle, deployment: settings })
    whenReady(started.begin)
  } catch (cause) {
    start.set({ phase: "failed", reason: isBlockedSite(cause) ? "unavailable" : "failed", rescue: null })
  }
}
