import * as Schema from "effect/Schema"
import { expect, test } from "vitest"
import { eventTable, registry } from "../../src/domain/product/events.ts"
import { reread } from "../replay/exports.ts"
import { eventsOf, foldedState, goldenFiles, hashOf, linesOf, readPins, VERSION } from "./golden.ts"
import { changedShapes, readShapes, shapesOf } from "./shapes.ts"

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

test("[EVENT-3] an event of a version that a release has written holds what it held then (decision 41)", () => {
  const today = shapesOf(eventTable)
  expect(changedShapes(readShapes(), today)).toEqual([])
  expect(readShapes(), `a new version or optional field is not listed: ${RECORD}`).toMatchObject(today)
})

test("[EVENT-3] every change of a schema that an older release would call damage is found", () => {
  const shapeOf = (payload: Schema.ConstraintDecoder<unknown>) => shapesOf({ Tried: { v: 1, payload } })
  const Why = Schema.Literals(["a", "b"])
  const same = {
    why: Why,
    of: Schema.Array(Schema.NullOr(Schema.Int)),
    name: Schema.String,
    away: Schema.optionalKey(Schema.Struct({ from: Schema.Int })),
  }
  const before = shapeOf(Schema.Struct(same))
  const others = {
    "a literal more": { ...same, why: Schema.Literals(["a", "b", "c"]) },
    "a literal less": { ...same, why: Schema.Literal("a") },
    "another kind": { ...same, of: Schema.Array(Schema.NullOr(Schema.Finite)) },
    "null no more": { ...same, of: Schema.Array(Schema.Int) },
    "another check": { ...same, name: Schema.String.check(Schema.isMinLength(1)) },
    "a field that becomes optional": { ...same, name: Schema.optionalKey(Schema.String) },
    "a further field": { ...same, more: Schema.String },
    "a further field of an optional one": {
      ...same,
      away: Schema.optionalKey(Schema.Struct({ from: Schema.Int, to: Schema.Int })),
    },
    "another check of several kinds": {
      ...same,
      of: Schema.Array(Schema.NullOr(Schema.Int).check(Schema.makeFilter((value) => value !== 7))),
    },
  }
  for (const [what, fields] of Object.entries(others)) {
    expect(changedShapes(before, shapeOf(Schema.Struct(fields))), what).not.toEqual([])
  }
  const withMore = shapeOf(Schema.Struct({ ...same, more: Schema.optionalKey(Schema.Struct({ a: Schema.String })) }))
  expect(changedShapes(before, withMore)).toEqual([])
})
