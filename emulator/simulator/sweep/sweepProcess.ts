import { flushCompileCache } from "node:module"
import { plant } from "../plants/plant.ts"
import { Coverage } from "../plants/reach.ts"
import type { LinesReached, SweepBeginning, SweepPart, SweepTask } from "./sweepMessages.ts"

/** One process of a sweep: runs the given seeds and reports their results. A bug is planted before anything loads. */

type Sweep = (task: SweepTask, onSeed: () => void) => SweepPart

const tell = (message: "ready" | SweepPart): void => {
  process.send?.(message, undefined, {}, (failed) => {
    // The parent process is gone.
    if (failed !== null) process.exit(1)
  })
}

const sweepOf = async (kind: SweepBeginning["kind"]): Promise<Sweep> =>
  kind === "updates" ? (await import("../firmware/sweep.ts")).sweepUpdates : (await import("./sweep.ts")).sweepPart

/** Says also where the seeds came to. The first runs once more before: what it alone comes to is run once a process. */
const watching = (sweep: Sweep, coverage: Coverage): Sweep => {
  const loaded = coverage.take()
  let always: readonly number[] | undefined
  return (task) => {
    let before: ReadonlySet<number> = new Set()
    if (always === undefined) {
      sweep({ ...task, seeds: 1 }, () => {})
      before = coverage.take()
    }
    const seeds: LinesReached["seeds"][number][] = []
    const part = sweep(task, () => seeds.push([...coverage.take()]))
    always ??= [...loaded, ...[...before].filter((place) => seeds[0]?.includes(place) !== true)]
    return { ...part, coverage: { always, seeds } }
  }
}

process.once("message", async ({ plant: bug, kind, places = [] }: SweepBeginning) => {
  if (bug !== undefined) plant(bug)
  const coverage = places.length === 0 ? undefined : new Coverage(places)
  const plain = await sweepOf(kind)
  const sweep = coverage === undefined ? plain : watching(plain, coverage)
  process.on("message", (task: SweepTask) => tell(sweep(task, () => {})))
  // The parent ends it by a signal, which would keep nothing of what was compiled.
  flushCompileCache()
  tell("ready")
})
