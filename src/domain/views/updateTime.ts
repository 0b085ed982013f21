import type { FirmwareUpdate } from "../features/firmware/state.ts"

/** What an update takes as long as none has shown it, ms: the file is on its way half of it, the device restarts in the other. */
export const EXPECTED_UPDATE_MS = 2 * 60_000

type Timed = Pick<FirmwareUpdate, "stage" | "startedAt" | "endedAt">

/** How long one update usually takes, ms: the median of those that were completed. */
export const usualUpdateMs = (updates: Iterable<Timed>): number => {
  const spans: number[] = []
  for (const { stage, startedAt, endedAt } of updates)
    if (stage === "completed" && endedAt !== null && endedAt > startedAt) spans.push(endedAt - startedAt)
  spans.sort((a, b) => a - b)
  return spans[Math.floor(spans.length / 2)] ?? EXPECTED_UPDATE_MS
}

const MINUTE = 60_000

/** About how long so many updates take, ms, a few of them side by side: an estimate, in whole minutes. */
export const timeOfUpdates = (count: number, atOnce: number, each: number): number =>
  Math.max(1, Math.round((Math.ceil(count / atOnce) * each) / MINUTE)) * MINUTE
