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
 * Seeds on all cores: processes take parts of the sweep, and the report puts the parts back into their order. Threads
 * would do, but Node 24 crashes now and then when one ends that has stripped types (docs/decisions/0017-simulator.md).
 */

/** Seeds of a part: the first of each part runs twice. */
export const SEEDS_PER_PART = 20
/** What a run allocates dies young: a large nursery, large from the start, spares much of the collector's work, MiB. */
const NURSERY = ["--max-semi-space-size=64", "--min-semi-space-size=64"]
/** What is loaded is compiled once for all processes: a hunt for one bug is mostly over soon after. */
const COMPILED = { NODE_COMPILE_CACHE: join(tmpdir(), "sightline-simulator"), ...process.env }

const RUNNER = fileURLToPath(new URL("./sweepProcess.ts", import.meta.url))

/** A process that runs seeds; it ends with the process that started it. */
export class Runner {
  readonly #process: ChildProcess

  private constructor() {
    this.#process = fork(RUNNER, { env: COMPILED, execArgv: NURSERY, serialization: "advanced" })
  }

  /** Fails when what it loads throws. */
  static async start(beginning: SweepBeginning = {}): Promise<Runner> {
    const runner = new Runner()
    await runner.#answer(beginning)
    return runner
  }

  /** Fails when the process dies of it. */
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
  /** Processes; one a core when missing. */
  readonly processes?: number | undefined
  /** Seeds that a process takes at a time. */
  readonly aPart?: number | undefined
  /** Called after each part. */
  readonly onPart?: ((seedsDone: number, steps: number) => void) | undefined
}

export interface CrewTotals extends Omit<Totals, "failed"> {
  /** The lowest seed that failed, whichever process came first. */
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

/** Runs seeds until one violates an invariant; what it reports is the same for any number of processes. */
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
