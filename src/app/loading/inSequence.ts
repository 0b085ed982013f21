/** How long until what could not be fetched is asked for again, ms. */
const AGAIN_MS = 1_000
/** Failures in a row that are worth no word, because it often comes with the next try. */
const SILENT_FAILURES = 1

/**
 * Fetches what nothing can be shown without. While it does not arrive, `index.html` says so, with a way out, as
 * it does for scripts that `first-paint.js` waits for.
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

/** Ends the task, so that what waits for the page, a key or a paint, comes before the rest. */
export const afterThis = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** The scripts that the build names in the page for a part of the app; none while developing. */
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
 * Fetches the scripts of a part at once and runs each in a task of its own: all of them in a single task would keep a slow
 * phone from answering. One that cannot be fetched is left to the code that needs it, which reports it.
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
