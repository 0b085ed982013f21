import { writeSync } from "node:fs"

/** Loaded before a program that is measured: at its end it tells on a channel of its own what the program took. */

export interface Took {
  /** What somebody waits for it, from the start of the process. */
  readonly ms: number
  /** Processor time of its own code in all its threads: other work on the machine changes it less. */
  readonly busyMs: number
  /** The most memory that the process has had, MB. */
  readonly peak: number
}

/** The file descriptor of that channel. */
const REPORT_CHANNEL = 3
const KB_PER_MB = 1024
const MICROSECONDS_PER_MS = 1_000

process.on("exit", () => {
  const { maxRSS, userCPUTime } = process.resourceUsage()
  const took: Took = { ms: performance.now(), busyMs: userCPUTime / MICROSECONDS_PER_MS, peak: maxRSS / KB_PER_MB }
  writeSync(REPORT_CHANNEL, JSON.stringify(took))
})
