import { agrees } from "./lineSum.ts"
import type { LineParts } from "./lines.ts"
import type { LogProblem, LooseLines } from "./reader.ts"

/** So many lines after those that are looked at tell whether the file has sums at all: one may be an old checkpoint. */
const LINES_AFTER = 2

/** What is left of a line whose sum was torn from it; the line itself then looks like a checkpoint that never had one. */
const BLANK = /^[ \t]+$/

/**
 * The first of some lines that is not as it was written, from 1; null when there is none, and when nobody can tell,
 * because neither they, nor the first line of the file, nor those that follow have sums. `parts` are those of the file, read anew.
 */
export const alteredLine = async (parts: LineParts, { from, to }: LooseLines): Promise<number | null> => {
  let [line, altered, hasSums] = [0, 0, false]
  const look = (text: string): void => {
    if (line > 1 && line < from) return
    if (agrees(text)) hasSums = true
    else if (line >= from && line <= to && altered === 0) altered = BLANK.test(text) ? line - 1 : line
  }
  const outcome = () => (hasSums && altered > 0 ? altered : null)
  for await (const { lines } of parts) {
    for (const text of lines) {
      line += 1
      look(text)
      if (line >= to && (hasSums || line === to + LINES_AFTER)) return outcome()
    }
  }
  return outcome()
}

/** The problem of a file with the line that was altered, where its lines tell; else with that of the checkpoint. */
export const pointed = async (problem: LogProblem, parts: LineParts): Promise<LogProblem> => {
  const line = problem.loose === undefined ? null : await alteredLine(parts, problem.loose)
  return line === null || line === problem.line ? problem : { line, fault: "altered", problem: LINE_ALTERED }
}

export const LINE_ALTERED = "this line was altered"
