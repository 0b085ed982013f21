import { flushCompileCache } from "node:module"
import { plant } from "./plants/plant.ts"
import type { SweepBeginning, SweepPart, SweepTask } from "./sweepMessages.ts"

/** One process of a sweep: runs the seeds it is told to and says what they came to. A bug is planted before anything loads. */

const tell = (message: "ready" | SweepPart): void => {
  process.send?.(message, undefined, {}, (failed) => {
    // Whoever asked is gone.
    if (failed !== null) process.exit(1)
  })
}

process.once("message", async ({ plant: bug }: SweepBeginning) => {
  if (bug !== undefined) plant(bug)
  const { sweepPart } = await import("./sweep.ts")
  process.on("message", (task: SweepTask) => tell(sweepPart(task)))
  // Whoever started it ends it by a signal, which would keep nothing of what was compiled.
  flushCompileCache()
  tell("ready")
})
