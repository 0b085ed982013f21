import { afterEach, expect, test, vi } from "vitest"
import type { GuardedRfb } from "../../src/adapters/viewer/guardedRfb.ts"
import { bytes, key, open, opened, PlayedDevice, takesAll, takesNone, u16, u32 } from "./playedScreen.ts"
import { until } from "./screenDesk.tsx"

/**
 * noVNC behind its guard, with a device that may send anything. Each test covers a private name of noVNC that the app
 * uses.
 */

afterEach(() => {
  // noVNC captures the pointer of the page until a button goes up.
  window.dispatchEvent(new MouseEvent("mouseup"))
  document.body.replaceChildren()
})

/** An update with one raw rectangle of one pixel. */
const PIXEL = [0, 0, ...u16(1), ...u16(0), ...u16(0), ...u16(1), ...u16(1), ...u32(0), 255, 0, 0, 0]
/** An update that only changes the size of the screen (-223). */
const resized = (width: number, height: number) => [
  0,
  0,
  ...u16(1),
  ...u16(0),
  ...u16(0),
  ...u16(width),
  ...u16(height),
  ...u32(0x1_0000_0000 - 223),
]

test("[SCREEN-1] a whole picture is counted, and noVNC's canvas is the screen", async () => {
  const device = new PlayedDevice()
  const { rfb, place, frames, reasons, sizes } = await opened(device)
  device.say(...PIXEL)
  await until(() => frames() > 0)
  expect(sizes).toEqual(["64x32"])
  device.say(...resized(32, 64))
  await until(() => sizes.length > 1)
  expect(sizes).toEqual(["64x32", "32x64"])
  device.say(...resized(64, 32))
  await until(() => sizes.length > 2)
  expect(place.contains(rfb._canvas)).toBe(true)
  expect([rfb._canvas.width, rfb._canvas.height]).toEqual([64, 32])
  expect(reasons).toEqual([])
})

test.each([
  [16_384, 16_384, "screenTooLarge"],
  [16_385, 1, "screenTooLarge"],
  [7_681, 4_320, "screenTooLarge"],
  [0, 600, "junk"],
])("[SCREEN-3] a screen of %i x %i ends the stream, at first and later", async (width, height, reason) => {
  const first = open(new PlayedDevice(width, height))
  await until(() => first.reasons.length > 0)
  expect(first.reasons).toEqual([reason])

  const device = new PlayedDevice()
  const later = await opened(device)
  device.say(...resized(width, height))
  await until(() => later.reasons.length > 0)
  expect(later.reasons).toEqual([reason])
  expect(device.readyState).toBe(WebSocket.CLOSED)
})

const cutText = (length: number, ...body: readonly number[]) => [3, 0, 0, 0, ...u32(length), ...body]
const PROVIDE_TEXT = 0x1000_0001

const deflated = async (size: number): Promise<readonly number[]> => {
  const stream = new Blob([bytes(...u32(size)), new Uint8Array(size)]).stream()
  const packed = await new Response(stream.pipeThrough(new CompressionStream("deflate"))).arrayBuffer()
  return [...new Uint8Array(packed)]
}

test("[SCREEN-3] a clipboard that is too long, on the wire or unpacked, ends the stream", async () => {
  const long = new PlayedDevice()
  const screen = await opened(long)
  long.say(...cutText(2_000_000_000))
  await until(() => screen.reasons.length > 0)
  expect(screen.reasons).toEqual(["clipboardTooLong"])

  const packed = await deflated(8 * 1_024 * 1_024)
  const bomb = new PlayedDevice()
  const bombed = await opened(bomb)
  bomb.say(...cutText(0x1_0000_0000 - (packed.length + 4), ...u32(PROVIDE_TEXT), ...packed))
  await until(() => bombed.reasons.length > 0)
  expect(bombed.reasons).toEqual(["clipboardTooLong"])
  expect(bombed.clipboards).toEqual([])
})

test.each([
  ["a message of no known type", [99, 1, 2, 3]],
  ["a rectangle of no known encoding", [0, 0, ...u16(1), ...u16(0), ...u16(0), ...u16(1), ...u16(1), ...u32(0x7fff)]],
  ["a zlib stream that is none", [...PIXEL.slice(0, 12), ...u32(16), ...u32(8), 1, 2, 3, 4, 5, 6, 7, 8]],
])("[SCREEN-3] %s ends the stream as junk", async (_name, message) => {
  const device = new PlayedDevice()
  const { reasons } = await opened(device)
  device.say(...message)
  await until(() => reasons.length > 0)
  expect(reasons).toEqual(["junk"])
  expect(device.readyState).toBe(WebSocket.CLOSED)
})

