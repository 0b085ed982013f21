import { describe, expect, test } from "vitest"
import { unasked, views } from "../../emulator/simulator/checks/everyView.ts"
import { uniform, Variety } from "../../emulator/simulator/checks/variety.ts"
import { Counts } from "../../emulator/simulator/sweep/counts.ts"
import { sweep } from "../../emulator/simulator/sweep/sweep.ts"

/** Long enough for a busy machine. */
const PATIENCE_MS = 300_000
const TIMES = 100

const said = (values: readonly unknown[]): readonly string[] => {
  const variety = new Variety()
  for (let n = 0; n < TIMES; n += 1) variety.note(values[n % values.length], "one")
  const counts = new Counts()
  variety.addTo(counts)
  return uniform(counts.sorted())
}

/** A span is a pair of a number and a word. */
const PAIRS = /\.seen\.\*\.\* is/

describe("what comes at each place over many seeds", () => {
  test("[SIM-2] is named when it is always the same, of two sorts, or an empty word", () => {
    expect(said([{ isLate: false }])).toEqual(["one.isLate is always no"])
    expect(said([{ at: null }])).toEqual(["one.at is always nothing"])
    expect(said([{ of: [] }])).toEqual(["one.of is always none"])
    expect(said([{ of: [1] }, { of: true }])).toEqual(["one.of is list or yes"])
    expect(said([new Map([["a", "queued"]]), new Map([["b", ""]])])).toEqual(["one.* is a word or empty"])
  })

  test("[SIM-2] is nothing to speak of when it differs, may be missing, or is what people wrote", () => {
    expect(said([{ isLate: false }, { isLate: true }])).toEqual([])
    expect(said([{ at: null }, { at: 7 }])).toEqual([])
    expect(said([{ name: "Atlas" }, { name: "" }, { name: "atlas" }])).toEqual([])
    expect(said([{ state: "queued" }])).toEqual([])
  })

  test("[SIM-2][HOUSE-2] is asked for with types that views have", () => {
    expect([...unasked]).toEqual([])
  })

  test("[SIM-2][HOUSE-2] is of one sort at every place of events, states and screens", { timeout: PATIENCE_MS }, () => {
    expect(views.length).toBeGreaterThan(80)
    const { failed, counts } = sweep({ first: 2_000, seeds: 12, steps: 300, devices: 0 })
    expect(failed?.violation).toBeUndefined()
    const mixed = uniform(counts.sorted()).filter((what) => !what.includes(" is always "))
    expect(mixed.filter((what) => !PAIRS.test(what))).toEqual([])
  })
})
