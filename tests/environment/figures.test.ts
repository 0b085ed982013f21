import { expect, test } from "vitest"
import { atLeast, atMost, lineOf } from "../../emulator/bench/figures.ts"

test.each([
  [atMost("met", 5, 10, "ms"), true],
  [atMost("exactly met", 10, 10, "ms"), true],
  [atMost("too much", 11, 10, "ms"), false],
  [atLeast("enough", 11, 10), true],
  [atLeast("nothing", 0, 10), false],
  [atMost("not measured", Number.NaN, 10, "ms"), false],
])("a figure is met or missed, and its line says so: %o", (figure, isMet) => {
  expect([figure.ratio <= 1, !lineOf(figure).endsWith("missed")]).toEqual([isMet, isMet])
})

test("a figure without samples has no ratio", () => {
  expect(lineOf(atMost("key to pixel", Number.NaN, 1.3, ""))).toBe(
    `${"key to pixel".padEnd(44)}   no samples   aim 1.3       missed`,
  )
  expect(lineOf(atLeast("frames", Number.NaN, 1))).not.toMatch(/NaN|ratio/)
})
