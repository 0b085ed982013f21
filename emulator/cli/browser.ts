import { runOutside } from "../outside/run.ts"
import { EXIT_FAILED } from "./flags.ts"

/** `npm run simulate -- --browser`: random steps in the built app in a real browser, one seed after the other. */

export interface AskedRuns {
  readonly first: number
  readonly seeds: number
  readonly steps: number
  readonly isBuilt: boolean
  readonly json: boolean
}

interface Run {
  readonly seed: number
  readonly acknowledged: number
  readonly done: Readonly<Record<string, number>>
  readonly complaints: readonly string[]
}

/**
 * A run in a real browser is not repeatable to the millisecond, so the command prints the whole story as it happens.
 */
const say = (line: string): void => console.error(line)

const summary = ({ seed, acknowledged, done }: Run): string => {
  const counts = Object.entries(done).map(([name, count]) => `${count} ${name}`)
  return `seed ${seed}: ${acknowledged} actions acknowledged (${counts.join(", ")})`
}

export const reportRuns = async ({ first, seeds, steps, isBuilt, json }: AskedRuns): Promise<void> => {
  const runs: Run[] = []
  for (let seed = first; seed < first + seeds; seed += 1) {
    const { done, ...rest } = await runOutside({ seed, steps, isBuilt: isBuilt || seed > first, say })
    const run: Run = { seed, ...rest, done: Object.fromEntries(done) }
    runs.push(run)
    if (!json) console.log(summary(run))
    if (run.complaints.length > 0) break
  }
  const failed = runs.find(({ complaints }) => complaints.length > 0)
  if (failed !== undefined) process.exitCode = EXIT_FAILED
  if (json) console.log(JSON.stringify({ ok: failed === undefined, runs }))
  else if (failed !== undefined) {
    for (const complaint of failed.complaints) console.log(complaint)
    console.log(`repeat: npm run simulate -- --browser --seed ${failed.seed} --steps ${steps}`)
  }
}
