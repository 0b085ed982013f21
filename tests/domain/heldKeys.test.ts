import fc from "fast-check"
import { expect, test } from "vitest"
import {
  type HeldKeys,
  handleStroke,
  type KeyChange,
  letGo,
  type Modifiers,
  noKeys,
  type Stroke,
  settle,
} from "../../src/app/viewer/heldKeys.ts"

const none: Modifiers = { ctrl: false, shift: false, alt: false, altGraph: false, meta: false }
const on = (
  code: string,
  down: boolean,
  modifiers: Partial<Modifiers> = {},
  changes: Partial<Stroke> = {},
): Stroke => ({
  code,
  key: code,
  down,
  at: 0,
  modifiers: { ...none, ...modifiers },
  ...changes,
})

/** What the device is sent, as `+code` and `-code`. */
const sent = (strokes: readonly Stroke[], isMac = false): { readonly keys: HeldKeys; readonly text: string } => {
  let keys = noKeys
  const changes: KeyChange[] = []
  for (const stroke of strokes) {
    const [next, more] = handleStroke(keys, stroke, isMac)
    keys = next
    changes.push(...more)
  }
  return { keys, text: changes.map(({ code, down }) => `${down ? "+" : "-"}${code}`).join(" ") }
}

const meta = { meta: true }

test.each<readonly [string, readonly Stroke[], string]>([
  [
    "Meta down, C down, Meta up",
    [on("MetaLeft", true, meta), on("KeyC", true, meta), on("MetaLeft", false)],
    "+MetaLeft +KeyC -KeyC -MetaLeft",
  ],
  [
    "C down, Meta down, Meta up",
    [on("KeyC", true), on("MetaRight", true, meta), on("MetaRight", false)],
    "+KeyC +MetaRight -KeyC -MetaRight",
  ],
  [
    "a release of Meta that nobody reported",
    [on("MetaLeft", true, meta), on("KeyC", true, meta), on("KeyA", true)],
    "+MetaLeft +KeyC -KeyC -MetaLeft +KeyA",
  ],
  [
    "one release of two Shift keys",
    [on("ShiftLeft", true, { shift: true }), on("ShiftRight", true, { shift: true }), on("ShiftRight", false)],
    "+ShiftLeft +ShiftRight -ShiftLeft -ShiftRight",
  ],
  [
    "a release of Ctrl elsewhere",
    [on("ControlLeft", true, { ctrl: true }), on("KeyA", true)],
    "+ControlLeft -ControlLeft +KeyA",
  ],
  ["Print Screen that only goes up", [on("PrintScreen", false)], "+PrintScreen -PrintScreen"],
  ["Print Screen that only goes down", [on("PrintScreen", true), on("KeyA", true)], "+PrintScreen -PrintScreen +KeyA"],
  [
    "Print Screen, both halves, twice",
    [on("PrintScreen", true), on("PrintScreen", false), on("PrintScreen", true), on("PrintScreen", false)],
    "+PrintScreen -PrintScreen +PrintScreen -PrintScreen",
  ],
  ["a key without a code", [on("", true), on("", false)], "+ -"],
  ["a release of what went down elsewhere", [on("Enter", false)], ""],
  ["a held key repeats", [on("KeyA", true), on("KeyA", true), on("KeyA", false)], "+KeyA +KeyA -KeyA"],
])("[SCREEN-4][DEVICE-8] %s", (_, strokes, expected) => {
  const { text, keys } = sent(strokes)
  expect(text).toBe(expected)
  expect([...keys.held.keys()].filter((code) => code !== "KeyA")).toEqual([])
})

test("[SCREEN-4] AltGr of Windows is the right Alt alone, while it is down and after", () => {
  const altGraph = { altGraph: true }
  const { text, keys } = sent([
    on("ControlLeft", true, { ctrl: true }, { at: 10 }),
    on("AltRight", true, altGraph, { key: "AltGraph", at: 11 }),
    on("KeyQ", true, altGraph, { at: 90 }),
    on("KeyQ", false, altGraph, { at: 99 }),
    on("ControlLeft", false, altGraph, { at: 120 }),
    on("AltRight", false, {}, { key: "AltGraph", at: 120 }),
  ])
  expect(text).toBe("+ControlLeft -ControlLeft +AltRight +KeyQ -KeyQ -AltRight")
  expect(keys.held.size).toBe(0)
})

test("[SCREEN-4] Caps Lock of macOS is a whole stroke each time", () => {
  expect(sent([on("CapsLock", true), on("CapsLock", false)], true).text).toBe("+CapsLock -CapsLock +CapsLock -CapsLock")
  expect(sent([on("CapsLock", true), on("CapsLock", false)]).text).toBe("+CapsLock -CapsLock")
})

const codes = [
  "KeyA",
  "KeyC",
  "Tab",
  "ControlLeft",
  "ControlRight",
  "ShiftLeft",
  "AltLeft",
  "AltRight",
  "MetaLeft",
  "MetaRight",
  "PrintScreen",
  "CapsLock",
  "",
]
const anyStroke: fc.Arbitrary<Stroke> = fc.record({
  code: fc.constantFrom(...codes),
  key: fc.constantFrom("a", "AltGraph", "Process"),
  down: fc.boolean(),
  at: fc.integer({ min: 0, max: 500 }),
  modifiers: fc.record({
    ctrl: fc.boolean(),
    shift: fc.boolean(),
    alt: fc.boolean(),
    altGraph: fc.boolean(),
    meta: fc.boolean(),
  }),
})

/** What is down at the device after these. */
const downAfter = (changes: readonly KeyChange[]): ReadonlySet<string> => {
  const down = new Set<string>()
  for (const change of changes) {
    if (!change.down) expect(down.delete(change.code), `${change.code} goes up and was not down`).toBe(true)
    else down.add(change.code)
  }
  return down
}

test("[SCREEN-4] whatever a browser reports, the device holds what is held here, and nothing once it is let go", () => {
  fc.assert(
    fc.property(fc.array(anyStroke, { maxLength: 60 }), fc.boolean(), (strokes, isMac) => {
      let keys = noKeys
      const changes: KeyChange[] = []
      for (const stroke of strokes) {
        const [next, more] = handleStroke(keys, stroke, isMac)
        keys = next
        changes.push(...more)
        expect(downAfter(changes)).toEqual(new Set(keys.held.keys()))
      }
      changes.push(...letGo(keys)[1])
      expect(downAfter(changes).size).toBe(0)
    }),
  )
})

test("[SCREEN-4] no modifier is held that an event says is up, and nothing outlives Meta", () => {
  const up = { ctrl: ["ControlLeft", "ControlRight"], shift: ["ShiftLeft"], meta: ["MetaLeft", "MetaRight"] } as const
  fc.assert(
    fc.property(fc.array(anyStroke, { maxLength: 60 }), fc.boolean(), (strokes, isMac) => {
      let keys = noKeys
      for (const stroke of strokes) {
        const hadMeta = [...keys.held.keys()].some((code) => code.startsWith("Meta"))
        keys = handleStroke(keys, stroke, isMac)[0]
        const [settled] = settle(keys, stroke.modifiers)
        for (const modifier of ["ctrl", "shift", "meta"] as const)
          for (const code of up[modifier]) expect(settled.held.has(code) && !stroke.modifiers[modifier]).toBe(false)
        const held = [...settled.held.keys()].filter((code) => /^(Key|Tab)/.test(code) && code !== stroke.code)
        if (hadMeta && !stroke.modifiers.meta && !stroke.code.startsWith("Meta")) expect(held).toEqual([])
      }
    }),
  )
})
