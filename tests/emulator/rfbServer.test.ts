import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { Framebuffer } from "../../emulator/model/screen/framebuffer.ts"
import { type Color, colorIndex, rgbOf } from "../../emulator/model/screen/palette.ts"
import { ByteWriter } from "../../src/domain/wire/rfb/bytes.ts"
import { CLIPBOARD_MAX_BYTES } from "../../src/domain/wire/rfb/limits.ts"
import {
  clientTypes,
  clipboardFlags,
  encodings,
  FENCE_BLOCK_BEFORE,
  serverTypes,
} from "../../src/domain/wire/rfb/protocol.ts"
import { ask, clipboardMessage, continuous, deflate, fence, format, inflate, serve, words } from "./servedScreen.ts"

/** The device's end of RFB, byte by byte as the protocol's document has it, and as a viewer draws it. */

const names: readonly Color[] = ["black", "window", "accent", "amber", "white", "blue", "red", "text"]

const draws = fc.array(
  fc.record({
    x: fc.nat(110),
    y: fc.nat(70),
    width: fc.integer({ min: 1, max: 60 }),
    height: fc.integer({ min: 1, max: 40 }),
    color: fc.constantFrom(...names),
    word: fc.constantFrom("", "", "Sightline 7"),
  }),
  { minLength: 1, maxLength: 6 },
)
type Draw = typeof draws extends fc.Arbitrary<readonly (infer One)[]> ? One : never

const draw = (screen: Framebuffer, { x, y, width, height, color, word }: Draw): void => {
  const left = Math.min(x, screen.width - 1)
  const top = Math.min(y, screen.height - 1)
  if (word !== "") screen.text(left, top, word, color, "desk")
  else if (width % 3 === 0) screen.frame({ x: left, y: top, width, height }, color)
  else screen.fill({ x: left, y: top, width, height }, color)
}

const colorsOf = ({ pixels }: Framebuffer): Uint32Array => Uint32Array.from(pixels, (index) => rgbOf(index))

