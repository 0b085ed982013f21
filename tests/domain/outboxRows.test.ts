import fc from "fast-check"
import { expect, test } from "vitest"
import { keptRows, rowsBySection, type SectionRows } from "../../src/app/shell/outbox/keptRows.ts"
import type { OutboxGroups } from "../../src/domain/views/outbox.ts"

const IDS = ["a", "b", "c", "d", "e", "f"]

/** Each action is in one section, or in none. */
const groups: fc.Arbitrary<OutboxGroups> = fc
  .tuple(...IDS.map((id) => fc.record({ id: fc.constant(id), home: fc.integer({ min: 0, max: 3 }) })))
  .map((all) => {
    const at = (home: number) => all.filter((each) => each.home === home).map(({ id }) => id)
    return { waiting: at(0), decide: at(1), settled: at(2), clearable: true }
  })

const idsOf = ({ waiting, decide, settled, arrived }: SectionRows) =>
  [waiting, decide, settled, arrived].map((rows) => rows.map(({ slot }) => slot))
const rowsOf = ({ waiting, decide, settled, arrived }: SectionRows) => [...waiting, ...decide, ...settled, ...arrived]

test("[OFFLINE-3][UX-5] while somebody is at the outbox each row keeps its place, and each action has one row", () => {
  fc.assert(
    fc.property(groups, fc.array(groups, { minLength: 1, maxLength: 6 }), (first, later) => {
      let places = rowsBySection(first)
      for (const next of later) {
        const before = idsOf(places)
        places = keptRows(places, next)
        const there = [...next.waiting, ...next.decide, ...next.settled]
        const shown = rowsOf(places).filter(({ stand }) => stand !== "gone")
        expect(shown.map(({ id }) => id).toSorted()).toEqual(there.toSorted())
        if (there.length === 0) continue
        for (const [section, slots] of idsOf(places).entries())
          expect(slots.slice(0, before[section]?.length)).toEqual(before[section])
      }
    }),
  )
})

test("[OFFLINE-3] one that is sent again has the row of the one before, and what comes besides pushes nothing down", () => {
  const before = rowsBySection({ waiting: ["a"], decide: [], settled: ["b", "c"], clearable: true })
  const again = keptRows(before, { waiting: ["a", "d"], decide: [], settled: ["c"], clearable: true })
  expect(again.settled[0]).toEqual({ id: "d", slot: "b", stand: "kept" })
  const more = keptRows(again, { waiting: ["a", "d", "e"], decide: [], settled: ["c"], clearable: true })
  expect(more.waiting.map(({ id }) => id)).toEqual(["a"])
  expect(more.arrived).toEqual([{ id: "e", slot: "e", stand: "own" }])
})

/** The number of ended actions that the outbox keeps. It drops older ones. */
const KEPT = 4

test("[OFFLINE-3][UX-5] however many come, end and are forgotten while somebody is at the outbox, it has room for those that are there alone", () => {
  const steps = fc.array(fc.record({ come: fc.nat(2), end: fc.nat(2) }), { minLength: 60, maxLength: 120, size: "max" })
  fc.assert(
    fc.property(fc.nat(3), fc.nat(3), steps, (waitAtFirst, endedAtFirst, later) => {
      let count = 0
      const someNew = (many: number) => Array.from({ length: many }, () => `a${count++}`)
      let waiting: readonly string[] = someNew(waitAtFirst)
      let settled: readonly string[] = someNew(endedAtFirst)
      let places = rowsBySection({ waiting, decide: [], settled, clearable: true })
      const atFirst = rowsOf(places).length
      let most = atFirst
      for (const { come, end } of later) {
        const before = places
        settled = [...waiting.slice(0, end), ...settled].slice(0, KEPT)
        waiting = [...waiting.slice(end), ...someNew(come)]
        places = keptRows(before, { waiting, decide: [], settled, clearable: true })
        const there = new Set([...waiting, ...settled])
        most = Math.max(most, there.size)
        if (there.size === 0) continue
        const rows = rowsOf(places)
        // The actions that left in the last step still occupy their rows.
        expect(rows.length).toBeLessThanOrEqual(atFirst + 2 * most)
        expect(new Set(rows.map(({ slot }) => slot)).size).toBe(rows.length)
        const left = (["waiting", "settled", "arrived"] as const).flatMap((section) =>
          before[section].filter(({ id }, index) => there.has(id) && places[section][index]?.id !== id),
        )
        expect(left).toEqual([])
      }
    }),
    { numRuns: 40 },
  )
})

test("[OFFLINE-3][UX-5] an action that takes the room of one gone has its own slot, and one that comes back has a slot of its own", () => {
  const groups = (waiting: readonly string[]) => ({ waiting, decide: [], settled: ["z"], clearable: true })
  const gone = keptRows(rowsBySection(groups(["a", "b"])), groups(["b"]))
  const taken = keptRows(gone, groups(["b", "c"]))
  expect(taken.waiting.map(({ id, slot, stand }) => [id, slot, stand])).toEqual([
    ["c", "a", "own"],
    ["b", "b", "own"],
  ])
  const back = keptRows(taken, groups(["b", "c", "a"]))
  const slots = rowsOf(back).map(({ slot }) => slot)
  expect(new Set(slots).size).toBe(4)
  expect(rowsOf(back).map(({ id }) => id)).toEqual(["c", "b", "z", "a"])
})
