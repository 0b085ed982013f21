import { runFirmwareSeed } from "../simulator/firmware/run.ts"
import type { Plant } from "../simulator/plants/plant.ts"
import { Counts } from "../simulator/sweep/counts.ts"
import { invariants, type Violation } from "../simulator/violation.ts"
import { EXIT_FAILED } from "./flags.ts"

/**
 * `npm run simulate -- --firmware`: updates and campaigns on virtual time, one seed after the other, up to the first
 * failure.
 */

export interface AskedUpdates {
  readonly first: number
  readonly seeds: number
  readonly plant: Plant | undefined
  readonly json: boolean
}

interface Failed {
  readonly seed: number
  readonly invariant: number
  readonly what: string
  readonly repeat: string
  /** The log up to the failure, one event a line. */
  readonly story: readonly string[]
}

const failedOf = (seed: number, { invariant, message }: Violation, log: string, plant: Plant | undefined): Failed => ({
  seed,
  invariant,
  what: message,
  repeat: `npm run simulate -- --firmware --seed ${seed}${plant === undefined ? "" : ` --plant ${plant.name}`}`,
  story: log.split("\n"),
})

const run = ({ first, seeds, plant }: AskedUpdates) => {
  const counts = new Counts()
  for (let seed = first; seed < first + seeds; seed += 1) {
    const { violation, counts: own, log } = runFirmwareSeed(seed)
    counts.addAll(own.sorted())
    if (violation !== undefined) return { counts, failed: failedOf(seed, violation, log, plant) }
  }
  return { counts, failed: undefined }
}

export const reportUpdates = (asked: AskedUpdates): void => {
  const startedAt = performance.now()
  const { counts, failed } = run(asked)
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10
  if (failed !== undefined) process.exitCode = EXIT_FAILED
  if (asked.json) {
    const all = Object.fromEntries(counts.sorted())
    console.log(JSON.stringify({ ok: failed === undefined, seeds: asked.seeds, seconds, counts: all, failed }))
    return
  }
  for (const [name, times] of counts.sorted()) console.log(`${String(times).padStart(9)}  ${name}`)
  if (failed === undefined) {
    console.log(`${asked.seeds} seeds of updates clean in ${seconds} s`)
    return
  }
  for (const line of failed.story) console.log(line)
  console.log(
    `seed ${failed.seed} violates invariant ${failed.invariant} (${invariants[failed.invariant] ?? ""}): ${failed.what}`,
  )
  console.log(`repeat: ${failed.repeat}`)
}
