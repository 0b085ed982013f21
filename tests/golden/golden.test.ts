import { expect, test } from "vitest"
import { eventTable, registry } from "../../src/domain/product/events.ts"
import { reread } from "../replay/exports.ts"
import { eventsOf, foldedState, goldenFiles, hashOf, linesOf, readPins, VERSION } from "./golden.ts"

const RECORD = "run node tests/golden/record.ts"

test.each(goldenFiles())("[EVENT-3][REPLAY-1] the recorded log %s opens, with every line of it", (file) => {
  const read = reread(`${linesOf(file).join("\n")}\n`)
  expect(read).toMatchObject({ ok: true, log: { events: eventsOf(file).length } })
})

test("[EVENT-3] a recorded log holds each type of event at each version that a release has written", () => {
  const held = new Set(goldenFiles().flatMap((file) => eventsOf(file).map(({ type, v }) => `${type} ${v}`)))
  const wanted = Object.keys(eventTable).flatMap((type) =>
    Array.from({ length: registry.version(type) }, (_, index) => `${type} ${index + 1}`),
  )
  expect(
    wanted.filter((name) => !held.has(name)),
    `a new event or version needs a recorded log: ${RECORD}`,
  ).toEqual([])
})

test.each(goldenFiles())("[EVENT-4] folding %s gives the state that this version of the state is pinned to", (file) => {
  const pinned = readPins()[file]?.[VERSION]
  expect(pinned, `nothing is pinned for STATE_VERSION ${VERSION}: ${RECORD}`).toBeDefined()
  expect(
    hashOf(foldedState(file)),
    `the fold has changed, so snapshots of this version are wrong: raise STATE_VERSION and ${RECORD}`,
  ).toBe(pinned)
})
