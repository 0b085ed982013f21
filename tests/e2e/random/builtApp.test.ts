import { expect, test } from "vitest"
import { runOutside } from "../../../emulator/outside/run.ts"
import { freshBase } from "../../simulator/freshSeeds.ts"

/** About a second each: a long run is `npm run simulate -- --browser`. */
const STEPS = 12

test("[SIM-1][OFFLINE-1][OFFLINE-4] after random actions, faults, kills, tabs and accounts cloud, log and panel agree", async () => {
  const story: string[] = []
  const { acknowledged, complaints } = await runOutside({
    seed: freshBase(),
    steps: STEPS,
    isBuilt: true,
    say: (line) => story.push(line),
  })
  expect(complaints, story.join("\n")).toEqual([])
  expect(acknowledged).toBeGreaterThan(0)
})