describe("a viewer", () => {
  test.each([
    ["Raw", [encodings.raw]],
    ["Tight", [encodings.tight]],
  ])("[SCREEN-1] has the screen after each update, whatever was drawn between, by %s", (_name, wanted) => {
    fc.assert(
      fc.property(fc.array(draws, { maxLength: 5 }), fc.constantFrom(96, 130, 2_100), (rounds, width) => {
        const { viewer, screen, flush } = serve(width, 40)
        viewer.encodings(...wanted)
        for (const round of [[], ...rounds]) {
          for (const one of round) draw(screen, one)
          viewer.ask()
          flush()
          expect(Buffer.compare(Buffer.from(viewer.pixels.buffer), Buffer.from(colorsOf(screen).buffer))).toBe(0)
        }
      }),
      { numRuns: 25 },
    )
  })

  test("[SCREEN-1] is sent what changed once, when it asks, and all of it when it asks for all", () => {
    const { viewer, screen, sent, say, flush } = serve()
    const pixelsSent = () => viewer.updates
    flush()
    expect(pixelsSent()).toBe(0)
    viewer.ask()
    flush()
    expect(pixelsSent()).toBe(1)
    // A second request gets nothing until a change; then it is answered.
    viewer.ask()
    flush()
    flush()
    expect(pixelsSent()).toBe(1)
    sent()
    screen.fill({ x: 0, y: 0, width: 1, height: 1 }, "red")
    flush()
    expect(pixelsSent()).toBe(2)
    expect(sent().length).toBeLessThan(200)
    say(ask(false))
    flush()
    expect(sent().length).toBe(4 + 12 + 96 * 64 * 4)
    // A request for a part also works: a viewer asks for one pixel to learn if the screen answers.
    say(ask(false, 1, 1))
    flush()
    expect(sent().length).toBe(4 + 12 + 1 * 16 * 4)
    viewer.ask()
    flush()
    expect(pixelsSent()).toBe(4)
  })

  test("[SCREEN-1] gets pixels in the format that it asks for, and none that is not 32 bits of true colour", () => {
    for (const [shifts, isBig] of [
      [[16, 8, 0], true],
      [[0, 8, 16], false],
      [[8, 16, 24], true],
    ] as const) {
      const { screen, sent, say, flush } = serve(1, 1)
      screen.fill({ x: 0, y: 0, width: 1, height: 1 }, "accent")
      say(format(shifts, isBig))
      say(ask(true))
      flush()
      const pixel = sent().subarray(-4)
      const value = isBig ? pixel.readUInt32BE() : pixel.readUInt32LE()
      const parts = shifts.map((shift) => (value >>> shift) & 0xff)
      expect((parts[0] ?? 0) * 65_536 + (parts[1] ?? 0) * 256 + (parts[2] ?? 0)).toBe(rgbOf(colorIndex("accent")))
    }
    for (const odd of [format([16, 8, 0], false, 16), format([16, 8, 0], false, 32, false)]) {
      const { server, acts, say } = serve()
      say(odd)
      say(odd)
      expect(acts).toEqual([["closed"]])
      expect(server.isRunning).toBe(false)
    }
  })

  test("[SCREEN-1] receives name, size and screen as the protocol has them", () => {
    const { viewer, sent, at, say, flush } = serve()
    expect([viewer.name, viewer.width, viewer.height]).toEqual(["Bénch", 96, 64])
    at((server) => server.rename("Bénch"))
    at((server) => server.rename("without the extension"))
    say(words(encodings.raw, encodings.desktopName, encodings.extendedDesktopSize, encodings.cursor))
    say(words(encodings.raw, encodings.desktopName, encodings.extendedDesktopSize, encodings.cursor))
    viewer.ask()
    flush()
    expect(viewer.name).toBe("without the extension")
    // The server announces each feature of a viewer once.
    const news = [encodings.cursor, encodings.extendedDesktopSize, encodings.desktopName]
    expect(viewer.seen.filter((one) => one !== encodings.raw)).toEqual(news)
    at((server) => server.rename("Another"))
    sent()
    for (const isAsked of [true, false]) {
      at((server) => server.replace(new Framebuffer(70, 50, () => undefined), isAsked))
      viewer.ask()
      flush()
      const bytes = sent()
      const place = bytes.indexOf(Buffer.from([0xff, 0xff, 0xfe, 0xcc]))
      expect(bytes.readUInt16BE(place - 8)).toBe(isAsked ? 1 : 0)
      expect([bytes.readUInt16BE(place - 4), bytes.readUInt16BE(place - 2)]).toEqual([70, 50])
      expect(bytes.readUInt8(place + 4)).toBe(1)
      expect([bytes.readUInt16BE(place + 16), bytes.readUInt16BE(place + 18)]).toEqual([70, 50])
    }
    expect(viewer.name).toBe("Another")
    expect(viewer.pixels.length).toBe(70 * 50)
  })

  test("[SCREEN-1] draws an arrow at its pointer: white in a black edge, nothing around it", () => {
    const { sent, say, flush } = serve()
    say(words(encodings.cursor))
    say(ask(true))
    flush()
    const bytes = sent()
    const at = bytes.indexOf(Buffer.from([0xff, 0xff, 0xff, 0x11])) + 4
    const [width, height] = [bytes.readUInt16BE(at - 8), bytes.readUInt16BE(at - 6)]
    const stride = Math.ceil(width / 8)
    const mask = at + 4 * width * height
    const rows = Array.from({ length: height }, (_, y) =>
      Array.from({ length: width }, (_, x) => {
        const isSet = ((bytes[mask + y * stride + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0
        const pixel = bytes.readUInt32LE(at + 4 * (y * width + x))
        return isSet ? (pixel === 0 ? "#" : ".") : pixel === 0 ? " " : "?"
      }).join(""),
    )
    expect(rows[0]).toBe("#           ")
    expect(rows[6]).toBe("#.....#     ")
    expect(rows.every((row) => /^ *#.* *$/.test(row) && !row.includes("?"))).toBe(true)
    expect(rows.slice(1, -1).every((row) => row.trim().endsWith("#"))).toBe(true)
  })

  test("[SCREEN-1] that wants updates unasked gets them, two fences ahead of its answers at most", () => {
    const { screen, sent, say, flush, allows } = serve(8, 8)
    const news = () => {
      isRed = !isRed
      screen.fill({ x: 0, y: 0, width: 8, height: 8 }, isRed ? "red" : "blue")
      flush()
      return sent().length > 0
    }
    let isRed = false
    say(words(encodings.tight, encodings.continuousUpdates, encodings.fence))
    expect([...sent()]).toEqual([serverTypes.endOfContinuousUpdates])
    expect(news()).toBe(false)
    say(continuous(true))
    for (let round = 0; round < 5; round += 1) expect(news()).toBe(true)
    allows.answers = false
    expect([news(), news(), news(), news()]).toEqual([true, true, false, false])
    // One answer for each, and one more than requested.
    for (let round = 0; round < 3; round += 1) say(fence(FENCE_BLOCK_BEFORE, new Uint8Array(0)))
    expect([news(), news(), news()]).toEqual([true, true, false])
    say(continuous(false))
    expect([...sent()]).toEqual([serverTypes.endOfContinuousUpdates])
    expect(news()).toBe(false)
  })

  test("[SCREEN-1] has its fences answered with their own payload", () => {
    const { sent, say } = serve()
    say(fence(0x80000003, Uint8Array.of(7, 8, 9)))
    expect([...sent()]).toEqual([serverTypes.fence, 0, 0, 0, 0, 0, 0, 1, 3, 7, 8, 9])
    say(fence(0x80000000, new Uint8Array(0)))
    expect([...sent()]).toEqual([serverTypes.fence, 0, 0, 0, 0, 0, 0, 0, 0])
    say(fence(1, Uint8Array.of(1)))
    expect(sent().length).toBe(0)
  })

  const keysOf = (isDown: boolean): Uint8Array =>
    new ByteWriter().u8(clientTypes.key).u8(Number(isDown)).pad(2).u32(0x61).done()
  const pointer = new ByteWriter().u8(clientTypes.pointer).u8(5).u16(12).u16(34).done()
  const latin = new ByteWriter().u8(clientTypes.cutText).pad(3).u32(2).bytes(Uint8Array.of(0xe9, 0x21)).done()

  test("[SCREEN-2] acts on the computer as long as it may", () => {
    const { acts, at, say, allows } = serve()
    for (const message of [keysOf(true), keysOf(false), pointer, latin]) say(message)
    const expected = [
      ["key", 0x61, true],
      ["key", 0x61, false],
      ["pointer", 5, 12, 34],
      ["clipboard", "é!"],
    ]
    expect(acts).toEqual(expected)
    allows.acting = false
    for (const message of [keysOf(true), pointer, latin]) say(message)
    expect(acts).toEqual(expected)
    at((server) => server.end())
    at((server) => server.end())
    say(keysOf(true))
    expect(acts).toEqual([...expected, ["closed"]])
  })
})

describe("the clipboard", () => {
  const { caps, request, notify, provide, text: textFlag } = clipboardFlags
  const packed = (body: string): Uint8Array => {
    const bytes = Buffer.from(`${body}\0`)
    return deflate(new ByteWriter().u32(bytes.length).bytes(bytes).done())
  }

  test("[SCREEN-4] goes to a viewer that only knows Latin-1 as far as that has its signs", () => {
    const { viewer, at, allows } = serve()
    allows.clipboard = "Grüße € 漢!"
    at((server) => server.offerClipboard())
    expect(viewer.clipboard.map((one) => one.toString("latin1"))).toEqual(["Grüße ? ?!"])
  })

  test("[SCREEN-4] is offered, asked for and given as UTF-8 both ways, line ends as each side has them", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" }), { maxLength: 4 }), (lines) => {
        // A line end or an end of text within a line would make another text.
        const whole = lines.map((line) => line.replaceAll(/[\r\n\0]/g, "")).join("\n")
        const { viewer, acts, at, say, allows } = serve()
        say(words(encodings.extendedClipboard))
        const abilities = viewer.clipboard[0]
        expect(abilities?.readUInt32BE(0)).toBe(
          (caps | request | provide | notify | clipboardFlags.peek | textFlag) >>> 0,
        )
        expect(abilities?.readUInt32BE(4)).toBe(CLIPBOARD_MAX_BYTES)
        allows.clipboard = whole
        at((server) => server.offerClipboard())
        expect(viewer.clipboard[1]?.readUInt32BE(0)).toBe((notify | textFlag) >>> 0)
        say(clipboardMessage(request | textFlag, new Uint8Array(0)))
        const given = viewer.clipboard[2] ?? Buffer.alloc(4)
        expect(given.readUInt32BE(0)).toBe((provide | textFlag) >>> 0)
        const body = Buffer.from(inflate(given.subarray(4), CLIPBOARD_MAX_BYTES))
        expect(body.readUInt32BE(0)).toBe(body.length - 4)
        expect(body.subarray(4).toString()).toBe(`${whole.replaceAll("\n", "\r\n")}\0`)
        say(clipboardMessage(notify | textFlag, new Uint8Array(0)))
        expect(viewer.clipboard[3]?.readUInt32BE(0)).toBe((request | textFlag) >>> 0)
        say(clipboardMessage(provide | textFlag, packed(whole.replaceAll("\n", "\r\n"))))
        expect(acts).toEqual([["clipboard", whole]])
      }),
      { numRuns: 30 },
    )
  })

  test.each([
    ["abilities alone", clipboardMessage(caps | notify | textFlag, new Uint8Array(4)), []],
    ["another format", clipboardMessage(notify, new Uint8Array(0)), []],
    ["too short a text", clipboardMessage(provide | textFlag, deflate(Uint8Array.of(0, 0))), [["closed"]]],
    [
      "a length beyond its end",
      clipboardMessage(provide | textFlag, deflate(Uint8Array.of(0, 0, 0, 9, 65))),
      [["closed"]],
    ],
    [
      "a text to its end",
      clipboardMessage(provide | textFlag, deflate(Uint8Array.of(0, 0, 0, 1, 65))),
      [["clipboard", "A"]],
    ],
    ["no text at all", clipboardMessage(provide | textFlag, deflate(Uint8Array.of(0, 0, 0, 0))), [["clipboard", ""]]],
  ])("[SCREEN-3] takes or leaves: %s", (_what, message, expected) => {
    const { viewer, acts, say } = serve()
    say(message)
    expect(acts).toEqual(expected)
    expect(viewer.clipboard).toEqual([])
  })
})
