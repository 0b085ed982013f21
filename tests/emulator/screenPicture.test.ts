import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { clockText } from "../../emulator/model/screen/clockText.ts"
import { Computer } from "../../emulator/model/screen/computer.ts"
import { type ComputerScene, Desktop } from "../../emulator/model/screen/desktop.ts"
import { Framebuffer } from "../../emulator/model/screen/framebuffer.ts"
import { GLYPH_HEIGHT, GLYPH_WIDTH, glyphOf } from "../../emulator/model/screen/glyphs.ts"
import { keysyms } from "../../emulator/model/screen/keysyms.ts"
import { colorIndex } from "../../emulator/model/screen/palette.ts"
import { SPLEEN_GLYPHS, SPLEEN_RUNS } from "../../emulator/model/screen/spleen.ts"
import type { Area } from "../../src/domain/wire/rfb/clientMessage.ts"

/** Laws of the picture of an emulated computer. The test reads the text back from the pixels. */

const NOW = 1_790_000_000_000
const BOOT_MS = 4_000
const LONG_NAME = "An uncommonly long name of a machine in the far corner of the hall, row 7"

const SCENE: ComputerScene = {
  name: "Bench 7",
  did: "D0123456789",
  build: 241_204_091_500,
  mode: "hid",
  startedAt: NOW - 600_000,
  host: "awake",
  stage: "idle",
  percent: 0,
  viewers: 2,
  isControlled: true,
}

const sizes = [
  [900, 420],
  [640, 400],
] as const

interface Painted {
  readonly screen: Framebuffer
  readonly computer: Computer
  readonly desktop: Desktop
  readonly areas: Area[]
}

const opened = ([width, height]: readonly [number, number], computer = new Computer(() => SCENE)): Painted => {
  const areas: Area[] = []
  const screen = new Framebuffer(width, height, (area) => areas.push(area))
  return { screen, computer, desktop: new Desktop(screen, computer), areas }
}

const painted = (size: readonly [number, number], scene: ComputerScene, now = NOW): Painted => {
  const own = opened(size)
  own.desktop.paint(scene, now)
  return own
}

/** The positions of a text in the pixels, in two different colours; each is that of the first character. */
const spotsOf = (
  { width, height, pixels }: Framebuffer,
  text: string,
): readonly (readonly [x: number, y: number])[] => {
  const bits: (readonly [at: number, isSet: boolean])[] = []
  for (const [index, character] of [...text].entries())
    for (const [row, byte] of glyphOf(character.codePointAt(0) ?? 0).entries())
      for (let column = 0; column < GLYPH_WIDTH; column += 1)
        bits.push([row * width + index * GLYPH_WIDTH + column, (byte & (0x80 >> column)) !== 0])
  const set = bits.find(([, isSet]) => isSet)?.[0] ?? 0
  const unset = bits.find(([, isSet]) => !isSet)?.[0] ?? 0
  const spots: (readonly [number, number])[] = []
  for (let y = 0; y + GLYPH_HEIGHT <= height; y += 1)
    for (let x = 0; x + [...text].length * GLYPH_WIDTH <= width; x += 1) {
      const at = y * width + x
      const color = pixels[at + set]
      const ground = pixels[at + unset]
      if (color === ground) continue
      if (bits.every(([by, isSet]) => pixels[at + by] === (isSet ? color : ground))) spots.push([x, y])
    }
  return spots
}

const isRead = (screen: Framebuffer, text: string): boolean => spotsOf(screen, text).length > 0

/** Number of pixels of a colour in a row. */
const inRow = ({ width, pixels }: Framebuffer, y: number, color: "accent" | "line"): number =>
  pixels.subarray(y * width, (y + 1) * width).filter((pixel) => pixel === colorIndex(color)).length

test("[SCREEN-1] each sign has a picture of its own", () => {
  const codes = SPLEEN_RUNS.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at))
  expect(atob(SPLEEN_GLYPHS).length).toBe(codes.length * GLYPH_HEIGHT)
  const pictures = new Map(codes.map((code) => [code, glyphOf(code).join()]))
  const blank = [...pictures].filter(([, picture]) => picture === glyphOf(0x20).join()).map(([code]) => code)
  expect(blank).toEqual([0x20, 0xa0])
  const letters = [...pictures].filter(([code]) => code >= 0x20 && code < 0x7f).map(([, picture]) => picture)
  expect(new Set(letters).size).toBe(letters.length)
  expect([...pictures.values()]).not.toContain(glyphOf(0x10_ffff).join())
})

