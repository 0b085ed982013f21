import { refusalOf, unkept } from "../../adapters/browser/unkept.ts"
import { Listeners } from "../../domain/values/listeners.ts"
import { keepAsking } from "./keepAsking.ts"

/**
 * `ready`: a new version waits for a reload. `elsewhere`: another tab took the new version, and this one still runs the
 * old one.
 */
export type UpdateState = "none" | "ready" | "elsewhere"

const listeners = new Listeners<[state: UpdateState]>()
let state: UpdateState = "none"
let waiting: ServiceWorker | null = null
let reloading = false
/** True while the same worker takes over after it was registered again, which is no update. */
let isTakingBack = false

const become = (next: UpdateState): void => {
  state = next
  listeners.call(next)
}

/** For `useSyncExternalStore`. */
export const subscribeUpdate = listeners.add

export const updateState = (): UpdateState => state

/** Starts the new version: the worker takes over, then this tab reloads. Only a person's press calls this (UX-2). */
export const applyUpdate = (): void => {
  reloading = true
  if (waiting === null) location.reload()
  else waiting.postMessage({ type: "SKIP_WAITING" })
}

/** Dismisses this version. A later one is offered again. */
export const dismissUpdate = (): void => become("none")

/** The room that the files of the app need, with some to spare, bytes. */
const APP_BYTES = 8 * 1024 * 1024

/**
 * Reports a lack of room. A worker that could not be installed gives no reason: the network was lost, or there was no
 * room for the app.
 */
const noteFull = async (): Promise<void> => {
  try {
    const { usage = 0, quota = Number.POSITIVE_INFINITY } = await navigator.storage.estimate()
    if (quota - usage < APP_BYTES) unkept.note("app", "quota")
  } catch {
    // This browser does not report how much room there is.
  }
}

/**
 * A worker that is installed while another one is in charge is an update. The first one is not. WebKit may report the
 * first as installed when it is already in charge.
 */
const watch = (registration: ServiceWorkerRegistration, wasControlled: boolean): void => {
  const { installing, active } = registration
  let first = wasControlled ? null : (installing ?? registration.waiting ?? active)
  const offer = (worker: ServiceWorker | null): void => {
    if (worker === null || worker === first || navigator.serviceWorker.controller === null) return
    waiting = worker
    become("ready")
  }
  offer(registration.waiting)
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing
    if (!wasControlled) first ??= worker
    let isInstalling = true
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed") offer(worker)
      if (worker.state === "redundant" && isInstalling) void noteFull()
      isInstalling = false
    })
  })
}

const watchTakeover = (): void => {
  let controlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    const wasControlled = controlled
    controlled = navigator.serviceWorker.controller !== null
    /* Without a worker in charge, a person has cleared the data of this site. That is not a new version. */
    const isUpdate = wasControlled && controlled && !isTakingBack
    isTakingBack = false
    if (reloading) location.reload()
    else if (isUpdate) {
      waiting = null
      become("elsewhere")
    }
  })
}

/**
 * Makes every route open offline (UX-2). Runs after the Trusted Types policy and the first screen: nothing waits for
 * it. Resolves to false where there is no service worker: an insecure context, a browser without one, `vite serve`.
 */
export const registerServiceWorker = async (): Promise<boolean> => {
  if (import.meta.env.DEV || !("serviceWorker" in navigator)) return false
  try {
    watchTakeover()
    const wasControlled = navigator.serviceWorker.controller !== null
    const register = () => navigator.serviceWorker.register("/sw.js", { scope: "/" })
    let registration = await register()
    watch(registration, wasControlled)
    keepAsking(() => registration.update())
    const { watchKept } = await import("./watchKept.ts")
    watchKept(async () => {
      isTakingBack = true
      registration = await register()
      watch(registration, false)
    })
    return true
  } catch (cause) {
    if (refusalOf(cause) === "unavailable") unkept.note("app", "unavailable")
    return false
  }
}
