import { createClient } from "./create.ts"
import { loadDeployment } from "./deployment.ts"
import type { Client } from "./provider.ts"

/**
 * The client that acts: it loads settings and engine and starts both. The engine comes when the first screen is `shown`:
 * it makes a screen act, but on a slow network it would hold up what there is to see.
 */
export const startLiveClient = (shown: Promise<void>): Client => {
  const client = createClient(() => Date.now())
  void startEngine(client, shown)
  return client
}

const startEngine = async ({ start, deployment }: Client, shown: Promise<void>): Promise<void> => {
  try {
    const settings = await loadDeployment()
    deployment.set(settings)
    await shown
    const runtime = await import("../runtime.ts")
    const started = await runtime.startRuntime(settings)
    if (!started.ok) return start.set({ phase: "failed", reason: started.reason, rescue: started.rescue })
    start.set({ phase: "ready", handle: started.handle, deployment: settings })
  } catch {
    start.set({ phase: "failed", reason: "failed", rescue: null })
  }
}
