import { NEW_VERSION_MS } from "../../domain/values/limits.ts"

/**
 * Browsers look for a new version when a page loads. A tab that stays open for weeks has to ask: when a person comes back
 * to it, when the network does, and while it is watched, but never more often than `NEW_VERSION_MS`. Loading the
 * page was a request, too. A hidden tab waits until it is visible, and a request that fails is not reported.
 */
export const keepAsking = (ask: () => Promise<unknown>): void => {
  let askedAt = Date.now()
  const askWhenDue = (): void => {
    if (document.hidden || !navigator.onLine) return
    const age = Date.now() - askedAt
    /* A clock that was set back must not silence a tab. */
    if (age >= 0 && age < NEW_VERSION_MS) return
    askedAt = Date.now()
    ask().catch(() => undefined)
  }
  document.addEventListener("visibilitychange", askWhenDue)
  window.addEventListener("online", askWhenDue)
  setInterval(askWhenDue, NEW_VERSION_MS)
}
