import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { atMost, type BenchFigure, type BenchOptions, type BenchResult, lineOf, median } from "./figures.ts"
import { writeLongFile } from "./longFile.ts"
import { secondVisits } from "./secondVisit.ts"
import { startStack } from "./stack.ts"
import { REPORT_CHANNEL, type Took } from "./usageChannel.ts"

/**
 * A log of a million events: as a file, whose replay the bench compares with parsing its JSON, and in a browser that
 * starts with it. Replay and parsing run by turns on the same file, each in a separate process. The bench compares the
 * least time of each, because other work on the machine only adds time.
 */

const EVENTS = 1_000_000
const SHORT_EVENTS = 2_000
const eventsOf = ({ isShort }: BenchOptions): number => (isShort ? SHORT_EVENTS : EVENTS)
const PARSING_AIM = 2
const MEMORY_AIM_MB = 200
const START_AIM = 1.2

const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** The arguments of `npm run replay` after the name of Node. They also set the memory. */
const replayArguments = (): readonly string[] => {
  const { scripts } = JSON.parse(readFileSync(script("../../package.json"), "utf8"))
  return String(scripts.replay).split(" ").slice(1)
}
const programs = { parse: [script("./parseFile.ts")], replay: replayArguments() } as const

/** Runs a program on the file and returns its time and memory. */
const took = async (program: keyof typeof programs, file: string): Promise<Took> => {
  const args = ["--import", script("./usageReport.ts"), ...programs[program], file]
  const cwd = script("../..")
  const child = spawn(process.execPath, args, { cwd, stdio: ["ignore", "ignore", "inherit", "pipe"] })
  let said = ""
  child.stdio[REPORT_CHANNEL]?.on("data", (chunk) => {
    said += String(chunk)
  })
  const [code] = await once(child, "close")
  if (code !== 0) throw new Error(`${program} of the file ended with ${String(code)}`)
  return JSON.parse(said)
}

interface FileFigures {
  readonly figures: readonly BenchFigure[]
  /** The same ratio in processor time, on one line. Other work on the machine changes it less. */
  readonly busy: string
}

const fileFigures = async (options: BenchOptions): Promise<FileFigures> => {
  const { runs, say } = options
  const events = eventsOf(options)
  const folder = mkdtempSync(join(tmpdir(), "sightline-bench-"))
  try {
    const file = join(folder, "long.ndjson")
    say(`a file of ${events} events`)
    await writeLongFile(file, events)
    const [parsed, replayed]: [Took[], Took[]] = [[], []]
    for (let run = 1; run <= runs; run += 1) {
      say(`parsing and replaying it, ${run} of ${runs}`)
      parsed.push(await took("parse", file))
      replayed.push(await took("replay", file))
    }
    const least = (all: readonly Took[], of: "ms" | "busyMs") => Math.min(...all.map((one) => one[of]))
    const ratio = (of: "ms" | "busyMs") => least(replayed, of) / least(parsed, of)
    const peak = Math.max(...replayed.map((one) => one.peak))
    const figures = [
      atMost("replay ÷ parsing the JSON alone", ratio("ms"), PARSING_AIM, ""),
      atMost("memory of a replay", peak, MEMORY_AIM_MB, "MB"),
    ]
    return {
      figures,
      busy: `replay ÷ parsing the JSON alone, processor time of all threads: ${ratio("busyMs").toFixed(2)}`,
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const startFigure = async (options: BenchOptions): Promise<BenchFigure> => {
  const { runs, isBuilt, say } = options
  const events = eventsOf(options)
  const stack = await startStack(isBuilt)
  try {
    say(`start without a network: an empty log and one of ${events} events`)
    const { short, long } = await secondVisits(stack, events, runs)
    return atMost("first card, long log ÷ short log", median(long) / median(short), START_AIM, "")
  } finally {
    await stack.stop()
  }
}

export const benchLog = async (options: BenchOptions): Promise<BenchResult> => {
  const { figures: ofFile, busy } = await fileFigures(options)
  const figures = [...ofFile, await startFigure(options)]
  return { ok: figures.every(({ ratio }) => ratio <= 1), figures, lines: [...figures.map(lineOf), busy] }
}
