import * as fc from "fast-check"
import { expect, test } from "vitest"
import { refusalIn, refusalText, type ServerProblem } from "../../src/domain/wire/rfb/refusals.ts"

const problems: readonly ServerProblem[] = [
  "unreachable",
  "silent",
  "no-vnc",
  "security",
  "password",
  "refused",
  "key-changed",
  "not-near",
  "plain",
]

test("[AGENT-3] each problem of a VNC server has words of its own on the page, whatever its sentence", () => {
  const ends = problems.map((problem) => refusalIn(refusalText(problem, "The server said: [password] [x]")))
  expect(new Set(ends).size).toBe(problems.length)
  expect(ends.filter((end) => !end.startsWith("vnc"))).toEqual([])
})

test("[AGENT-3][SCREEN-3] any other server that refuses is said to refuse", () => {
  for (const text of ["", "Too many security failures", "no [vnc]", "[constructor]", "[password] wrong", "[no-vnc"])
    expect(refusalIn(text)).toBe("refused")
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(refusalIn(`${text}.`)).toBe("refused")
    }),
  )
})
