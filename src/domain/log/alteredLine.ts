import { agrees } from "./lineSum.ts"
import type { LogProblem, LooseLines } from "./reader.ts"

type Parts = AsyncIterable<Iterable<string>>

/**
 * The first of some lines that is not as it was written, from 1; null when there is none, and when nobody can tell,
 * because neither they nor the first line of the file have sums. `parts` are those of the file, read anew.
 */
export const alteredLine = async (parts: Parts, { from, to }: LooseLines): Promise<number | null> => {
  let [line, altered, hasSums] = [0, 0, false]
  const look = (text: string): void => {
    if (line > 1 && line < from) return
    if (agrees(text)) hasSums = true
    else if (line >= from && altered === 0) altered = line
  }
  for await (const lines of parts) {
    for (const text of lines) {
      line += 1
      look(text)
      if (line === to) return hasSums && altered > 0 ? altered : null
    }
  }
  return null
}

/** The problem of a file with the line that was altered, where its lines tell; else with that of the checkpoint. */
export const pointed = async (problem: LogProblem, parts: Parts): Promise<LogProblem> => {
  const line = problem.loose === undefined ? null : await alteredLine(parts, problem.loose)
  return line === null || line === problem.line ? problem : { line, fault: "altered", problem: LINE_ALTERED }
}

export const LINE_ALTERED = "this line was altered"
