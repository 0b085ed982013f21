import { Clock, Effect } from "effect"
import type { StoredEvent } from "../../domain/event/event.ts"
import { LOG_FORMAT, LOG_VERSION, LogWriter } from "../../domain/log/ndjson.ts"
import { makePseudonyms } from "../../domain/log/pseudonyms.ts"
import { standIn } from "../../domain/log/structure.ts"
import { EventStore } from "../../domain/ports/eventStore.ts"
import { registry } from "../../domain/product/events.ts"
import { foldModel } from "../../domain/product/folding.ts"
import { STATE_VERSION } from "../../domain/product/state.ts"
import { makeRunningHashes } from "../../workers/runningHash.ts"

const MIME = "application/x-ndjson"

/** The whole log as a file, with pseudonyms (EVENT-5); secrets were never in it (AUTH-11). */
export const exportLog = Effect.fnUntraced(function* (app: string) {
  const store = yield* EventStore
  const { first, last } = yield* store.bounds
  const newHash = yield* Effect.promise(makeRunningHashes)
  const header = {
    format: LOG_FORMAT,
    version: LOG_VERSION,
    stateVersion: STATE_VERSION,
    exportedAt: yield* Clock.currentTimeMillis,
    app,
    pseudonyms: true,
    // The state of a base names people, so the file begins without it.
    ...(first > 1 && { base: { seq: first - 1, state: null } }),
  } as const
  const pseudonym = makePseudonyms()
  const writer = new LogWriter(header, foldModel(), newHash)
  const parts = [writer.head]
  let isEnd = false
  yield* store.scan(first, last, (events) =>
    Effect.gen(function* () {
      for (const event of events) {
        const line = isEnd ? null : readable(event)
        isEnd ||= line === null
        if (line !== null) parts.push(writer.event(pseudonym(line)))
      }
      yield* Effect.yieldNow
    }),
  )
  parts.push(writer.end())
  return new Blob(parts, { type: MIME })
})

/**
 * What can be read is always exported: an event that cannot leaves a stand-in, and the file ends before the first of a
 * newer release (null).
 */
const readable = (event: StoredEvent): StoredEvent | null => {
  const read = registry.read(event)
  if (read.ok) return event
  return read.reason.kind === "newer" ? null : standIn(event.seq, read.reason.type, read.reason.problem)
}

/** Hands a file to the person. */
export const download = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file)
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
