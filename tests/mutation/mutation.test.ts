import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as fc from "fast-check"
import { describe, expect, onTestFinished, test } from "vitest"
import { planted } from "../../emulator/simulator/plants/plant.ts"
import { ROOT } from "../house/files.ts"
import { asPlant } from "./asPlant.ts"
import { judgeByCompiler } from "./compiler.ts"
import { equivalents } from "./equivalents.ts"
import { drawn, mutantsOf, nameOf } from "./mutants.ts"
import { shareOf } from "./share.ts"
import { judgeByTests } from "./unitTests.ts"

const SEEDS_MAX = 10_000
/** Short files with each kind of expression. */
const FILES = ["src/domain/outbox/schedule.ts", "src/domain/values/persistentMap.ts"]

/** StrykerJS copies the project and starts processes of its own. */
const STRYKER_TIMEOUT_MS = 120_000

const textOf = (file: string): string => readFileSync(join(ROOT, file), "utf8")

describe("generated mutants", () => {
  test("[SIM-4] each has a name of its own, and leaves a program that differs and can be read", async () => {
    const mutants = await mutantsOf(FILES)
    expect(new Set(mutants.map(nameOf)).size).toBe(mutants.length)
    for (const mutant of mutants) {
      const text = textOf(mutant.file)
      const changed = planted(text, asPlant(mutant))
      expect(changed, nameOf(mutant)).not.toBe(text)
      expect(() => stripTypeScriptTypes(changed), nameOf(mutant)).not.toThrow()
    }
  })

  test("[SIM-4] a seed draws the same ones again, each once, and every one can be drawn", async () => {
    const mutants = await mutantsOf(FILES)
    fc.assert(
      fc.property(fc.nat(SEEDS_MAX), fc.nat(mutants.length), (seed, sample) => {
        const sampled = drawn(mutants, sample, seed)
        expect(sampled).toEqual(drawn(mutants, sample, seed))
        expect(new Set(sampled).size).toBe(sample)
      }),
      { numRuns: 20 },
    )
    const seen = new Set(Array.from({ length: SEEDS_MAX }, (_, seed) => drawn(mutants, 1, seed)).flat())
    expect(seen.size).toBe(mutants.length)
  })

  test("[SIM-4] the Node tests that are asked alone find a constant that changed", {
    timeout: STRYKER_TIMEOUT_MS,
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "sightline-mutation-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const constant = (await mutantsOf(["src/domain/values/limits.ts"])).find(
      ({ replacement }) => replacement === "30 / MINUTE",
    )
    if (constant === undefined) throw new Error("limits.ts has no such constant any more")
    const verdicts = await judgeByTests([constant], folder, ["tests/domain/limits.test.ts"])
    expect([...verdicts]).toEqual([[nameOf(constant), "found"]])
  })

  test("[SIM-4] the compiler finds what does not compile, and lets pass what does", {
    timeout: STRYKER_TIMEOUT_MS,
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "sightline-mutation-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const [file = ""] = FILES.slice(1)
    // In a folder with the name of a root folder that is left out.
    const copied = "tests/screenshots/words.ts"
    const mutants = await mutantsOf([file])
    const unsafe = mutants.find(({ mutator }) => mutator === "OptionalChaining")
    const other = mutants.find(({ mutator }) => mutator === "EqualityOperator")
    if (unsafe === undefined || other === undefined) throw new Error(`${file} has no such mutants any more`)
    const errors = await judgeByCompiler([unsafe, other], folder, [file])
    expect([...errors]).toEqual([[nameOf(unsafe), expect.stringContaining(file)]])
    expect(existsSync(join(folder, copied))).toBe(true)
  })

  test("[SIM-4] those that change nothing fit their files, and say why", () => {
    for (const { file, find, replace, reason } of equivalents) {
      expect(reason.length, find).toBeGreaterThan(20)
      expect(() => planted(textOf(file), { name: "equivalent", file, find, replace, why: "" })).not.toThrow()
    }
  })

  test("[SIM-4] the interval holds its share, lies within 0 and 1, and narrows as the sample grows", () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), (found, missed) => {
        const sample = found + missed
        const { share, low, high } = shareOf(found, sample)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        if (sample === 0) return
        expect(low - 1e-9).toBeLessThanOrEqual(share)
        expect(high + 1e-9).toBeGreaterThanOrEqual(share)
        const more = shareOf(found * 4, sample * 4)
        expect(more.high - more.low).toBeLessThan(high - low)
      }),
    )
    // An example of the literature: 15 of 20, at 95 %.
    expect(shareOf(15, 20)).toMatchObject({ low: expect.closeTo(0.5313, 3), high: expect.closeTo(0.8881, 3) })
  })
})
