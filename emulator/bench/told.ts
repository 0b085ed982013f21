import { writeSync } from "node:fs"

/** Loaded before a program that is measured: at its end it tells on a channel of its own what the program took. */

export interface Took {
  /** Since the process began. */
  readonly ms: number
  /** The most memory that the process has had, MB. */
  readonly peak: number
}

/** The file descriptor of that channel. */
const TOLD = 3
const KB_PER_MB = 1024

process.on("exit", () => {
  const took: Took = { ms: performance.now(), peak: process.resourceUsage().maxRSS / KB_PER_MB }
  writeSync(TOLD, JSON.stringify(took))
})
