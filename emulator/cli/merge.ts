import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Result, Schema } from "effect"
import { isOfVariety } from "../simulator/checks/variety.ts"
import { Counts } from "../simulator/sweep/counts.ts"
import { asLine, BadUse, CommandFailed, EXIT_FAILED } from "./flags.ts"
import { type FailedLine, Line, type ShardLine } from "./shards.ts"

/**
 * `npm run simulate -- --merge FILE…`: the findings of all shards of a sweep as one report, and each failed seed as the
 * text of an issue.
 */

type Shard = typeof ShardLine.Type
type Failed = typeof FailedLine.Type

const decodeLine = Schema.decodeUnknownResult(Schema.fromJsonString(Line))

const HOUR_MS = 3_600_000
/** Number of a story's last lines in an issue: GitHub takes 65,536 characters. */
const STORY_LINES = 200

const linesOf = (file: string): readonly (typeof Line.Type)[] => {
  let text: string
  try {
    text = readFileSync(file, "utf8")
  } catch (error) {
    throw new BadUse(asLine(error))
  }
  return text.split("\n").flatMap((line, index) => {
    if (line === "") return []
    const read = decodeLine(line)
    if (Result.isFailure(read)) throw new CommandFailed(`${file}: line ${index + 1} is no line of a shard`)
    return [read.success]
  })
}

export interface Merged {
  /** In the order of the seeds. */
  readonly failed: readonly Failed[]
  readonly shards: readonly Shard[]
  /** The numbers of shards without a last line. */
  readonly missing: readonly number[]
  readonly counts: Counts
}

/** Throws `CommandFailed` when the lines belong to several sweeps, or to no shard. */
export const merge = (lines: readonly (typeof Line.Type)[]): Merged => {
  const shards = lines.filter((line) => line.kind === "shard").sort((a, b) => a.shard - b.shard)
  const failed = lines.filter((line) => line.kind === "failed").sort((a, b) => a.seed - b.seed)
  const [one] = shards
  if (one === undefined) throw new CommandFailed("no shard came to its end")
  const counts = new Counts()
  const seen = new Set<number>()
  for (const { shard, of, first, seeds, counts: own } of shards) {
    if (of !== one.of || first !== one.first || seeds !== one.seeds)
      throw new CommandFailed(
        `shard ${shard}/${of} of ${seeds} seeds from ${first} is not of the sweep of shard ${one.shard}/${one.of}, ${one.seeds} seeds from ${one.first}`,
      )
    if (seen.has(shard)) throw new CommandFailed(`shard ${shard}/${of} is there twice`)
    seen.add(shard)
    counts.addAll(Object.entries(own))
  }
  const missing = Array.from({ length: one.of }, (_, index) => index + 1).filter((shard) => !seen.has(shard))
  return { failed, shards, missing, counts }
}

/** The first line is the title. */
export const issueOf = ({ seed, invariant, meaning, what, repeat, story }: Failed): string => {
  const last = story.slice(-STORY_LINES)
  const cut = story.length > last.length ? [`(the last ${last.length} of ${story.length} lines)`] : []
  return [
    `Seed ${seed} violates invariant ${invariant}`,
    "",
    `${meaning}: ${what.split("\n", 1)[0]}`,
    "",
    `Repeat: \`${repeat}\``,
    "",
    "```",
    ...cut,
    ...last,
    "```",
    "",
  ].join("\n")
}

const sum = (shards: readonly Shard[], key: "ran" | "steps" | "virtualMs" | "failed"): number =>
  shards.reduce((total, shard) => total + shard[key], 0)

export interface AskedMerge {
  readonly files: readonly string[]
  /** The folder for the issues of failed seeds. Undefined to write none. */
  readonly issues: string | undefined
}

export const reportMerged = ({ files, issues }: AskedMerge): void => {
  const { failed, shards, missing, counts } = merge(files.flatMap(linesOf))
  for (const [name, times] of counts.sorted())
    if (!isOfVariety(name)) console.log(`${String(times).padStart(12)}  ${name}`)
  for (const { seed, invariant, what, repeat } of failed) {
    console.log(`seed ${seed} violates invariant ${invariant}: ${what.split("\n", 1)[0]}`)
    console.log(`repeat: ${repeat}`)
  }
  if (issues !== undefined) {
    mkdirSync(issues, { recursive: true })
    for (const one of failed) writeFileSync(join(issues, `seed-${one.seed}.md`), issueOf(one))
  }
  const hours = Math.round((sum(shards, "virtualMs") / HOUR_MS) * 10) / 10
  console.log(
    `${shards.length} shards: ${sum(shards, "ran")} seeds, ${sum(shards, "steps")} steps, ${hours} h of virtual time, ${failed.length} failed`,
  )
  if (missing.length > 0) console.log(`shards that did not end: ${missing.join(", ")}`)
  if (failed.length > 0 || missing.length > 0) process.exitCode = EXIT_FAILED
}
