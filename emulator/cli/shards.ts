import { Schema } from "effect"
import type { Plant } from "../simulator/plants/plant.ts"
import { Counts } from "../simulator/sweep/counts.ts"
import { sweepOnAllCores } from "../simulator/sweep/crew.ts"
import { failureOf } from "../simulator/sweep/failure.ts"
import { BadUse, EXIT_FAILED } from "./flags.ts"

/**
 * `npm run simulate -- --shard I/N`: one of N parts of a sweep, for a separate machine. It prints its findings as
 * NDJSON.
 */

/** More failures than this are not about seeds: something is broken for all. */
const FAILURES_MAX = 10
const SHARDS_MAX = 10_000

export interface Shard {
  /** The number of this shard, from 1. */
  readonly shard: number
  readonly of: number
}

export const readShard = (text: string): Shard => {
  const [, shard = "0", of = "0"] = /^([1-9]\d{0,4})\/([1-9]\d{0,4})$/.exec(text) ?? []
  const read = { shard: Number(shard), of: Number(of) }
  if (read.shard < 1 || read.shard > read.of || read.of > SHARDS_MAX)
    throw new BadUse(`--shard takes I/N, from 1/1 to ${SHARDS_MAX}/${SHARDS_MAX}, not "${text}"`)
  return read
}

interface Seeds {
  readonly first: number
  readonly seeds: number
}

/** The shards split the seeds in order, each seed once. Their sizes differ by one at most. */
export const seedsOfShard = ({ first, seeds }: Seeds, { shard, of }: Shard): Seeds => {
  const from = Math.floor((seeds * (shard - 1)) / of)
  return { first: first + from, seeds: Math.floor((seeds * shard) / of) - from }
}

const Whole = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

export const FailedLine = Schema.Struct({
  kind: Schema.Literal("failed"),
  seed: Whole,
  invariant: Whole,
  meaning: Schema.String,
  what: Schema.String,
  /** The command that repeats the seed. */
  repeat: Schema.String,
  story: Schema.Array(Schema.String),
})

/** The last line of a shard. Without it the shard did not finish. */
export const ShardLine = Schema.Struct({
  kind: Schema.Literal("shard"),
  shard: Whole,
  of: Whole,
  /** The first seed and the number of seeds of all shards together. */
  first: Whole,
  seeds: Whole,
  /** Seeds of this shard that ran. Fewer than its own when too many failed. */
  ran: Whole,
  steps: Whole,
  virtualMs: Whole,
  seconds: Whole,
  failed: Whole,
  counts: Schema.Record(Schema.String, Whole),
})

export const Line = Schema.Union([FailedLine, ShardLine])

const say = (line: typeof Line.Type): void => console.log(JSON.stringify(line))

export interface AskedShard extends Seeds, Shard {
  readonly steps: number
  readonly devices: number
  readonly plant: Plant | undefined
}

/** Continues after a failed seed, so that a night finds more than one. */
export const reportShard = async ({ steps, devices, plant, shard, of, ...all }: AskedShard): Promise<void> => {
  const startedAt = performance.now()
  const own = seedsOfShard(all, { shard, of })
  const end = own.first + own.seeds
  const counts = new Counts()
  let [first, taken, virtualMs, failed] = [own.first, 0, 0, 0]
  while (first < end && failed < FAILURES_MAX) {
    const totals = await sweepOnAllCores({ first, seeds: end - first, steps, devices, plant })
    taken += totals.steps
    virtualMs += totals.virtualMs
    counts.addAll(totals.counts.sorted())
    first = end
    if (totals.failed === undefined) continue
    const failing = { seed: totals.failed.seed, steps, devices, plant: plant?.name }
    const { seed, invariant, meaning, what, repeat, story } = failureOf(failing)
    say({ kind: "failed", seed, invariant, meaning, what, repeat, story })
    failed += 1
    first = seed + 1
  }
  say({
    kind: "shard",
    shard,
    of,
    ...all,
    ran: first - own.first,
    steps: taken,
    virtualMs: Math.round(virtualMs),
    seconds: Math.round((performance.now() - startedAt) / 1_000),
    failed,
    counts: Object.fromEntries(counts.sorted()),
  })
  if (failed > 0) process.exitCode = EXIT_FAILED
}
