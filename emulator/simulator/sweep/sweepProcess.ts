import { flushCompileCache } from "node:module"
import { plant } from "../plants/plant.ts"
import type { SweepBeginning, SweepPart, SweepTask } from "./sweepMessages.ts"

/**
 * One process of a sweep: runs the given seeds and reports their results. It plants the bug before it loads anything
 * else.
 */

type Sweep = (task: SweepTask, onSeed: () => void) => SweepPart

const tell = (message: "ready" | SweepPart): void => {
  process.send?.(message, undefined, {}, (failed) => {
    // The parent process is gone.
    if (failed !== null) process.exit(1)
  })
}

const sweepOf = async (kind: SweepBeginning["kind"]): Promise<Sweep> =>
  kind === "updates" ? (await import("../firmware/sweep.ts")).sweepUpdates : (await import("./sweep.ts")).sweepPart

process.once("message", async ({ plant: bug, kind }: SweepBeginning) => {
  if (bug !== undefined) plant(bug)
  const sweep = await sweepOf(kind)
  process.on("message", (task: SweepTask) => tell(sweep(task, () => {})))
  // The parent ends this process by a signal, after which Node would not save the compiled code.
  flushCompileCache()
  tell("ready")
})
