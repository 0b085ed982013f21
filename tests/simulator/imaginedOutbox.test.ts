import { expect, test } from "vitest"
import { days } from "../../emulator/simulator/calm/days.ts"
import { lives } from "../../emulator/simulator/imagined/lives.ts"
import { sending } from "../../emulator/simulator/imagined/sending.ts"
import { historyOf } from "./historyOf.ts"

/** Of what every seed imagines; what takes longer is imagined by fewer. */
const HISTORIES = 25

test.each([sending, lives, days])(
  "[SIM-2] histories of $name alone keep its rules, the same ones again each time",
  (part) => {
    for (let seed = 1; seed <= HISTORIES / part.every + 1; seed += 1) expect(historyOf(part, seed)).not.toBe("")
    expect(historyOf(part, 1)).toBe(historyOf(part, 1))
  },
)
