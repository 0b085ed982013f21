import { afterEach, expect, test } from "vitest"
import { cdp } from "vitest/browser"
import { keysymOf } from "../../src/adapters/viewer/keysymOf.ts"
import { key, opened, PlayedDevice, takesNone, u16, u32 } from "./playedScreen.ts"

/** Text over the picture that no single key writes. */

afterEach(() => document.body.replaceChildren())

/** Opens a composition in the browser. `ofInputMethod` gives the keys that a browser reports meanwhile. */
const compose = (text: string) =>
  cdp().send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length })
const insert = (text: string) => cdp().send("Input.insertText", { text })
const ofInputMethod = (code: string) => key("keydown", code, "Process", { keyCode: 229 })
const typed = (text: string) =>
  [...text].flatMap((character) => ["+", "-"].map((way) => way + keysymOf(character).toString(16))).join(" ")

test("[SCREEN-5] what an input method composes over the picture is shown, and typed once it is written", async () => {
  const device = new PlayedDevice()
  const { rfb, composed } = await opened(device)
  rfb._canvas.focus()
  rfb._canvas.dispatchEvent(ofInputMethod("KeyK"))
  await compose("か")
  await compose("かん")
  expect(device.keys()).toBe("")
  await insert("漢字")
  expect(composed.at(-2)).toBe("漢字")
  expect(composed.at(-1)).toBe("")
  expect(device.keys()).toBe(typed("漢字"))
  // A cancelled composition writes nothing.
  await compose("k")
  await compose("")
  expect(composed.at(-1)).toBe("")
  // Text that the system inserts, for example from its emoji panel.
  await insert("é😀")
  expect(device.keys()).toBe(typed("漢字é😀"))
  rfb.take(takesNone)
  await insert("x")
  expect(device.keys()).toBe(typed("漢字é😀"))
})

test.each([
  ["é", ["é"]],
  ["^x", ["^", "x"]],
] as const)(
  "[SCREEN-5] dead keys write %s, and each of the keys is pressed at a device that knows them by their codes",
  async (text, characters) => {
    const device = new PlayedDevice()
    const { rfb } = await opened(device)
    device.say(0, 0, ...u16(1), ...u32(0), ...u32(0), ...u32(0x1_0000_0000 - 258))
    rfb._canvas.focus()
    device.got.length = 0
    rfb._canvas.dispatchEvent(ofInputMethod("Quote"))
    await compose("´")
    rfb._canvas.dispatchEvent(ofInputMethod("KeyE"))
    await insert(text)
    const strokes = device.got.flat()
    const silent = characters.length === 1 ? [0] : []
    const keysyms = [...silent, ...characters.map(keysymOf)]
    const codes = [0x28, 0x12]
    expect(strokes).toEqual(
      keysyms.flatMap((keysym, index) =>
        [1, 0].flatMap((down) => [255, 0, ...u16(down), ...u32(keysym), ...u32(codes[index] ?? 0)]),
      ),
    )
  },
)

test("[SCREEN-5] a dead key with Shift writes its letter as a character: the device could not compose it again", async () => {
  const device = new PlayedDevice()
  const { rfb } = await opened(device)
  device.say(0, 0, ...u16(1), ...u32(0), ...u32(0), ...u32(0x1_0000_0000 - 258))
  rfb._canvas.focus()
  device.got.length = 0
  rfb._canvas.dispatchEvent(key("keydown", "Quote", "Dead", { keyCode: 229, shiftKey: true }))
  await compose("¨")
  rfb._canvas.dispatchEvent(ofInputMethod("KeyE"))
  await insert("ë")
  expect(device.keys()).toBe(typed("ë"))
  // The next composition has no Shift, and its keys are pressed at the device.
  device.got.length = 0
  rfb._canvas.dispatchEvent(ofInputMethod("Quote"))
  await compose("´")
  rfb._canvas.dispatchEvent(ofInputMethod("KeyE"))
  await insert("é")
  expect(device.got.flat().filter((byte) => byte === 0x28)).toHaveLength(2)
})

test("[SCREEN-5] a key with more than one character writes them all", async () => {
  const device = new PlayedDevice()
  const { rfb } = await opened(device)
  for (const text of ["لا", "😀"]) rfb._canvas.dispatchEvent(key("keydown", "KeyB", text))
  expect(device.keys()).toBe(typed("لا😀"))
})

test("[SCREEN-5] where the browser keeps composed text from a picture, that is said", async () => {
  const context = Object.getOwnPropertyDescriptor(window, "EditContext")
  Reflect.deleteProperty(window, "EditContext")
  const { rfb, unwritten } = await opened(new PlayedDevice())
  if (context !== undefined) Object.defineProperty(window, "EditContext", context)
  rfb._canvas.dispatchEvent(key("keydown", "", "Unidentified", { keyCode: 229 }))
  expect(unwritten()).toBe(1)
  rfb.take(takesNone)
  rfb._canvas.dispatchEvent(ofInputMethod("KeyK"))
  expect(unwritten()).toBe(1)
})
