import { afterThis } from "./afterThis.ts"
import { quiet } from "./quiet.ts"

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

/** What may stand over every page comes after the first screen, once for all who wait for it. */
export const overlaysAhead = (): Promise<void> => {
  overlays ??= quiet().then(() => runInTurn("overlays"))
  return overlays
}
