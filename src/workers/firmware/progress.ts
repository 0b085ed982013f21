/** The progress in percent, and the bytes of the whole as far as known. */
export type ReportProgress = (percent: number, size: number) => void

/** Shortest interval between two reports of progress, ms: each one is a message to the page. */
const REPORT_INTERVAL_MS = 100

export const calmly = (progress: ReportProgress): ReportProgress => {
  let reportedAt = Number.NEGATIVE_INFINITY
  return (percent, size) => {
    const now = performance.now()
    if (percent < 100 && now - reportedAt < REPORT_INTERVAL_MS) return
    reportedAt = now
    progress(percent, size)
  }
}