test("[SCREEN-3] nothing is read behind what ended the stream", async () => {
  const device = new PlayedDevice()
  const { reasons, sizes } = await opened(device)
  device.say(255, ...resized(10, 20))
  expect([reasons, sizes]).toEqual([["junk"], ["64x32"]])
})

test("[SCREEN-7] a socket that is gone is a lost connection, and no junk", async () => {
  const early = new PlayedDevice()
  const before = open(early)
  early.close()
  const device = new PlayedDevice()
  const after = await opened(device)
  device.close()
  await Promise.resolve()
  expect([before.reasons, after.reasons]).toEqual([[], []])
})

const press = (canvas: HTMLElement, code: string, key: string, type = "keydown") =>
  canvas.dispatchEvent(
    new KeyboardEvent(type, { code, key, shiftKey: key === "Shift" || key === "A", bubbles: true, cancelable: true }),
  )

test("[SCREEN-4] keys are let go on blur, for view only, and by a command", async () => {
  const device = new PlayedDevice()
  const { rfb } = await opened(device)
  const letGo: readonly (() => void)[] = [
    () => rfb._canvas.dispatchEvent(new FocusEvent("blur")),
    () => rfb.take(takesNone),
    () => rfb.letGo(),
  ]
  for (const act of letGo) {
    rfb.take(takesAll)
    device.got.length = 0
    press(rfb._canvas, "ShiftLeft", "Shift")
    press(rfb._canvas, "KeyA", "A")
    act()
    expect(device.keys()).toBe("+ffe1 +41 -ffe1 -41")
  }
})

test("[SCREEN-4] keys are let go in a hidden tab, and stay down in one that is shown", async () => {
  const device = new PlayedDevice()
  const { rfb } = await opened(device)
  const seen = vi.spyOn(document, "visibilityState", "get")
  press(rfb._canvas, "ShiftLeft", "Shift")
  for (const state of ["visible", "hidden"] as const) {
    expect(device.keys()).toBe("+ffe1")
    seen.mockReturnValue(state)
    document.dispatchEvent(new Event("visibilitychange"))
  }
  expect(device.keys()).toBe("+ffe1 -ffe1")
  seen.mockRestore()
})

test("[SCREEN-4] view only takes no key, typed, pressed or held", async () => {
  const device = new PlayedDevice()
  const { rfb } = await opened(device)
  rfb.take(takesNone)
  press(rfb._canvas, "KeyA", "a")
  rfb.press([0xffe3, 0xffe9, 0xffff])
  rfb.type("x")
  expect(device.got).toEqual([])
})

test("[SCREEN-5] keys are pressed in order and let go of backwards, and any character is typed", async () => {
  const device = new PlayedDevice()
  const { rfb } = await opened(device)
  rfb.press([0xffe3, 0xffe9, 0xffff])
  expect(device.keys()).toBe("+ffe3 +ffe9 +ffff -ffff -ffe9 -ffe3")
  device.got.length = 0
  for (const character of "é漢😀\n") rfb.type(character)
  expect(device.keys()).toBe("+e9 -e9 +1006f22 -1006f22 +101f600 -101f600 +ff0d -ff0d")
  device.got.length = 0
  rfb.type("c", [0xffe3])
  expect(device.keys()).toBe("+ffe3 +63 -63 -ffe3")
})

test("[SCREEN-4] a modifier whose release no browser reported is let go with the next event that says so", async () => {
  const device = new PlayedDevice()
  const { rfb } = await opened(device)
  const at = (type: string, code: string, key: string, ctrlKey: boolean) =>
    rfb._canvas.dispatchEvent(new KeyboardEvent(type, { code, key, ctrlKey, bubbles: true, cancelable: true }))
  at("keydown", "ControlLeft", "Control", true)
  at("keydown", "KeyC", "c", true)
  at("keyup", "KeyC", "c", true)
  // Another window received the release of Ctrl.
  at("keydown", "KeyA", "a", false)
  expect(device.keys()).toBe("+ffe3 +63 -63 -ffe3 +61")
  device.got.length = 0
  at("keyup", "KeyA", "a", false)
  at("keydown", "ControlLeft", "Control", true)
  rfb._canvas.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }))
  rfb._canvas.dispatchEvent(new MouseEvent("mouseup", { bubbles: true }))
  expect(device.keys()).toBe("-61 +ffe3 -ffe3")
})

