import { createHash } from "node:crypto"
import type { StoredEvent } from "../../../src/domain/event/event.ts"
import { alteredLine, pointed } from "../../../src/domain/log/alteredLine.ts"
import type { RunningHash } from "../../../src/domain/log/ndjson.ts"
import { type ReadLog, readLogFrom } from "../../../src/domain/log/reader.ts"
import { foldModel } from "../../../src/domain/product/folding.ts"
import { STATE_VERSION, type State } from "../../../src/domain/product/state.ts"
import { BadLog, readLineParts } from "../logFile.ts"

const newHash = (): RunningHash => {
  const hash = createHash("sha256")
  return {
    update: (text) => {
      hash.update(text)
    },
    digest: () => hash.copy().digest("hex"),
  }
}

export interface FoldedFile {
  readonly log: ReadLog
  readonly state: State
}

/**
 * Folds a file up to the event `at`, or whole. Throws `BadLog` when it is no export. Calls `heard` with each event
 * before folding it.
 */
export const foldFile = async (
  file: string,
  at?: number,
  onEvent?: (event: StoredEvent) => void,
): Promise<FoldedFile> => {
  const folding = foldModel()
  const listening =
    onEvent === undefined
      ? folding
      : {
          ...folding,
          add: (event: StoredEvent) => {
            onEvent(event)
            folding.add(event)
          },
        }
  const options = { newHash, folding: listening, stateVersion: STATE_VERSION, ...(at !== undefined && { at }) }
  const read = await readLogFrom(readLineParts(file), options)
  if (!read.ok) {
    const { line, problem } = await pointed(read.reason, readLineParts(file))
    throw new BadLog(file, line, problem)
  }
  const { loose } = read.value
  const altered = loose === null ? null : await alteredLine(readLineParts(file), loose)
  if (altered !== null) throw new BadLog(file, altered.line, altered.problem)
  return { log: read.value, state: folding.state() }
}
