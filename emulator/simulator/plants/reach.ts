import { type Profiler, Session } from "node:inspector"
import { type Plant, planted } from "./plant.ts"

/**
 * Which seeds run the place of a planted bug. A seed is deterministic: one that never comes to the changed place does the
 * same with the bug and without it, so that it need not be run again to know that it is clean. What is run while modules
 * are loaded, or once a process, counts as reached by every seed.
 */

/** What a plant changes: from the first character that differs to the last, or the two around which something is put in. */
export interface CodeLine {
  readonly url: string
  readonly from: number
  readonly to: number
}

const ROOT = new URL("../../../", import.meta.url)

const commonStart = (one: string, other: string): number => {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

/** Types are blanked out when a module is loaded, so offsets in the source are those of what runs. */
export const placeOf = (source: string, plant: Plant): CodeLine => {
  const changed = planted(source, plant)
  const start = commonStart(source, changed)
  let end = 0
  const most = Math.min(source.length, changed.length) - start
  while (end < most && source.at(-1 - end) === changed.at(-1 - end)) end += 1
  return { url: new URL(plant.file, ROOT).href, from: Math.max(0, start - 1), to: source.length - end + 1 }
}

type Ranges = readonly Profiler.CoverageRange[]

/** Whether any character of the place was run: how often it was is said by the smallest range around it. */
const isRun = ({ from, to }: CodeLine, ranges: Ranges): boolean => {
  for (let at = from; at < to; at += 1) {
    let smallest: Profiler.CoverageRange | undefined
    for (const range of ranges) {
      if (at < range.startOffset || at >= range.endOffset) continue
      if (smallest !== undefined && lengthOf(smallest) <= lengthOf(range)) continue
      smallest = range
    }
    if (smallest !== undefined && smallest.count > 0) return true
  }
  return false
}

const lengthOf = ({ startOffset, endOffset }: Profiler.CoverageRange): number => endOffset - startOffset

/** Counts what this process runs; it must begin before the modules are loaded that are looked at. */
export class Coverage {
  readonly #session = new Session()
  readonly #places: readonly CodeLine[]

  constructor(places: readonly CodeLine[]) {
    this.#places = places
    this.#session.connect()
    this.#session.post("Profiler.enable")
    this.#session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true })
  }

  /** The places, by their numbers, that were run since this was asked last. */
  take(): ReadonlySet<number> {
    const ranges = new Map<string, Ranges>()
    // In its own thread the inspector answers before `post` returns.
    this.#session.post("Profiler.takePreciseCoverage", (error, { result }) => {
      if (error !== null) throw error
      for (const { url, functions } of result)
        ranges.set(
          url,
          functions.flatMap((one) => one.ranges),
        )
    })
    return new Set(this.#places.flatMap((place, index) => (isRun(place, ranges.get(place.url) ?? []) ? [index] : [])))
  }
}
