/** `ready`: a new version waits for a reload. `elsewhere`: another tab took it, this one still runs the old one. */
export type UpdateState = "none" | "ready" | "elsewhere"

type Listener = (state: UpdateState) => void

const listeners = new Set<Listener>()
let state: UpdateState = "none"
let waiting: ServiceWorker | null = null
let reloading = false

const become = (next: UpdateState): void => {
  state = next
  for (const listener of listeners) listener(next)
}

/** For `useSyncExternalStore`. */
export const subscribeUpdate = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const updateState = (): UpdateState => state

/** Starts the new version: the worker takes over, then this tab reloads. Only ever called by a person (UX-2). */
export const applyUpdate = (): void => {
  reloading = true
  if (waiting === null) location.reload()
  else waiting.postMessage({ type: "SKIP_WAITING" })
}

/** A worker that is installed while another one is in charge is an update; the first one is not. */
const watch = (registration: ServiceWorkerRegistration): void => {
  const offer = (worker: ServiceWorker | null): void => {
    if (worker === null || navigator.serviceWorker.controller === null) return
    waiting = worker
    become("ready")
  }
  offer(registration.waiting)
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed") offer(worker)
    })
  })
}

const watchTakeover = (): void => {
  let controlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    const wasControlled = controlled
    controlled = navigator.serviceWorker.controller !== null
    /* None in charge any more is no new version: somebody has cleared the data of this site. */
    const isUpdate = wasControlled && controlled
    if (reloading) location.reload()
    else if (isUpdate) {
      waiting = null
      become("elsewhere")
    }
  })
}

/** The cache in which the worker looks for the deployment's settings (vite.config.ts). */
const SETTINGS_CACHE = "config"
const SETTINGS_URL = "/config.json"

/** The page that installs the worker has read the settings past it: they are kept now, else its next start offline has none. */
const keepSettings = async (): Promise<void> => {
  if (navigator.serviceWorker.controller !== null) return
  const cache = await caches.open(SETTINGS_CACHE)
  await cache.add(SETTINGS_URL)
}

/**
 * Makes every route open offline (UX-2). After the Trusted Types policy, and after the first screen: nothing waits for
 * it. Resolves to false where there is no service worker: an insecure context, a browser without, `vite serve`.
 */
export const registerServiceWorker = async (): Promise<boolean> => {
  if (import.meta.env.DEV || !("serviceWorker" in navigator)) return false
  watchTakeover()
  try {
    watch(await navigator.serviceWorker.register("/sw.js", { scope: "/" }))
    await keepSettings()
    return true
  } catch {
    return false
  }
}
