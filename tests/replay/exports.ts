import { createHash } from "node:crypto"
import type { StoredEvent } from "../../src/domain/event/event.ts"
import { summed } from "../../src/domain/log/lineSum.ts"
import { exportLines, LOG_FORMAT, LOG_VERSION, type LogHeader, type RunningHash } from "../../src/domain/log/ndjson.ts"
import { readLog } from "../../src/domain/log/reader.ts"
import { foldModel } from "../../src/domain/product/folding.ts"
import { makePseudonyms } from "../../src/domain/product/pseudonyms.ts"
import { STATE_VERSION } from "../../src/domain/product/state.ts"

export const newHash = (): RunningHash => {
  const hash = createHash("sha256")
  return {
    update: (text) => {
      hash.update(text)
    },
    digest: () => hash.copy().digest("hex"),
  }
}

export const HEADER: LogHeader = {
  format: LOG_FORMAT,
  version: LOG_VERSION,
  stateVersion: STATE_VERSION,
  exportedAt: 1_790_000_000_000,
  app: "0.1.0",
  pseudonyms: false,
}

/** The exported file of these events. */
export const exported = (events: readonly StoredEvent[], pseudonyms = false): string => {
  const exported = pseudonyms ? events.map(makePseudonyms()) : events
  return [...exportLines({ ...HEADER, pseudonyms }, exported, foldModel(), newHash)].join("")
}

/** A changed file, with new sums and hashes for its content. */
export const resealed = (text: string, seal: (line: string) => string = summed): string => {
  const hash = newHash()
  const lines = text.split("\n").flatMap((written) => {
    const line = written.trimEnd()
    if (line === "") return []
    const value: object = JSON.parse(line)
    const sealed = seal("checkpoint" in value ? JSON.stringify({ ...value, events: hash.digest() }) : line)
    hash.update(`${sealed}\n`)
    return [`${sealed}\n`]
  })
  return lines.join("")
}

/** The same file as from a release without sums. */
export const withoutSums = (text: string): string => resealed(text, (line) => line)

/** The result of reading a file's text: its summary and state, or the line and the problem. */
export const reread = (text: string, at?: number) => {
  const folding = foldModel()
  const lines = text.split("\n")
  const unfinished = lines.pop()
  if (unfinished !== "") return { ok: false as const, line: lines.length + 1, problem: "the last line has no end" }
  const options = { newHash, folding, stateVersion: STATE_VERSION, ...(at !== undefined && { at }) }
  const read = readLog(lines, options)
  return read.ok
    ? { ok: true as const, log: read.value, state: folding.state() }
    : { ok: false as const, ...read.reason }
}
