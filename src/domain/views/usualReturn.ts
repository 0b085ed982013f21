import { definitionOf } from "../actions/table.ts"
import type { HistoryEntry } from "./historyEntries.ts"

/** Fewer times than this show no habit. */
const LEAST = 2

/**
 * How long a device was usually gone after a reboot, or until it was seen after a wake: the median of its own history,
 * ms. Null while too little is known. Leaves out the operation that began at `except`.
 */
export const usualReturnMs = (
  entries: readonly HistoryEntry[],
  about: "wake" | "reboot",
  except: number | null,
): number | null => {
  const spans = entries.flatMap((entry) => {
    if (entry.kind !== "asked" || entry.outcome?.state !== "confirmed" || entry.seenAt === null) return []
    const { at } = entry.outcome
    return definitionOf(entry.intent).messages.cardNotice === about && at !== except ? [entry.seenAt - at] : []
  })
  spans.sort((a, b) => a - b)
  return spans.length < LEAST ? null : (spans[Math.floor(spans.length / 2)] ?? null)
}
