import { keepAsking } from "./keepAsking.ts"

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

/** A version that comes later is offered again. */
export const dismissUpdate = (): void => become("none")

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
    /* When no worker is in charge any more, somebody cleared the data of this site. That is not a new version. */
    const isUpdate = wasControlled && controlled
    if (reloading) location.reload()
    else if (isUpdate) {
      waiting = null
      become("elsewhere")
    }
  })
}

/**
 * Makes every route open offline (UX-2). After the Trusted Types policy, and after the first screen: nothing waits for
 * it. Resolves to false where there is no service worker: an insecure context, a browser without, `vite serve`.
 */
export const registerServiceWorker = async (): Promise<boolean> => {
  if (import.meta.env.DEV || !("serviceWorker" in navigator)) return false
  watchTakeover()
  try {
    const registration = await navigator.serviceWorker.register("/sw.js", { scope: "/" })
    watch(registration)
    keepAsking(() => registration.update())
    return true
  } catch {
    return false
  }
}
