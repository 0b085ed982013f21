import { unkept } from "../../adapters/browser/unkept.ts"
import { APP_KEPT_CHECK_MS } from "../../domain/values/limits.ts"

/** The page that the service worker answers every navigation with. */
const PAGE = "/index.html"

/**
 * Whether this browser still opens the app offline. A service worker that was unregistered while the page is open is registered
 * again. A worker without its files is of no use, and browsers that register it again do not install it again: it goes, the
 * person is informed, and the next page that loads installs it with all files. Looks when the page is shown again, when the
 * network is back, and while it is visible; a look that fails is repeated then.
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
