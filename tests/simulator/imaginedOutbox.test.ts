import { expect, test } from "vitest"
import { days } from "../../emulator/simulator/calm/days.ts"
import { guarded } from "../../emulator/simulator/guard.ts"
import { lives } from "../../emulator/simulator/imagined/lives.ts"
import { sending } from "../../emulator/simulator/imagined/sending.ts"
import { stores } from "../../emulator/simulator/imagined/stores.ts"
import { Prng } from "../../emulator/simulator/prng.ts"

/** Of what every seed imagines; what takes longer is imagined by fewer. */
const HISTORIES = 25

test.each([sending, lives, stores, days])(
  "[SIM-2] histories of $name alone keep its rules, the same ones again each time",
  ({ name, every, imagine }) => {
    const told = (seed: number): string => {
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
    for (let seed = 1; seed <= HISTORIES / every + 1; seed += 1) expect(told(seed)).not.toBe("")
    expect(told(1)).toBe(told(1))
  },
)
