import { SCAN_PROGRESS_MS } from "../limits.ts"
import type { ConnectedPage } from "../page/page.ts"
import type { Discovery } from "./discovery.ts"
import { expandTargets } from "./targets.ts"

/** The scan of one page. A new scan replaces the one before, and begins after the last message of that one. */
export interface PageScan {
  start(targets: readonly string[]): void
  cancel(): void
}

export const createPageScan = (page: ConnectedPage, discovery: Discovery): PageScan => {
  let current: AbortController | undefined
  let last = Promise.resolve()

  const run = async (texts: readonly string[], mine: AbortController): Promise<void> => {
    const targets = expandTargets(texts)
    if (typeof targets === "string") {
      page.fail(targets, "scan_network")
      return
    }
    const { total } = targets
    let reportedAt = Number.NEGATIVE_INFINITY
    const progress = (done: number): void => {
      const now = performance.now()
      if (now - reportedAt < SCAN_PROGRESS_MS) return
      reportedAt = now
      page.send({ type: "scan_progress", done, total })
    }
    progress(0)
    const done = await discovery.scan(targets, progress, AbortSignal.any([mine.signal, page.gone]))
    page.send({ type: "scan_progress", done, total, ended: true })
  }

  return {
    start: (targets) => {
      current?.abort()
      const mine = new AbortController()
      current = mine
      last = last.then(() => run(targets, mine))
    },
    cancel: () => current?.abort(),
  }
}
