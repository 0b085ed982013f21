import { NEW_VERSION_MS } from "../../domain/values/limits.ts"

/**
 * Browsers look for a new version when a page loads. A tab that stays open for weeks has to ask: when a person comes
 * back to it, while it is visible, and when the network is back after a request that failed. Except in the last case it
 * asks at most every `NEW_VERSION_MS`; loading the page counts as a request. A hidden tab waits until it is visible.
 * The system's report of the network is only a hint: it prevents no request, and a failed request is not reported.
 */
export const keepAsking = (ask: () => Promise<unknown>): void => {
  let askedAt = Date.now()
  let hasFailed = false
  const askWhenDue = (event?: Event): void => {
    if (document.hidden) return
    const age = Date.now() - askedAt
    const isBack = hasFailed && event?.type === "online"
    /* A clock that was set back must not silence a tab. */
    if (!isBack && age >= 0 && age < NEW_VERSION_MS) return
    askedAt = Date.now()
    hasFailed = false
    ask().catch(() => {
      hasFailed = true
    })
  }
  document.addEventListener("visibilitychange", askWhenDue)
  window.addEventListener("online", askWhenDue)
  setInterval(() => askWhenDue(), NEW_VERSION_MS)
}
