/**
 * The first fresh seed of a test run: different each day and in each run of a build server, and the same when
 * SIMULATOR_BASE names it.
 */

const DAY_MS = 86_400_000
/** Room for the seeds of one run. */
const SEEDS_A_RUN = 10_000
/** Run numbers and days below this give seeds that a number represents exactly. */
const RUNS_MAX = 100_000_000_000

const runNumber = (environment: NodeJS.ProcessEnv, now: number): number => {
  const run = Number(environment.GITHUB_RUN_ID ?? environment.CI_PIPELINE_ID ?? environment.BUILD_NUMBER)
  return Number.isSafeInteger(run) && run > 0 ? run % RUNS_MAX : Math.floor(now / DAY_MS)
}

export const freshBase = (environment: NodeJS.ProcessEnv = process.env, now: number = Date.now()): number => {
  const named = Number(environment.SIMULATOR_BASE)
  if (Number.isSafeInteger(named) && named > 0) return named
  return runNumber(environment, now) * SEEDS_A_RUN
}
