import fc from "fast-check"
import { expect, test } from "vitest"
import {
  atFirst,
  choicesOf,
  cursors,
  DEVICES_KEPT,
  qualities,
  touches,
  withChoices,
} from "../../src/app/viewer/choices.ts"
import { captionOf, isModifier, keysyms } from "../../src/app/viewer/keysyms.ts"
import {
  captionsOf,
  interrupted,
  MACROS_MAX,
  macrosIn,
  nothingRecorded,
  recorded,
  renamed,
  STROKES_MAX,
  withMacro,
  withoutMacro,
} from "../../src/app/viewer/macros.ts"

/** The viewer's data in a browser: macros by account, quality and pointer by device. */

const { Control, Shift, Alt, Delete, Meta, Enter } = keysyms

/** The recording of these keys, as a device sees them: `+` is pressed, `-` is released. */
const record = (presses: readonly (readonly ["+" | "-", number])[]) =>
  presses.reduce((soFar, [sign, keysym]) => recorded(soFar, { keysym, down: sign === "+" }), nothingRecorded)

test.each<readonly [string, readonly (readonly ["+" | "-", number])[], readonly (readonly number[])[]]>([
  [
    "a chord",
    [
      ["+", Control],
      ["+", Alt],
      ["+", Delete],
      ["-", Delete],
      ["-", Alt],
      ["-", Control],
    ],
    [[Control, Alt, Delete]],
  ],
  [
    "a modifier alone",
    [
      ["+", Meta],
      ["-", Meta],
    ],
    [[Meta]],
  ],
  [
    "modifiers alone, together",
    [
      ["+", Control],
      ["+", Shift],
      ["-", Shift],
      ["-", Control],
    ],
    [[Control, Shift]],
  ],
  [
    "keys that overlap",
    [
      ["+", 0x61],
      ["+", 0x62],
      ["-", 0x61],
      ["-", 0x62],
      ["+", Enter],
    ],
    [[0x61], [0x62], [Enter]],
  ],
  [
    "two keys under one modifier",
    [
      ["+", Control],
      ["+", 0x6b],
      ["-", 0x6b],
      ["+", 0x63],
      ["-", 0x63],
      ["-", Control],
    ],
    [
      [Control, 0x6b],
      [Control, 0x63],
    ],
  ],
  ["a release of what went down before", [["-", Control]], []],
])("[SCREEN-5] a recording holds %s", (_, presses, strokes) => {
  expect(record(presses).strokes).toEqual(strokes)
})

const presses = fc.array(
  fc.tuple(
    fc.constantFrom<"+" | "-">("+", "-"),
    fc.constantFrom<number>(Control, Shift, Alt, 0x61, 0x62, Enter, 0x0101_f600),
  ),
  { maxLength: 400 },
)

test("[SCREEN-5] whatever is recorded is kept and read back, in bounds", () => {
  fc.assert(
    fc.property(presses, fc.string({ minLength: 1, maxLength: 40 }), (done, name) => {
      const { strokes } = record(done)
      expect(strokes.length).toBeLessThanOrEqual(STROKES_MAX)
      for (const stroke of strokes) expect(stroke.slice(0, -1).every(isModifier)).toBe(true)
      fc.pre(strokes.length > 0)
      const macro = { name, strokes }
      expect(macrosIn(JSON.stringify([macro]))).toEqual([macro])
    }),
  )
})

test("[SCREEN-5] a macro of the same name takes the place of the one before, and one too many that of the oldest", () => {
  const macro = (name: string, keysym = 0x61) => ({ name, strokes: [[keysym]] })
  const two = withMacro(withMacro([macro("a")], macro("b")), macro("a", 0x62))
  expect(two).toEqual([macro("b"), macro("a", 0x62)])
  const other = renamed(two, "b", "c")
  expect([other, renamed(two, "b", "a")]).toEqual([
    two.map((one) => (one.name === "b" ? { ...one, name: "c" } : one)),
    two,
  ])
  expect(withoutMacro(two, "b")).toEqual([macro("a", 0x62)])
  const many = Array.from({ length: MACROS_MAX + 1 }, (_, index) => macro(`m${index}`)).reduce(withMacro, [])
  expect([many.length, many[0]?.name]).toEqual([MACROS_MAX, "m1"])
})

test("[SCREEN-5] what is no macro is left out, and nothing throws", () => {
  const sound = { name: "Lock", strokes: [[Meta, 0x6c]] }
  const bad = [null, 1, {}, { name: "", strokes: [[1]] }, { name: "x", strokes: [] }, { name: "x", strokes: [[-1]] }]
  expect(macrosIn(JSON.stringify([...bad, sound]))).toEqual([sound])
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => Array.isArray(macrosIn(text))))
})

test("[SCREEN-5] keys are named as they stand on a keyboard", () => {
  expect([Control, 0x61, 0x20, 0xff51, 0xffbe, 0x0100_6f22, 0xfd1e].map(captionOf)).toEqual([
    ...["Ctrl", "A", "Space", "←", "F1", "漢", "0xfd1e"],
  ])
  expect(captionsOf({ name: "Lock", strokes: [[Meta, 0x6c]] })).toEqual(["Win", "L"])
  expect(captionsOf({ name: "Two", strokes: [[0x61], [0x62]] })).toBe(null)
})

test("[SCREEN-6] quality and pointer are kept for each device, and a text of anybody else counts as not chosen", () => {
  const choice = fc.record({
    quality: fc.constantFrom(...qualities),
    cursor: fc.constantFrom(...cursors),
    touch: fc.constantFrom(...touches),
    resizes: fc.boolean(),
  })
  const dids = fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "d1"))
  fc.assert(
    fc.property(
      fc.option(fc.oneof(fc.string(), fc.json())),
      dids,
      dids,
      choice,
      choice,
      (text, a, b, first, second) => {
        fc.pre(a !== b)
        const both = withChoices(withChoices(text, a, first), b, second)
        expect([choicesOf(both, a), choicesOf(both, b)]).toEqual([first, second])
      },
    ),
  )
  expect(choicesOf('{"d1":{"quality":"best","cursor":7,"touch":"nose"}}', "d1")).toEqual(atFirst)
  expect(choicesOf("{}", "toString")).toEqual(atFirst)
})

test("[SCREEN-6] the devices that were chosen for last are kept", () => {
  let text: string | null = null
  for (let index = 0; index <= DEVICES_KEPT; index += 1)
    text = withChoices(text, `d${index}`, { quality: "slow", cursor: "dot", touch: "pad", resizes: true })
  expect([choicesOf(text, "d0"), choicesOf(text, `d${DEVICES_KEPT}`).quality]).toEqual([atFirst, "slow"])
})

test("[SCREEN-5] an interrupted recording keeps its strokes, and no modifier for the next", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom("+", "-"), fc.constantFrom(Control, Alt, Delete, Enter))),
      (presses) => {
        const before = record(presses)
        const after = interrupted(before)
        for (const keysym of [Control, Alt]) expect(recorded(after, { keysym, down: false })).toEqual(after)
        expect(recorded(after, { keysym: Enter, down: true }).strokes).toEqual(
          [...before.strokes, [Enter]].slice(0, STROKES_MAX),
        )
      },
    ),
  )
})
