import { agrees, BARE_LINES_UP_TO_STATE } from "./lineSum.ts"
import type { LineParts } from "./lines.ts"
import type { LogProblem, LooseLines } from "./reader.ts"
import { isBlank, type Resaving, resavedLine } from "./resaved.ts"

/** So many lines after those that are looked at tell whether the file has sums at all: one may be an old checkpoint. */
const LINES_AFTER = 2

const STATE_VERSION = /"stateVersion":\s*(\d+)/
/** The first line may hold a whole state. */
const HEAD_UNITS = 4096

const ALTERED: Resaving = { fault: "altered", problem: "this line was altered" }

/** Finds the first line of a range that is not as it was written. */
class Search {
  readonly #range: LooseLines
  #line = 0
  #previous = ""
  /** Whether the file has sums: some line has one, or the release that wrote it gave one to each. */
  #hasSums = false
  #unsummed: LogProblem | null = null
  /** The first line whose text shows that another program wrote it. */
  #resaved: LogProblem | null = null

  constructor(range: LooseLines) {
    this.#range = range
  }

  /** True when no more lines are wanted. */
  take(text: string): boolean {
    this.#line += 1
    const { from, to } = this.#range
    const line = this.#line
    if (line === 1) this.#hasSums = Number(STATE_VERSION.exec(text.slice(0, HEAD_UNITS))?.[1]) > BARE_LINES_UP_TO_STATE
    if (agrees(text)) this.#hasSums = true
    else if (line >= from && line <= to) this.#note(text)
    this.#previous = text
    if (this.#hasSums && this.#unsummed !== null) return true
    return line >= to && (this.#hasSums || line === to + LINES_AFTER)
  }

  found(): LogProblem | null {
    return this.#hasSums ? this.#unsummed : this.#resaved
  }

  #note(text: string): void {
    const line = this.#line
    /* A line whose sum was torn from it looks like a checkpoint that never had one; the line after it shows that. */
    const isTorn = isBlank(text) && text !== "" && !agrees(this.#previous)
    this.#unsummed ??= isTorn
      ? { line: line - 1, ...(resavedLine(this.#previous, false) ?? ALTERED) }
      : { line, ...(resavedLine(text, true) ?? ALTERED) }
    if (this.#hasSums || this.#resaved !== null) return
    const resaving = resavedLine(text, false)
    if (resaving !== null) this.#resaved = { line, ...resaving }
  }
}

/**
 * The first of some lines that is not as it was written, and how. Null when there is none, and when that is unknown:
 * neither they, nor the first line of the file, nor those that follow have checksums, and no text shows that another program
 * wrote it. `parts` are those of the file, read again.
 */
export const alteredLine = async (parts: LineParts, range: LooseLines): Promise<LogProblem | null> => {
  const search = new Search(range)
  for await (const { lines } of parts) for (const text of lines) if (search.take(text)) return search.found()
  return search.found()
}

/** The problem of a file with the line that was altered, where its lines tell; else with that of the checkpoint. */
export const pointed = async (problem: LogProblem, parts: LineParts): Promise<LogProblem> => {
  const found = problem.loose === undefined ? null : await alteredLine(parts, problem.loose)
  const isKnown = found?.line === problem.line && (problem.fault !== ALTERED.fault || found.fault === ALTERED.fault)
  return found === null || isKnown ? problem : found
}