test.each<readonly [string, () => Event]>([
  ["the wheel", () => new WheelEvent("wheel", { deltaY: 60, bubbles: true, cancelable: true })],
  ["a finger", () => new PointerEvent("pointerdown", { pointerType: "touch", bubbles: true })],
])("[SCREEN-4] a modifier that went up elsewhere goes up before %s says so", async (_name, event) => {
  const device = new PlayedDevice()
  const { rfb } = await opened(device)
  rfb._canvas.dispatchEvent(key("keydown", "ControlLeft", "Control", { location: 1, ctrlKey: true }))
  rfb._canvas.dispatchEvent(event())
  expect(device.keys()).toBe("+ffe3 -ffe3")
})

const META = { code: "MetaLeft", key: "Meta" }

test.each<readonly [string, readonly KeyboardEvent[], string]>([
  [
    "a key under Meta",
    [
      key("keydown", META.code, META.key, { location: 1, metaKey: true }),
      key("keydown", "KeyC", "c", { metaKey: true }),
    ],
    "+ffeb +63 -63 -ffeb",
  ],
  [
    "a key that was down before Meta",
    [key("keydown", "KeyC", "c"), key("keydown", META.code, META.key, { location: 1, metaKey: true })],
    "+63 +ffeb -63 -ffeb",
  ],
  [
    "keys under Meta and Shift",
    [
      key("keydown", "ShiftLeft", "Shift", { location: 1, shiftKey: true }),
      key("keydown", META.code, META.key, { location: 1, shiftKey: true, metaKey: true }),
      key("keydown", "Digit4", "$", { shiftKey: true, metaKey: true }),
    ],
    "+ffe1 +ffeb +24 -24 -ffe1 -ffeb",
  ],
])("[SCREEN-4] with Meta goes what no browser reports: %s", async (_name, events, expected) => {
  const device = new PlayedDevice()
  const { rfb } = await opened(device)
  for (const event of events) rfb._canvas.dispatchEvent(event)
  rfb._canvas.dispatchEvent(key("keyup", META.code, META.key))
  expect(device.keys()).toBe(expected)
})

test.each([
  ["Lang1", "HangulMode", "ff31"],
  ["Lang2", "HanjaMode", "ff34"],
  ["Lang2", "Eisu", "ff30"],
  ["Lang5", "ZenkakuHankaku", "ff2a"],
  ["Backquote", "Zenkaku", "ff28"],
  ["Lang4", "Hiragana", "ff25"],
  ["Lang3", "Katakana", "ff26"],
  ["AudioVolumeMute", "AudioVolumeMute", "1008ff12"],
  ["BrowserBack", "BrowserBack", "1008ff26"],
  ["BrightnessUp", "BrightnessUp", "1008ff02"],
])(
  "[SCREEN-4] %s as %s is pressed and let go at once, because not each system reports its release",
  async (code, name, sym) => {
    const device = new PlayedDevice()
    const { rfb } = await opened(device)
    rfb._canvas.dispatchEvent(key("keydown", code, name))
    expect(device.keys()).toBe(`+${sym} -${sym}`)
    rfb._canvas.dispatchEvent(key("keyup", code, name))
    expect(device.keys()).toBe(`+${sym} -${sym}`)
  },
)

test("[SCREEN-4] Print Screen, of which Windows reports the release alone, is pressed once", async () => {
  const device = new PlayedDevice()
  const { rfb } = await opened(device)
  rfb._canvas.dispatchEvent(key("keyup", "PrintScreen", "PrintScreen"))
  expect(device.keys()).toBe("+ff61 -ff61")
  rfb._canvas.dispatchEvent(key("keydown", "PrintScreen", "PrintScreen"))
  rfb._canvas.dispatchEvent(key("keyup", "PrintScreen", "PrintScreen"))
  expect(device.keys()).toBe("+ff61 -ff61 +ff61 -ff61")
})

const mouse = (type: string, buttons: number) =>
  new MouseEvent(type, { buttons, clientX: 20, clientY: 20, bubbles: true, cancelable: true })

