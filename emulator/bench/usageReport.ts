import { writeSync } from "node:fs"
import { REPORT_CHANNEL, type Took } from "./usageChannel.ts"

/** Loaded before a measured program. At its end this file writes its time and memory to a file descriptor. */

const KB_PER_MB = 1024
const MICROSECONDS_PER_MS = 1_000

process.on("exit", () => {
  const { maxRSS, userCPUTime } = process.resourceUsage()
  const took: Took = { ms: performance.now(), busyMs: userCPUTime / MICROSECONDS_PER_MS, peak: maxRSS / KB_PER_MB }
  writeSync(REPORT_CHANNEL, JSON.stringify(took))
})
