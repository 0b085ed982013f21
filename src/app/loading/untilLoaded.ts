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
