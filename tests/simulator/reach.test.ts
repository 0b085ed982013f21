import { expect, test } from "vitest"
import type { Plant } from "../../emulator/simulator/plants/plant.ts"
import { placeOf } from "../../emulator/simulator/plants/reach.ts"
import { reachingOf } from "../../emulator/simulator/plants/reaching.ts"
import { hunt } from "../../emulator/simulator/sweep/hunt.ts"

/** Long enough for a machine that does other things. */
const PATIENCE_MS = 120_000
const seeds = { first: 1, seeds: 6, steps: 300, devices: 0 }

/** A seed that runs this fails. Only some seeds put a tag on a device that has none. */
const deadly: Plant = {
  name: "tested",
  file: "src/domain/features/tags/feature.ts",
  find: "const fresh = changed.filter",
  replace: "throw new Error('here'); const fresh = changed.filter",
  why: "no device can be tagged",
}
const loaded: Plant = {
  name: "tested while loading",
  file: "src/domain/outbox/decide.ts",
  find: "const givesWay =",
  replace: "const  givesWay =",
  why: "",
}

test("[SIM-2] a place is what a bug changes, and what stands around something that is put in", () => {
  const bug = { name: "tested", file: "src/a.ts", why: "" }
  expect(placeOf("a && b || c", { ...bug, find: "&& b ", replace: "" })).toMatchObject({ from: 1, to: 8 })
  expect(placeOf("return a", { ...bug, find: "return a", replace: "return !a" })).toMatchObject({ from: 6, to: 8 })
})

test("[SIM-2] only a seed that comes to a bug shows it: the others before are clean with it", {
  timeout: PATIENCE_MS,
}, async () => {
  const [coming = [], all = []] = await reachingOf([deadly, loaded], seeds)
  expect(all).toHaveLength(seeds.seeds)
  expect(coming.length).toBeGreaterThan(0)
  expect(coming.length).toBeLessThan(seeds.seeds)
  const found = await hunt(deadly, seeds)
  expect(found?.seed).toBeGreaterThan(seeds.first)
  expect(coming).toContain(found?.seed)
})
