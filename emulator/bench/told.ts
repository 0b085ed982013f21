import { writeSync } from "node:fs"

/** Loaded before a program that is measured: at its end it tells on a channel of its own what the program took. */

export interface Took {
  /** Processor time of its own code: other work on the machine changes it little. */
  readonly ms: number
  /** The most memory that the process has had, MB. */
  readonly peak: number
}

/** The file descriptor of that channel. */
const TOLD = 3
const KB_PER_MB = 1024
const MICROSECONDS_PER_MS = 1_000

process.on("exit", () => {
  const { maxRSS, userCPUTime } = process.resourceUsage()
  const took: Took = { ms: userCPUTime / MICROSECONDS_PER_MS, peak: maxRSS / KB_PER_MB }
  writeSync(TOLD, JSON.stringify(took))
})
