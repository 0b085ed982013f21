import { existsSync, readFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { fileURLToPath } from "node:url"
import { describe, expect, test } from "vitest"
import { findOf } from "../../emulator/cli/plantedTests.ts"
import { plants } from "../../emulator/simulator/plants/all.ts"
import { planted } from "../../emulator/simulator/plants/plant.ts"
import { hunt } from "../../emulator/simulator/sweep/hunt.ts"

/** Long enough for a busy machine. */
const PATIENCE_MS = 120_000
/** Seeds within which each of `quick` must show. */
const SEEDS = 60

const pathOf = (file: string): string => fileURLToPath(new URL(`../../${file}`, import.meta.url))
const sourceOf = (file: string): string => readFileSync(pathOf(file), "utf8")

/**
 * One bug of each kind that is quick to find, and the first seed of its search: no change may blind the simulator to
 * these. `npm run simulate -- --planted` covers the rest.
 */
const quick = [
  ["resend-once", 1_001],
  ["epoch-stands", 1_004],
  ["wake-never-expires", 1_001],
  ["silence-as-done", 1_001],
  ["attempts-stand", 1_000],
  ["done-for-another", 1_029],
  ["storage-failure-untold", 1_019],
] as const

describe("planted bugs", () => {
  test("[SIM-2] each fits exactly one place of its file, changes it, and has a name of its own", () => {
    expect(new Set(plants.map(({ name }) => name)).size).toBe(plants.length)
    for (const plant of plants) {
      const source = sourceOf(plant.file)
      expect(planted(source, plant)).not.toBe(source)
    }
  })

  test("[SIM-2] each leaves a program that can be read: loading finds one that cannot, and it proves nothing", () => {
    for (const plant of plants) {
      const program = () => stripTypeScriptTypes(planted(sourceOf(plant.file), plant))
      expect(program, plant.name).not.toThrow()
    }
  })

  test("[SIM-2] the tests that one names are there, so that asking them proves something", () => {
    const named = new Set(plants.flatMap(({ tests = [] }) => tests))
    expect([...named].filter((file) => !existsSync(pathOf(file)))).toEqual([])
  })

  test("[SIM-2] one that fits nowhere or in two places is an error that names it", () => {
    const plant = { name: "tested", file: "a.ts", find: "x", replace: "y", why: "" }
    expect(planted("1 x 2", plant)).toBe("1 y 2")
    expect(() => planted("1 2", plant)).toThrow("plant tested: its text occurs 0 times in a.ts")
    expect(() => planted("x x", plant)).toThrow("plant tested: its text occurs 2 times in a.ts")
  })

  test("[SIM-2] a test finds one by its title, a file or an error outside any test; a run without tests finds nothing", () => {
    const [plant] = plants
    if (plant === undefined) throw new Error("there is no plant")
    const file = (message: string, status: string) => ({
      name: "a.test.ts",
      message,
      assertionResults: [{ status, title: "adds" }],
    })
    const found = (...testResults: readonly object[]) => findOf(plant, JSON.stringify({ testResults }))
    expect(found(file("", "passed"), file("", "failed"))).toContain(": adds")
    expect(found(file("no such export\nat a", "passed"))).toMatch(/: no such export$/)
    expect(found(file("", "passed"))).toBe("an error outside any test")
    expect(() => found()).toThrow(`plant ${plant.name} names tests that are not there`)
    expect(() => findOf(plant, "{}")).toThrow(`the tests of plant ${plant.name} left a report that cannot be read`)
  })

  test.each(quick)(
    "[SIM-2][SIM-4][OFFLINE-5][OFFLINE-7] the simulator finds %s",
    { timeout: PATIENCE_MS },
    async (name, first) => {
      const plant = plants.find((one) => one.name === name)
      if (plant === undefined) throw new Error(`there is no plant ${name}`)
      const found = await hunt(plant, { first, seeds: SEEDS, steps: 300, devices: 0 })
      expect(found).toMatchObject({ invariant: expect.any(Number), what: expect.any(String) })
      expect(found?.seeds).toBeLessThanOrEqual(SEEDS)
    },
  )
})
