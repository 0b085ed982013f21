import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { availableParallelism, tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Plant } from "../plants/plant.ts"
import { Counts } from "./counts.ts"
import type { Totals } from "./sweep.ts"
import type { FailedSeed, SweepBeginning, SweepPart, SweepTask } from "./sweepMessages.ts"

/**
 * Runs seeds on all cores: processes take parts of the sweep, and the report puts the parts back in order. Threads
 * would be enough, but Node 24 sometimes crashes when a thread with stripped types ends
 * (docs/decisions/0017-simulator.md).
 */

/** Seeds per part. The first of each part runs twice. */
export const SEEDS_PER_PART = 20
/** Most allocations of a run die young: a large nursery, from the start, saves much garbage collection, MiB. */
const NURSERY = ["--max-semi-space-size=64", "--min-semi-space-size=64"]
/** All processes share compiled code: a hunt for one bug is mostly over soon after the start. */
const COMPILED = { NODE_COMPILE_CACHE: join(tmpdir(), "sightline-simulator"), ...process.env }

const RUNNER = fileURLToPath(new URL("./sweepProcess.ts", import.meta.url))

/** A process that runs seeds. It ends with its parent process. */
export class Runner {
  readonly #process: ChildProcess

  private constructor() {
    this.#process = fork(RUNNER, { env: COMPILED, execArgv: NURSERY, serialization: "advanced" })
  }

  /** Rejects when the loaded code throws. */
  static async start(beginning: SweepBeginning = {}): Promise<Runner> {
    const runner = new Runner()
    await runner.#answer(beginning)
    return runner
  }

  /** Rejects when the process dies. */
  run(task: SweepTask): Promise<SweepPart> {
    return this.#answer(task)
  }

  end(): void {
    this.#process.kill("SIGKILL")
  }

  async #answer(message: SweepBeginning | SweepTask): Promise<SweepPart> {
    const over = new AbortController()
    const died = once(this.#process, "exit", { signal: over.signal }).then(([code, signal]) => {
      throw new Error(`the process ended with ${code ?? signal}`)
    })
    const answered = once(this.#process, "message", { signal: over.signal })
    this.#process.send(message)
    try {
      const [answer] = await Promise.race([answered, died])
      return answer
    } finally {
      over.abort()
      await Promise.allSettled([answered, died])
    }
  }
}

export interface CrewSweep extends SweepTask {
  readonly plant?: Plant | undefined
  /** Number of processes. Default: one per core. */
  readonly processes?: number | undefined
  /** Seeds per part of a process. */
  readonly aPart?: number | undefined
  /** Called after each part. */
  readonly onPart?: ((seedsDone: number, steps: number) => void) | undefined
}

export interface CrewTotals extends Omit<Totals, "failed"> {
  /** The lowest failed seed, whichever process was first. */
  readonly failed: FailedSeed | undefined
}

export const partsOf = ({ first, seeds, ...rest }: SweepTask, aPart: number): readonly SweepTask[] =>
  Array.from({ length: Math.ceil(seeds / aPart) }, (_, index) => ({
    first: first + index * aPart,
    seeds: Math.min(aPart, seeds - index * aPart),
    ...rest,
  }))

const totalsOf = (parts: readonly (SweepPart | undefined)[]): CrewTotals => {
  const counts = new Counts()
  let [steps, virtualMs] = [0, 0]
  for (const part of parts) {
    if (part === undefined) break
    steps += part.steps
    virtualMs += part.virtualMs
    counts.addAll(part.counts)
    if (part.failed !== undefined) return { steps, virtualMs, counts, failed: part.failed }
  }
  return { steps, virtualMs, counts, failed: undefined }
}

/** Runs seeds until one violates an invariant. The report is the same for any number of processes. */
export const sweepOnAllCores = async ({
  processes,
  plant,
  onPart,
  aPart = SEEDS_PER_PART,
  ...task
}: CrewSweep): Promise<CrewTotals> => {
  const tasks = partsOf(task, aPart)
  const parts: (SweepPart | undefined)[] = tasks.map(() => undefined)
  let [next, failedAt, seedsDone, steps] = [0, tasks.length, 0, 0]
  const work = async (): Promise<void> => {
    const runner = await Runner.start({ plant })
    try {
      for (let index = next++; index < failedAt; index = next++) {
        const mine = tasks[index]
        if (mine === undefined) return
        const part = await runner.run(mine)
        parts[index] = part
        if (part.failed !== undefined) failedAt = Math.min(failedAt, index)
        seedsDone += mine.seeds
        steps += part.steps
        onPart?.(seedsDone, steps)
      }
    } finally {
      runner.end()
    }
  }
  const crew = Math.min(processes ?? availableParallelism(), tasks.length)
  await Promise.all(Array.from({ length: crew }, work))
  return totalsOf(parts)
}
