import type { FirmwareUpdate } from "../features/firmware/state.ts"

/** The assumed time of an update until one has been measured, ms: half for the transfer, half for the restart. */
export const EXPECTED_UPDATE_MS = 2 * 60_000

type Timed = Pick<FirmwareUpdate, "stage" | "startedAt" | "endedAt">

/** The usual time of an update, ms: the median of the completed ones. */
export const usualUpdateMs = (updates: Iterable<Timed>): number => {
  const spans: number[] = []
  for (const { stage, startedAt, endedAt } of updates)
    if (stage === "completed" && endedAt !== null && endedAt > startedAt) spans.push(endedAt - startedAt)
  spans.sort((a, b) => a - b)
  return spans[Math.floor(spans.length / 2)] ?? EXPECTED_UPDATE_MS
}

const MINUTE = 60_000

/** The estimated time for so many updates, ms, some of them side by side, in whole minutes. */
export const timeOfUpdates = (count: number, atOnce: number, each: number): number =>
  Math.max(1, Math.round((Math.ceil(count / atOnce) * each) / MINUTE)) * MINUTE
