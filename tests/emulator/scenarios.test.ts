import { afterEach, beforeEach, expect, test, vi } from "vitest"
import * as api from "../../emulator/console/api.ts"
import { saveScenario } from "../../emulator/console/scenarios.ts"

/** The console's stored steps. */

const KEY = "emulator.scenarios"
const STEPS_MAX = 200
const KEPT_MAX = 50

const kept = new Map<string, string>()
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
}

beforeEach(async () => {
  vi.stubGlobal("fetch", async () => Response.json({}))
  vi.stubGlobal("localStorage", storage)
  await api.startOver()
})
afterEach(() => {
  vi.unstubAllGlobals()
  kept.clear()
})

const stepsOf = (name: string): number =>
  JSON.parse(kept.get(KEY) ?? "[]").find((one: { readonly name: string }) => one.name === name)?.steps.length ?? 0

test("[EMU-6] a scenario that is longer than one may be says how much of it is kept", async () => {
  for (let step = 0; step < STEPS_MAX; step += 1) await api.advance(1)
  expect(saveScenario("Whole")).toBe("Whole saved.")
  await api.advance(1)
  expect(saveScenario("Long")).toBe("Long saved with its first 200 steps. 1 more is not in it.")
  expect([stepsOf("Whole"), stepsOf("Long")]).toEqual([STEPS_MAX, STEPS_MAX])
  await api.startOver()
  expect(saveScenario("Nothing")).toBe("There is nothing to save yet.")
})

test("[EMU-6] a scenario is not saved in place of another one, or where there is no room, without a word", async () => {
  await api.advance(1)
  for (let one = 0; one < KEPT_MAX; one += 1) expect(saveScenario(`Number ${one}`)).toBe(`Number ${one} saved.`)
  expect(saveScenario("One more")).toBe("There are 50 scenarios already. Delete one first.")
  expect(saveScenario("Number 0")).toBe("Number 0 saved.")
  expect(stepsOf("Number 1")).toBe(1)
  vi.stubGlobal("localStorage", {
    ...storage,
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError")
    },
  })
  expect(saveScenario("Number 0")).toBe("Number 0 was not saved: this browser has no room for it.")
})
