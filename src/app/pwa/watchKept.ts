import { unkept } from "../../adapters/browser/unkept.ts"
import { APP_KEPT_CHECK_MS } from "../../domain/values/limits.ts"

/** The page with which the service worker answers every navigation. */
const PAGE = "/index.html"

/**
 * Watches whether this browser still opens the app offline. Registers a service worker again that was unregistered
 * while the page is open. A worker without its files is useless, and browsers do not install it again when it is
 * registered again: this removes it and informs the person, and the next page that loads installs it with all files.
 * Looks when the page is shown again, when the network is back, and while the page is visible. A look that fails is
 * repeated then.
 */
export const watchKept = (register: () => Promise<unknown>): void => {
  let isGone = false
  let isLooking = false
  const look = async (): Promise<void> => {
    const registration = await navigator.serviceWorker.getRegistration("/")
    if (registration === undefined) return void (await register())
    const { active, installing } = registration
    if (active === null || installing !== null) return
    if ((await caches.match(PAGE, { ignoreSearch: true })) !== undefined) return
    isGone = true
    unkept.note("app", "deleted")
    await registration.unregister()
  }
  const lookWhenDue = (): void => {
    if (document.hidden || isGone || isLooking) return
    isLooking = true
    look()
      .catch(() => {})
      .finally(() => {
        isLooking = false
      })
  }
  lookWhenDue()
  document.addEventListener("visibilitychange", lookWhenDue)
  window.addEventListener("online", lookWhenDue)
  setInterval(lookWhenDue, APP_KEPT_CHECK_MS)
}