describe("the picture of a computer", () => {
  test.each(sizes)("[SCREEN-1] says on %d × %d what is true of it", (...size) => {
    const { screen, computer } = painted(size, SCENE)
    for (const text of [SCENE.name, clockText(NOW), "terminal", "Welcome.", "tech@bench-7"])
      expect(isRead(screen, text), text).toBe(true)
    expect(isRead(screen, "USB stream mode")).toBe(false)
    const usb = painted(size, { ...SCENE, mode: "usb" })
    expect(isRead(usb.screen, "USB stream")).toBe(true)
    // The clock's distance from the right edge equals the name's distance from the left edge.
    const [name, clock] = [spotsOf(screen, SCENE.name)[0], spotsOf(screen, clockText(NOW))[0]]
    expect(name?.[0]).toBe(screen.width - (clock?.[0] ?? 0) - 8 * GLYPH_WIDTH)
    expect(name?.[1]).toBe(clock?.[1])
    expect(computer.cells.columns).toBeGreaterThan(60)
  })

  const facts: readonly (readonly [label: string, value: string, Partial<ComputerScene>])[] = [
    ["device", "D0123456789", {}],
    ["build", "241204091500", {}],
    ["build", "unknown", { build: 0 }],
    ["mode", "HID", {}],
    ["mode", "USB stream", { mode: "usb" }],
    ["computer", "awake", {}],
    ["computer", "not seen", { host: "none" }],
    ["up", "10 min", {}],
    ["viewers", "2", {}],
    ["control", "on", {}],
    ["control", "view only", { isControlled: false }],
    ["keys down", "–", {}],
  ]
  test.each(facts)("[SCREEN-1] beside the terminal: %s is %s", (label, value, part) => {
    const { screen } = painted(sizes[0], { ...SCENE, ...part })
    const labels = spotsOf(screen, label)
    const values = spotsOf(screen, value)
    // Each in a separate row, label before value, to the right of the terminal.
    const pair = labels.flatMap(([x, y]) => values.filter(([at, row]) => row === y && at > x).map(([at]) => [x, at]))
    expect(pair.length).toBeGreaterThan(0)
    expect(isRead(painted([640, 400], { ...SCENE, ...part }).screen, "keys down")).toBe(false)
  })

  test("[SCREEN-1] pointer and held keys are among them, as long as they are held", () => {
    const own = opened(sizes[0])
    own.computer.pointer = { x: 31, y: 47, buttons: 1 }
    own.computer.key(keysyms.controlLeft, true, NOW)
    own.computer.key(keysyms.shiftRight, true, NOW)
    own.desktop.paint(SCENE, NOW)
    for (const text of ["31, 47 ●", "Ctrl + Shift"]) expect(isRead(own.screen, text), text).toBe(true)
    own.computer.release()
    own.desktop.paint(SCENE, NOW)
    expect(isRead(own.screen, "31, 47 ●")).toBe(false)
    expect(isRead(own.screen, "31, 47")).toBe(true)
    expect(isRead(own.screen, "Ctrl")).toBe(false)
  })

  test("[SCREEN-1] starts line by line", () => {
    const size = [640, 400] as const
    const lines = ["Sightline loader", "memory", "video", "keyboard", "network", "starting"]
    const shown = (ms: number) => {
      const { screen } = painted(size, { ...SCENE, startedAt: NOW - ms })
      return lines.filter((line) => isRead(screen, line)).length
    }
    const each = Array.from({ length: lines.length }, (_, line) => shown((line * BOOT_MS) / lines.length + 1))
    expect(each).toEqual([1, 2, 3, 4, 5, 6])
    expect([shown(BOOT_MS - 1), shown(BOOT_MS)]).toEqual([6, 0])
    expect(isRead(painted(size, { ...SCENE, startedAt: NOW }).screen, SCENE.name)).toBe(true)
  })

  test.each(sizes)("[SCREEN-1] asleep on %d × %d: says so in the middle", (...size) => {
    const { screen } = painted(size, { ...SCENE, host: "asleep" })
    for (const text of ["Bench 7 gives no picture", "The computer behind it is asleep."]) {
      const [spot] = spotsOf(screen, text)
      const rest = screen.width - 2 * (spot?.[0] ?? 0) - text.length * GLYPH_WIDTH
      expect(Math.abs(rest), text).toBeLessThanOrEqual(1)
    }
  })

  test("[SCREEN-1][FW-3] an update says how far it is, by figure and by its bar", () => {
    for (const percent of [0, 1, 37, 100]) {
      const [width, height] = [640, 400] as const
      const { screen } = painted([width, height], { ...SCENE, stage: "installing", percent })
      for (const text of ["Bench 7: firmware update", `installing  ${percent} %`, "Do not turn off the power."])
        expect(isRead(screen, text), text).toBe(true)
      const rows = Array.from({ length: height }, (_, y) => [inRow(screen, y, "accent"), inRow(screen, y, "line")])
      const bars = rows.filter(([, rest = 0], y) => rest > 0 || (rows[y]?.[0] ?? 0) > 300)
      const length = Math.min(480, width - 48)
      const done = Math.round((length * percent) / 100)
      expect(bars.length).toBe(6)
      for (const bar of bars) expect(bar).toEqual([done, length - done])
    }
  })

  const steps = fc.array(
    fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 12 }).map((text) => ({ text })),
      fc.constantFrom("help", "ls", "colors", "status", "cat motd.txt", "clear").map((text) => ({ text: `${text}\n` })),
      fc.record({
        scene: fc.record(
          {
            mode: fc.constantFrom("hid" as const, "usb" as const),
            host: fc.constantFrom("awake" as const, "asleep" as const, "none" as const),
            stage: fc.constantFrom("idle" as const, "idle" as const, "installing" as const),
            percent: fc.nat(100),
            startedAt: fc.constantFrom(NOW - 600_000, NOW - 3_000, NOW - 500, NOW),
            viewers: fc.nat(9),
            isControlled: fc.boolean(),
            name: fc.constantFrom("Bench 7", LONG_NAME),
          },
          { requiredKeys: [] },
        ),
      }),
      fc.nat(3_000).map((ms) => ({ ms })),
      fc.tuple(fc.nat(900), fc.nat(420), fc.nat(1)).map(([x, y, buttons]) => ({ pointer: { x, y, buttons } })),
    ),
    { maxLength: 12 },
  )

  test("[SCREEN-1] painted step by step is as painted at once, and each changed pixel was reported", () => {
    fc.assert(
      fc.property(fc.constantFrom(...sizes), steps, (size, all) => {
        const own = opened(size)
        let scene = SCENE
        let now = NOW
        own.desktop.paint(scene, now)
        for (const step of all) {
          if ("text" in step) for (const sign of step.text) press(own.computer, sign, now)
          if ("scene" in step) scene = { ...scene, ...step.scene }
          if ("ms" in step) now += step.ms
          if ("pointer" in step) own.computer.pointer = step.pointer
          const before = own.screen.pixels.slice()
          own.areas.length = 0
          own.desktop.paint(scene, now)
          expect(unreported(own, before)).toBe(0)
        }
        const once = opened(size, own.computer)
        once.desktop.paint(scene, now)
        expect(Buffer.compare(once.screen.pixels, own.screen.pixels)).toBe(0)
      }),
      {
        numRuns: 25,
        examples: [
          [sizes[0], [{ scene: { host: "asleep", name: LONG_NAME } }, { scene: { name: "Bench 7" } }]],
          [sizes[1], [{ scene: { startedAt: NOW - 3_000 } }, { scene: { startedAt: NOW } }]],
        ],
      },
    )
  })
})

const press = (computer: Computer, sign: string, now: number): void => {
  const code = sign.codePointAt(0) ?? 0
  const keysym = sign === "\n" ? keysyms.enter : code < 0x100 ? code : 0x01000000 + code
  computer.key(keysym, true, now)
  computer.key(keysym, false, now)
}

/** Number of pixels that changed outside of the reported areas. */
const unreported = ({ screen: { pixels, width }, areas }: Painted, before: Uint8Array): number => {
  let count = 0
  pixels.forEach((pixel, at) => {
    if (pixel === before[at]) return
    const [x, y] = [at % width, Math.floor(at / width)]
    const isIn = (area: Area) => x >= area.x && y >= area.y && x < area.x + area.width && y < area.y + area.height
    if (!areas.some(isIn)) count += 1
  })
  return count
}