test.each<readonly [string, (rfb: GuardedRfb) => void]>([
  ["the picture loses the focus", (rfb) => rfb._canvas.dispatchEvent(new FocusEvent("blur"))],
  ["the window loses the focus", () => window.dispatchEvent(new FocusEvent("blur"))],
  ["nothing is taken any more", (rfb) => rfb.take(takesNone)],
  ["the pointer is taken no more", (rfb) => rfb.take({ ...takesAll, pointer: false })],
  ["a person lets go", (rfb) => rfb.letGo()],
  ["the pointer moves without it", (rfb) => rfb._canvas.dispatchEvent(mouse("mousemove", 0))],
  ["the wheel turns without it", (rfb) => rfb._canvas.dispatchEvent(new WheelEvent("wheel", { bubbles: true }))],
  ["a key says nothing of it, and the pointer comes back", (rfb) => rfb._canvas.dispatchEvent(mouse("mouseover", 0))],
])("[SCREEN-4] a button of the pointer goes up at the device when %s", async (_name, act) => {
  const device = new PlayedDevice()
  const { rfb } = await opened(device)
  rfb._canvas.dispatchEvent(mouse("mousedown", 1))
  expect(device.buttons()).toEqual([1])
  act(rfb)
  expect(device.buttons()).toEqual([1, 0])
  // The rest of the press is a drag in the page, and the device learns nothing of it.
  window.dispatchEvent(mouse("mouseup", 0))
  expect(device.buttons()).toEqual([1, 0])
})

test("[SCREEN-4] one of two buttons that went up elsewhere goes up at the device with the next move", async () => {
  const device = new PlayedDevice()
  const { rfb } = await opened(device)
  rfb._canvas.dispatchEvent(mouse("mousedown", 1))
  rfb._canvas.dispatchEvent(mouse("mousedown", 3))
  rfb._canvas.dispatchEvent(mouse("mousemove", 2))
  expect(device.buttons()).toEqual([1, 5, 4])
  window.dispatchEvent(mouse("mouseup", 0))
})

test("[SCREEN-5] each key that goes down or up at the device is reported, however it was pressed", async () => {
  const { rfb, keys } = await opened(new PlayedDevice())
  press(rfb._canvas, "KeyA", "a")
  press(rfb._canvas, "KeyA", "a", "keyup")
  rfb.press([0xffe3, 0x63])
  rfb.type("x")
  expect(keys).toEqual(["+61", "-61", "+ffe3", "+63", "-63", "-ffe3", "+78", "-78"])
  keys.length = 0
  rfb.take(takesNone)
  rfb.type("x")
  expect(keys).toEqual([])
})

test("[SCREEN-5] keys that are let go of all at once are in no macro: the way out of the picture, and what the window took away", async () => {
  const { rfb, strokes } = await opened(new PlayedDevice())
  const canvas = rfb._canvas
  const down = (code: string, name: string) => canvas.dispatchEvent(key("keydown", code, name, held(name)))
  const held = (name: string) => ({ ctrlKey: true, altKey: name === "Alt", location: 1 })
  for (const letGo of [
    () => rfb.letGo(),
    () => canvas.dispatchEvent(new FocusEvent("blur")),
    () => rfb.take(takesNone),
  ]) {
    rfb.take(takesAll)
    down("ControlLeft", "Control")
    down("AltLeft", "Alt")
    letGo()
    expect(strokes()).toEqual([])
  }
  // A person's own release completes a stroke, and the next stroke holds no key of it.
  rfb.take(takesAll)
  down("ControlLeft", "Control")
  canvas.dispatchEvent(key("keyup", "ControlLeft", "Control", { location: 1 }))
  rfb.type("a")
  expect(strokes()).toEqual([[0xffe3], [0x61]])
})

const gesture = (rfb: GuardedRfb, phase: string, type: string, magnitudeX: number, magnitudeY: number) =>
  rfb._canvas.dispatchEvent(
    new CustomEvent(`gesture${phase}`, { detail: { type, clientX: 100, clientY: 50, magnitudeX, magnitudeY } }),
  )

test("[SCREEN-5] view only gives the device no clipboard", async () => {
  const device = new PlayedDevice()
  const { rfb } = await opened(device)
  rfb.take(takesNone)
  rfb.give("secret")
  expect(device.got).toEqual([])
  rfb.take(takesAll)
  rfb.give("text")
  expect(device.got.map(([type]) => type)).toEqual([6])
})

