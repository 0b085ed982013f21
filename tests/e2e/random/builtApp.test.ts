import { test } from "vitest"
import { PATIENCE_MS, tryOut } from "../../commands/start.ts"
import { freshBase } from "../../simulator/freshSeeds.ts"

/** About a second each. Long runs have more steps. */
const STEPS = "12"
const COMMAND = ["npm", "run", "simulate", "--", "--browser", "--no-build", "--seeds", "1", "--steps", STEPS]

test(
  "[SIM-1][OFFLINE-1][OFFLINE-4][HOUSE-4] after random actions, faults, kills, tabs and accounts cloud, log and panel agree",
  { timeout: PATIENCE_MS },
  () =>
    tryOut({
      documented: /^npm run simulate -- --browser$/,
      words: [...COMMAND, "--seed", String(freshBase())],
      ends: "alone",
      shows: /^seed \d+: [1-9]\d* actions acknowledged/m,
    }),
)
