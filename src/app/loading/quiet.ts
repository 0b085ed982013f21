/** Longest wait for a quiet moment, ms: what comes later must come all the same. */
const QUIET_WITHIN_MS = 3_000
/** Where a browser cannot tell (Safari): long enough for the first screen to be drawn, ms. */
const SOON_MS = 200

/** Resolves when the page is idle: for work that is not urgent. */
export const quiet = (): Promise<void> =>
  new Promise((resolve) => {
    /* A hidden page has no idle callbacks for a long time, and no person to disturb. */
    if (document.hidden) resolve()
    else if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: QUIET_WITHIN_MS })
    else setTimeout(resolve, SOON_MS)
  })
