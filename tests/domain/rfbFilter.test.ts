import * as fc from "fast-check"
import { expect, test } from "vitest"
import { ByteWriter } from "../../src/domain/wire/rfb/bytes.ts"
import { RfbClientFilter } from "../../src/domain/wire/rfb/clientFilter.ts"
import { clientTypes } from "../../src/domain/wire/rfb/protocol.ts"

/** When control ends, the filter releases each key and button that the viewer still holds, once (SCREEN-4). */

const keyOf = (keysym: number, isDown: boolean): Uint8Array =>
  new ByteWriter().u8(clientTypes.key).u8(Number(isDown)).pad(2).u32(keysym).done()
const qemuOf = (keysym: number, isDown: boolean): Uint8Array =>
  new ByteWriter().u8(clientTypes.qemu).u8(0).u16(Number(isDown)).u32(keysym).u32(keysym).done()
const pointerOf = (buttons: number): Uint8Array =>
  new ByteWriter().u8(clientTypes.pointer).u8(buttons).u16(7).u16(9).done()

type Step =
  | { readonly kind: "key" | "qemu"; readonly keysym: number; readonly isDown: boolean }
  | { readonly kind: "pointer"; readonly buttons: number }
  | { readonly kind: "release" }
  | { readonly kind: "control"; readonly may: boolean }
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom("key" as const, "qemu" as const),
      keysym: fc.constantFrom(0x61, 0x62, 0xffe1),
      isDown: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("pointer" as const), buttons: fc.constantFrom(0, 1, 4) }) },
  { weight: 2, arbitrary: fc.constant({ kind: "release" as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("control" as const), may: fc.boolean() }) },
)

test("[SCREEN-4] lets go of what is held, once, whatever came between", () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 30 }), (all) => {
      let may = true
      const filter = new RfbClientFilter(() => may)
      const held = new Map<string, Uint8Array>()
      let pressed: Uint8Array | undefined
      for (const step of all) {
        if (step.kind === "control") may = step.may
        else if (step.kind === "release") {
          expect(filter.release()).toEqual([...held.values(), ...(pressed === undefined ? [] : [pressed])])
          held.clear()
          pressed = undefined
        } else {
          const message =
            step.kind === "pointer"
              ? pointerOf(step.buttons)
              : (step.kind === "key" ? keyOf : qemuOf)(step.keysym, step.isDown)
          expect(filter.push(message)).toEqual({ messages: may ? [message] : [], isBroken: false })
          if (!may) continue
          if (step.kind === "pointer") pressed = step.buttons === 0 ? undefined : pointerOf(0)
          else {
            const name = `${step.kind} ${step.keysym}`
            if (step.isDown) held.set(name, (step.kind === "key" ? keyOf : qemuOf)(step.keysym, false))
            else held.delete(name)
          }
        }
      }
    }),
  )
})

const resize = new ByteWriter().u8(clientTypes.setDesktopSize).pad(1).u16(390).u16(643).u8(0).pad(1).done()

test.each([
  ["a key", keyOf(0x61, true)],
  ["a key by its code", qemuOf(0x61, true)],
  ["the pointer", pointerOf(1)],
  ["another size of the screen", resize],
])("[SCREEN-2] passes %s to the computer for a viewer in control, and for no other", (_what, message) => {
  let may = true
  const filter = new RfbClientFilter(() => may)
  expect(filter.push(message)).toEqual({ messages: [message], isBroken: false })
  may = false
  expect(filter.push(message)).toEqual({ messages: [], isBroken: false })
})

test.each([63, 64, 65])("[SCREEN-4] keeps %d keys that are held in mind, up to sixty-four", (count) => {
  const filter = new RfbClientFilter(() => true)
  for (let key = 0; key < count; key += 1) filter.push(keyOf(0x100 + key, true))
  expect(filter.release()).toHaveLength(Math.min(64, count))
})
