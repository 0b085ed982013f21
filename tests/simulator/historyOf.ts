import { guarded } from "../../emulator/simulator/guard.ts"
import type { Part } from "../../emulator/simulator/imagined/part.ts"
import { Prng } from "../../emulator/simulator/prng.ts"

/** What a part tells of the history that it imagines by a seed, none of its moves left out; throws when a rule is broken. */
export const historyOf = ({ name, imagine }: Part, seed: number): string => {
  const dice = new Prng(seed, name)
  const lines: string[] = []
  let moves = 0
  const next = () => {
    moves += 1
    return dice.stream(`${name}.${moves}`)
  }
  guarded(() => imagine({ dice, next, tell: (line) => lines.push(line()) }))
  return lines.join("\n")
}
