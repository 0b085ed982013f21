import { startHashWorker } from "./digest.ts"

/** A script that does not load is reported before this time, ms. */
const LOOK_MS = 3_000

/** True when no worker can be started here: a browser may have none, refuse it, or fail to load its script. */
export const areWorkersRefused = async (): Promise<boolean> => {
  try {
    const worker = startHashWorker()
    const { promise, resolve } = Promise.withResolvers<boolean>()
    worker.onerror = () => resolve(true)
    setTimeout(() => resolve(false), LOOK_MS)
    return await promise.finally(() => worker.terminate())
  } catch {
    return true
  }
}