test("[SCREEN-6] a touchpad moves the pointer to shares of the picture, and presses buttons there, if the pointer is taken", async () => {
  const device = new PlayedDevice(101, 51)
  const { rfb, place } = await opened(device)
  const pointers = () => device.got.flat()
  rfb.point({ x: 0.5, y: 1 }, 0)
  rfb.point({ x: 0.5, y: 1 }, 1)
  rfb.point({ x: 0.5, y: 1 }, 0)
  await until(() => pointers().length >= 18)
  const [x, y] = [u16(50), u16(50)]
  const seen = pointers()
  const last = seen.slice(-12)
  expect(last).toEqual([5, 1, ...x, ...y, 5, 0, ...x, ...y])
  expect(seen.slice(0, 6)).toEqual([5, 0, ...x, ...y])
  // The bottom right pixel of a picture that is shown smaller than it is.
  rfb.scaleViewport = true
  place.style.cssText = "inline-size: 20px; block-size: 10px"
  await until(() => rfb._canvas.offsetWidth < 25)
  rfb.point({ x: 1, y: 1 }, 2)
  expect(pointers().slice(-4)).toEqual([...u16(100), ...u16(50)])
  rfb.take({ ...takesAll, pointer: false })
  device.got.length = 0
  rfb.point({ x: 0, y: 0 }, 1)
  rfb.press([0x61])
  await until(() => device.got.length > 0)
  expect(device.keys()).toBe("+61 -61")
})

/** A pointer shape of the device (-239), with its size in pixels and its hot spot. */
const pointerShape = (width: number, height: number, hotX: number, hotY: number) => [
  0,
  0,
  ...u16(1),
  ...[hotX, hotY, width, height].flatMap(u16),
  ...u32(0x1_0000_0000 - 239),
  ...Array.from({ length: width * height * 4 }, () => 200),
  ...Array.from({ length: Math.ceil(width / 8) * height }, () => 255),
]

test("[SCREEN-6] the pointer of fingers has its hot spot at the point, is cut off at the edges of the picture, and goes when they are done", async () => {
  const device = new PlayedDevice(320, 160)
  const { rfb, place, frames } = await opened(device)
  device.say(...PIXEL, ...pointerShape(16, 24, 5, 9))
  await until(() => frames() > 0 && rfb._cursor._canvas.width === 16)
  const pointer = () => place.querySelector<HTMLCanvasElement>("div canvas:only-child:not([tabindex])")
  /** The position of the hot spot in the picture. */
  const spot = () => {
    const at = pointer()?.getBoundingClientRect()
    const { left, top } = rfb._canvas.getBoundingClientRect()
    return at === undefined ? null : [Math.round(at.left - left + 5), Math.round(at.top - top + 9)]
  }
  for (const [x, y] of [
    [0, 0],
    [0.5, 0.5],
    [1, 1],
  ] as const) {
    rfb.point({ x, y }, 0)
    expect(spot()).toEqual([x * 320, y * 160])
    expect(pointer()?.getContext("2d")?.getImageData(8, 8, 1, 1).data[3]).toBe(255)
  }
  const edge = pointer()?.parentElement
  if (edge === null || edge === undefined) throw new Error("there is no pointer")
  expect(edge.getBoundingClientRect()).toEqual(rfb._canvas.getBoundingClientRect())
  expect([getComputedStyle(edge).overflow, getComputedStyle(edge).pointerEvents]).toEqual(["hidden", "none"])
  expect(place.scrollWidth).toBe(320)
  // The pointer scales with the picture, and the device can change its shape.
  rfb.scaleViewport = true
  rfb.point({ x: 0.5, y: 0.5 }, 0)
  place.style.inlineSize = "640px"
  place.style.blockSize = "320px"
  await until(() => rfb._canvas.offsetWidth === 640)
  expect(spot()).toEqual([320, 160])
  device.say(...pointerShape(8, 8, 0, 0))
  await until(() => pointer()?.width === 8)
  const ends = [
    () => rfb.point(null, 0),
    () => rfb._canvas.dispatchEvent(mouse("mousemove", 0)),
    () => rfb.take({ ...takesAll, pointer: false }),
    () => device.close(),
  ]
  for (const end of ends) {
    rfb.take(takesAll)
    rfb.point({ x: 0.5, y: 0.5 }, 0)
    expect(pointer()).not.toBe(null)
    end()
    await until(() => pointer() === null)
  }
})

test("[SCREEN-4] fingers on a picture that takes no pointer show none", async () => {
  const { rfb, place } = await opened(new PlayedDevice())
  rfb.take({ ...takesAll, pointer: false })
  gesture(rfb, "start", "onetap", 0, 0)
  expect(place.querySelectorAll("canvas")).toHaveLength(1)
  rfb.take(takesAll)
  gesture(rfb, "start", "onetap", 0, 0)
  expect(place.querySelectorAll("canvas")).toHaveLength(2)
})
