/** Percent, and the bytes of the whole as far as they are known. */
export type Progress = (percent: number, size: number) => void

/** Shortest interval between two reports of progress, ms: each one is a message to the page. */
const TOLD_EVERY_MS = 100

export const calmly = (progress: Progress): Progress => {
  let told = Number.NEGATIVE_INFINITY
  return (percent, size) => {
    const now = performance.now()
    if (percent < 100 && now - told < TOLD_EVERY_MS) return
    told = now
    progress(percent, size)
  }
}
