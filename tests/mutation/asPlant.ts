import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Plant } from "../../emulator/simulator/plants/plant.ts"
import { ROOT } from "../house/files.ts"
import { type Mutant, nameOf } from "./mutants.ts"

/** A generated mutant as a replacement of text, which is the simulator's form of a bug. */

/** Offset of a position in the text. */
const offsetOf = (text: string, { line, column }: Mutant["start"]): number => {
  let at = 0
  for (let passed = 1; passed < line; passed += 1) at = text.indexOf("\n", at) + 1
  return at + column
}

/** The replacement may bind less tightly than the text around it. */
const LOOSE: ReadonlySet<string> = new Set(["ArithmeticOperator", "LogicalOperator"])
/** A line that begins a statement: a bracket at its start would call the line before. */
const BEGINS = /(?<![=(,[?:&|!+\-*/%<>{]\s*)\n\s*$/

const bracketed = ({ mutator, replacement }: Mutant, before: string): string => {
  if (!LOOSE.has(mutator) && !replacement.startsWith("yield")) return replacement
  return BEGINS.test(before) ? `;(${replacement})` : `(${replacement})`
}

/** Widens the text by whole lines until it occurs once in its file. */
export const asPlant = (mutant: Mutant): Plant => {
  const text = readFileSync(join(ROOT, mutant.file), "utf8")
  const start = offsetOf(text, mutant.start)
  const end = offsetOf(text, mutant.end)
  const changed = bracketed(mutant, text.slice(0, start))
  let [from, to] = [start, end]
  const isOnlyOnce = () => text.indexOf(text.slice(from, to)) === text.lastIndexOf(text.slice(from, to))
  while (from === to || !isOnlyOnce()) {
    from = text.lastIndexOf("\n", Math.max(0, from - 2)) + 1
    const next = text.indexOf("\n", to)
    to = next < 0 ? text.length : next + 1
  }
  return {
    name: nameOf(mutant),
    file: mutant.file,
    find: text.slice(from, to),
    replace: `${text.slice(from, start)}${changed}${text.slice(end, to)}`,
    why: mutant.mutator,
  }
}
