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
 * The live client: loads the settings and the engine, and starts both. It fetches the engine only once the first screen
 * is `shown`: on a slow network the engine's code would delay that screen.
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
