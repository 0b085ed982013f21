import { Clock, Effect } from "effect"
import type { StoredEvent } from "../../domain/decider/event.ts"
import { exportLines, LOG_FORMAT, LOG_VERSION } from "../../domain/log/ndjson.ts"
import { makePseudonyms } from "../../domain/log/pseudonyms.ts"
import { foldModel } from "../../domain/model/folding.ts"
import { STATE_VERSION } from "../../domain/model/state.ts"
import { EventStore } from "../../domain/ports/eventStore.ts"
import { makeRunningHashes } from "./runningHash.ts"

/** Events read and written between two breaths of the main thread: well below 50 ms. */
const PAGE_EVENTS = 250
const MIME = "application/x-ndjson"

/** The whole log as a file, with pseudonyms (EVENT-5); secrets were never in it (AUTH-11). */
export const exportLog = Effect.fnUntraced(function* (app: string) {
  const store = yield* EventStore
  const last = yield* store.last
  const newHash = yield* Effect.promise(makeRunningHashes)
  const pseudonym = makePseudonyms()
  const page: StoredEvent[] = []
  const events = (function* () {
    for (let event = page.shift(); event !== undefined; event = page.shift()) yield pseudonym(event)
  })()
  const header = {
    format: LOG_FORMAT,
    version: LOG_VERSION,
    stateVersion: STATE_VERSION,
    exportedAt: yield* Clock.currentTimeMillis,
    app,
    pseudonyms: true,
  } as const
  const lines = exportLines(header, events, foldModel(), newHash)
  const parts: string[] = []
  for (let from = 1; from <= last; from += PAGE_EVENTS) {
    const to = Math.min(last, from + PAGE_EVENTS - 1)
    page.push(...(yield* store.range(from, to)))
    // The generator is asked for what this page holds and no more, so that it never sees the end too early.
    for (let line = lines.next(); !line.done; line = lines.next()) {
      parts.push(line.value)
      if (page.length === 0 && to < last) break
    }
    yield* Effect.yieldNow
  }
  if (last === 0) parts.push(...lines)
  return new Blob(parts, { type: MIME })
})

/** Hands a file to the person. */
export const download = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file)
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
