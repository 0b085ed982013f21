import { Effect } from "effect"
import type { StoredEvent } from "../../domain/event/event.ts"
import { makeDexieStore } from "../storage/dexie.ts"
import { withLogWorker } from "./logFiles.ts"

/**
 * Folds the stored log in a worker and saves the snapshot, so that the page responds while a new release reads a long
 * log for the first time. `report` gets the share that was read. The page reads chunk by chunk, so that memory never
 * holds the whole log.
 */
export const refoldLog = (name: string, report: (share: number) => void): Promise<void> =>
  withLogWorker(new AbortController().signal, async (remote) => {
    const { store, close } = makeDexieStore({ name })
    try {
      const { base, aside, bounds } = store
      const [begins, kept, { first, last }] = await Effect.runPromise(Effect.all([base, aside, bounds]))
      await remote.refold(begins, kept)
      const fold = async (events: readonly StoredEvent[]) => {
        if (!(await remote.fold(events))) throw new Error("not all of these events are sound")
        report(((events.at(-1)?.seq ?? first) - first + 1) / (last - first + 1))
      }
      /* The next chunk is read while one is being folded. */
      let folding = Promise.resolve()
      const hand = (events: readonly StoredEvent[]) => {
        const before = folding
        folding = fold(events)
        folding.catch(() => {})
        return before
      }
      const reading = store.scan(first, last, (events) => Effect.tryPromise(() => hand(events)))
      await Effect.runPromise(Effect.ignore(reading))
      await folding.catch(() => {})
      const refolded = await remote.refolded()
      if (refolded === null) return
      const { readable, snapshot } = refolded
      if (readable.length > 0) await Effect.runPromise(store.putBack(readable))
      if (snapshot !== null) await Effect.runPromise(store.saveSnapshot(snapshot))
    } finally {
      close()
    }
  })
