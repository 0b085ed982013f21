import { agrees, BARE_LINES_UP_TO_STATE } from "./lineSum.ts"
import type { LineParts } from "./lines.ts"
import type { LogProblem, LooseLines } from "./reader.ts"
import { isBlank, type Resaving, resavedLine } from "./resaved.ts"

/**
 * The number of lines after the range whose sums count too, because a single line without a sum may be an old
 * checkpoint.
 */
const LINES_AFTER = 2

const STATE_VERSION = /"stateVersion":\s*(\d+)/
/** Only this many UTF-16 units of the first line are searched, because that line may hold a whole state. */
const HEAD_UNITS = 4096

const ALTERED: Resaving = { fault: "altered", problem: "this line was altered" }

/** Finds the first altered line of a range. */
class Search {
  readonly #range: LooseLines
  #line = 0
  #previous = ""
  /** True when the file has sums: some line has one, or its release always wrote them. */
  #hasSums = false
  #unsummed: LogProblem | null = null
  /** The first line whose text shows that another program wrote it. */
  #resaved: LogProblem | null = null

  constructor(range: LooseLines) {
    this.#range = range
  }

  /** Returns true when no more lines are needed. */
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
    /*
     * A line that lost its sum looks like a checkpoint that never had one. If the sum moved to a line of its own, this
     * line shows it.
     */
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
 * The first altered line of a range, and how it was altered. Null when there is none or when that is unknown: no line
 * of the file so far has a checksum, and no text shows that another program wrote it. `parts` are those of the file,
 * read again.
 */
export const alteredLine = async (parts: LineParts, range: LooseLines): Promise<LogProblem | null> => {
  const search = new Search(range)
  for await (const { lines } of parts) for (const text of lines) if (search.take(text)) return search.found()
  return search.found()
}

/** Moves a problem to the line that was altered, where the lines show it; else it stays at the checkpoint. */
export const pointed = async (problem: LogProblem, parts: LineParts): Promise<LogProblem> => {
  const found = problem.loose === undefined ? null : await alteredLine(parts, problem.loose)
  const isKnown = found?.line === problem.line && (problem.fault !== ALTERED.fault || found.fault === ALTERED.fault)
  return found === null || isKnown ? problem : found
}
