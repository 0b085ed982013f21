/** The wait before another attempt to fetch, ms. */
const AGAIN_MS = 1_000
/** The number of failures in a row without a notice, because the next attempt often succeeds. */
const SILENT_FAILURES = 1

/**
 * Fetches the code without which nothing can be shown. While it does not arrive, `index.html` shows a notice with a way
 * out, as it does for the scripts that `first-paint.js` waits for.
 */
export const untilLoaded = async (load: () => Promise<void>): Promise<void> => {
  const note = document.getElementById("not-loaded")
  for (let failures = 0; ; failures += 1) {
    note?.toggleAttribute("hidden", failures <= SILENT_FAILURES)
    try {
      await load()
      note?.remove()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
  }
}

/** The longest wait for an idle page, ms: later work must run all the same. */
const QUIET_WITHIN_MS = 3_000
/** The wait where a browser does not report idleness (Safari), ms: long enough to draw the first screen. */
const SOON_MS = 200

/** Resolves when the page is idle: for work that is not urgent. */
export const quiet = (): Promise<void> =>
  new Promise((resolve) => {
    /* A hidden page has no idle callbacks for a long time, and no person to disturb. */
    if (document.hidden) resolve()
    else if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: QUIET_WITHIN_MS })
    else setTimeout(resolve, SOON_MS)
  })

/** Ends the task, so that a key or a paint that waits for the page comes first. */
export const afterThis = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** The scripts of a part of the app, as the build names them in the page; none during development. */
const scriptsOf = (part: string): readonly string[] => {
  const named = document.querySelector<HTMLScriptElement>("script[data-files]")?.dataset.files
  const files: unknown = named === undefined ? undefined : JSON.parse(named)[part]
  return Array.isArray(files) ? files.filter((file) => typeof file === "string" && file.endsWith(".js")) : []
}

const fetchAhead = (href: string): void =>
  document.head.append(
    Object.assign(document.createElement("link"), { rel: "modulepreload", crossOrigin: "anonymous", href }),
  )

/**
 * Fetches all scripts of a part at once and runs each in a task of its own. In a single task they would keep a slow
 * phone from responding. A script that cannot be fetched is left to the code that needs it, which reports the failure.
 */
export const runInTurn = async (part: string): Promise<void> => {
  const scripts = scriptsOf(part)
  scripts.forEach(fetchAhead)
  for (const file of scripts) {
    try {
      await import(/* @vite-ignore */ file)
    } catch {
      return
    }
    await afterThis()
  }
}

let overlays: Promise<void> | undefined

/** Loads the overlays of every page after the first screen, once for all callers. */
export const overlaysAhead = (): Promise<void> => {
  overlays ??= quiet().then(() => runInTurn("overlays"))
  return overlays
}
