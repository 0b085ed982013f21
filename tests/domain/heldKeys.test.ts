import fc from "fast-check"
import { expect, test } from "vitest"
import { type Modifiers, releasedUnseen } from "../../src/adapters/viewer/heldKeys.ts"

const none: Modifiers = { ctrl: false, shift: false, alt: false, altGraph: false, meta: false }

test.each<readonly [string, readonly string[], Partial<Modifiers>, string, readonly string[]]>([
  ["a release of Ctrl elsewhere", ["ControlLeft", "KeyA"], {}, "KeyB", ["ControlLeft"]],
  ["an unreported release of Meta", ["MetaLeft", "KeyC"], {}, "KeyA", ["KeyC", "MetaLeft"]],
  ["keys under Meta that is still down", ["MetaLeft", "KeyC"], { meta: true }, "KeyV", []],
  ["the key of the event itself", ["ShiftLeft"], {}, "ShiftLeft", []],
  ["one release of two Shift keys", ["ShiftLeft", "ShiftRight"], {}, "ShiftRight", ["ShiftLeft"]],
  ["AltGr on Windows, which reports no Alt", ["AltRight"], { altGraph: true }, "KeyQ", []],
  ["AltGr that is not down any more", ["AltRight"], {}, "", ["AltRight"]],
  ["keys that are no modifiers", ["KeyA", "F5", ""], {}, "", []],
])("[SCREEN-4] %s", (_, held, state, own, expected) => {
  expect(releasedUnseen(held, { ...none, ...state }, own)).toEqual(expected)
})

const codes = ["ControlLeft", "ShiftRight", "AltLeft", "MetaLeft", "KeyA", "KeyC", "PrintScreen"]
const states = fc.record({
  ctrl: fc.boolean(),
  shift: fc.boolean(),
  alt: fc.boolean(),
  altGraph: fc.boolean(),
  meta: fc.boolean(),
})

test("[SCREEN-4] only keys that are held are let go, modifiers last, and a second look finds none", () => {
  fc.assert(
    fc.property(fc.subarray(codes), states, fc.constantFrom("", ...codes), (held, state, own) => {
      const over = releasedUnseen(held, state, own)
      expect(over.every((code) => held.includes(code) && code !== own)).toBe(true)
      const isLast = (code: string) => /^(Control|Shift|Alt|Meta)/.test(code)
      expect(over.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)))).toEqual(over)
      const left = held.filter((code) => !over.includes(code))
      expect(releasedUnseen(left, state, own)).toEqual([])
    }),
  )
})
