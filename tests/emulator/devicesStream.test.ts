import { inflateSync } from "node:zlib"
import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { ScreenFault } from "../../emulator/model/devices/ports.ts"
import { SESSIONS_MAX, TICKET_LIFE_MS } from "../../src/domain/wire/device/limits.ts"
import { ByteWriter } from "../../src/domain/wire/rfb/bytes.ts"
import { RfbClientStream } from "../../src/domain/wire/rfb/clientStream.ts"
import { CLIPBOARD_MAX_BYTES, ENCODINGS_MAX } from "../../src/domain/wire/rfb/limits.ts"
import { clientTypes, encodings } from "../../src/domain/wire/rfb/protocol.ts"
import { type Attached, type DeviceClient, type DeviceWorld, openDevice } from "./deviceWorld.ts"

/** The screen of a device of the model, by RFB and without a socket. */

const CONTROL = 0xffe3

interface Viewed {
  readonly own: DeviceWorld
  readonly client: DeviceClient
  readonly stream: Attached
}

/** A device whose computer has started: its screen shows the boot for a while. */
const started = (): DeviceWorld => {
  const own = openDevice()
  own.pass(10_000)
  return own
}

const view = (options: { control?: boolean; audio?: boolean; own?: DeviceWorld } = {}): Viewed => {
  const { control = true, audio = false, own = started() } = options
  const client = own.open()
  client.send({ type: "view", n: 1, audio, control })
  const stream = own.attach(client.last("stream").ticket)
  if (stream === undefined) throw new Error("the device does not attach")
  own.pass(1)
  return { own, client, stream }
}

/** Asks for the changes. Returns the number of changed pixels. */
const changed = ({ own, stream: { rfb } }: Viewed, isIncremental = true): number => {
  const before = rfb.pixels.slice()
  rfb.ask(isIncremental)
  own.pass(1)
  return rfb.pixels.reduce((sum, pixel, at) => (pixel === before[at] ? sum : sum + 1), 0)
}

describe("the stream", () => {
  test.each([
    ["Raw", [encodings.raw]],
    ["Tight", [encodings.tight, encodings.raw]],
  ])("[SCREEN-1] carries a whole screen and then only what changes, by %s", (_what, wanted) => {
    const viewed = view()
    const { rfb } = viewed.stream
    expect([rfb.name, rfb.width, rfb.height]).toEqual(["Bench", 1_280, 720])
    rfb.encodings(...wanted)
    expect(changed(viewed, false)).toBeGreaterThan(100_000)
    rfb.type("hello")
    const typed = changed(viewed)
    expect(typed).toBeGreaterThan(50)
    expect(typed).toBeLessThan(5_000)
  })

  test("[SCREEN-1] gives the same pixels by Raw and by Tight, whatever was typed", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme", maxLength: 12 }), { maxLength: 8 }), (lines) => {
        const viewed = view()
        const { rfb } = viewed.stream
        for (const line of lines) rfb.type(`${line}\n`)
        rfb.encodings(encodings.tight)
        changed(viewed, false)
        const tight = rfb.pixels.slice()
        rfb.encodings(encodings.raw)
        changed(viewed, false)
        expect(rfb.pixels).toEqual(tight)
      }),
      { numRuns: 10 },
    )
  })

  test("[SCREEN-1] shows what was typed, and answers commands", () => {
    const viewed = view()
    viewed.stream.rfb.type("echo 'Grüße € 漢'\ncat nothing\n")
    expect(viewed.own.text()).toContain("$ echo 'Grüße € 漢'\nGrüße € 漢\n")
    expect(viewed.own.text()).toContain("cat: nothing: no such file")
    viewed.stream.rfb.key(CONTROL, true)
    viewed.stream.rfb.type("l")
    viewed.stream.rfb.key(CONTROL, false)
    expect(viewed.own.text()).toMatch(/^tech@bench:~\$$/)
  })

  test("[SCREEN-1] sends without being asked when the viewer wants that, and waits for answered fences", () => {
    const { own, stream } = view()
    const { rfb } = stream
    rfb.encodings(encodings.tight, encodings.fence, encodings.continuousUpdates)
    stream.bytes(new ByteWriter().u8(clientTypes.continuousUpdates).u8(1).u16(0).u16(0).u16(1_280).u16(720).done())
    own.pass(5_000)
    // The clock changes each second, and this client answers each fence.
    expect(rfb.updates).toBeGreaterThanOrEqual(5)
  })

  test("[SCREEN-1] costs nothing without a viewer, and ends with its session", () => {
    const { own, client, stream } = view()
    client.send({ type: "view_stop", n: 2 })
    expect(stream.isClosed()).toBe(true)
    const second = view({ own })
    second.client.drop()
    expect(second.stream.isClosed()).toBe(true)
  })

  test("[SCREEN-1] changes its size by the viewer's wish, within bounds", () => {
    const viewed = view()
    const { rfb } = viewed.stream
    rfb.encodings(encodings.tight, encodings.extendedDesktopSize)
    const wish = (width: number, height: number) =>
      viewed.stream.bytes(
        new ByteWriter()
          .u8(clientTypes.setDesktopSize)
          .pad(1)
          .u16(width)
          .u16(height)
          .u8(1)
          .pad(1)
          .u32(0)
          .u16(0)
          .u16(0)
          .u16(width)
          .u16(height)
          .u32(0)
          .done(),
      )
    wish(900, 500)
    changed(viewed)
    expect([rfb.width, rfb.height]).toEqual([900, 500])
    wish(65_535, 1)
    changed(viewed)
    expect([rfb.width, rfb.height]).toEqual([1_920, 400])
  })

  test("[SCREEN-1] sounds while the session wants audio", () => {
    const loud = view({ audio: true })
    loud.stream.rfb.type("a\n")
    expect(loud.client.got.filter(({ type }) => type === "tone").length).toBeGreaterThan(0)
    const quiet = view({ audio: false })
    quiet.stream.rfb.type("a\n")
    expect(quiet.client.got.some(({ type }) => type === "tone")).toBe(false)
  })
})

describe("the device enforces", () => {
  test.each(["usb mode", "view-only"] as const)("that keys and pointer do nothing: %s", (why) => {
    const { own, client, stream } = view({ control: why !== "view-only" })
    if (why === "usb mode") client.send({ type: "set_mode", n: 3, mode: "usb" })
    const before = own.text()
    stream.rfb.type("rm -rf\n")
    stream.rfb.point(5, 5, 1)
    expect(own.text()).toBe(before)
    expect(stream.isClosed()).toBe(false)
  })

  test.each<readonly [string, (viewed: Viewed) => void]>([
    ["leaves", ({ client }) => client.drop()],
    ["closes its screen", ({ client }) => client.send({ type: "view_stop", n: 2 })],
    ["only looks on", ({ client }) => client.send({ type: "view", n: 2, audio: false, control: false })],
  ])("[SCREEN-4] what one viewer holds goes up when it %s, and another types on", (_what, ends) => {
    const first = view()
    const second = view({ own: first.own })
    first.stream.rfb.key(CONTROL, true)
    second.stream.rfb.key(0xffe1, true)
    ends(first)
    first.own.pass(1)
    second.stream.rfb.type("echo l")
    expect(first.own.text()).toMatch(/\$ echo l$/)
  })

  test("[SCREEN-2] that control given back counts at once", () => {
    const { own, client, stream } = view({ control: false })
    client.send({ type: "view", n: 2, audio: false, control: true })
    stream.rfb.type("uptime")
    expect(own.text()).toMatch(/\$ uptime$/)
  })
})

describe("a ticket", () => {
  test("[SEC-5] is good once, for a few seconds, and only while its session lasts", () => {
    const own = openDevice()
    const client = own.open()
    const ticket = (n: number) => {
      client.send({ type: "view", n, audio: false, control: true })
      return client.last("stream").ticket
    }
    const first = ticket(1)
    expect(own.attach(first)).toBeDefined()
    expect(own.attach(first)).toBeUndefined()
    const late = ticket(2)
    own.pass(TICKET_LIFE_MS)
    expect(own.attach(late)).toBeUndefined()
    expect(own.attach("0".repeat(32))).toBeUndefined()
    const orphan = ticket(3)
    client.drop()
    expect(own.attach(orphan)).toBeUndefined()
  })

  test("[SEC-5] takes the place of the stream before, and leaves room for four sessions with a stream each", () => {
    const own = started()
    const all = Array.from({ length: SESSIONS_MAX }, () => view({ own }))
    expect(all.every(({ stream }) => !stream.isClosed())).toBe(true)
    const [first] = all
    first?.client.send({ type: "view", n: 9, audio: false, control: true })
    expect(own.attach(first?.client.last("stream").ticket ?? "")).toBeDefined()
    expect(first?.stream.isClosed()).toBe(true)
  })
})

describe("a screen with a fault", () => {
  const faulty = (fault: ScreenFault, ms = 0): Viewed => {
    const viewed = view()
    viewed.own.screenFaults.push({ fault, ms })
    return viewed
  }

  test("[EMU-4][SCREEN-3] screen-freeze holds the picture back for its time, and shows then what has changed", () => {
    const viewed = faulty("screen-freeze", 5_000)
    viewed.stream.rfb.type("hello")
    expect(changed(viewed)).toBe(0)
    viewed.own.pass(4_000)
    expect(viewed.stream.rfb.updates).toBe(0)
    viewed.own.pass(2_000)
    expect(viewed.stream.rfb.updates).toBe(1)
    expect(viewed.own.text()).toContain("hello")
  })

  test("[EMU-4] screen-slow sends pictures as far apart as it says", () => {
    const viewed = view()
    for (let at = 0; at < 5; at += 1) viewed.own.screenFaults.push({ fault: "screen-slow", ms: 1_000 })
    const until = viewed.own.now + 4_500
    while (viewed.own.now < until) {
      viewed.stream.rfb.type("x")
      viewed.stream.rfb.ask()
      viewed.own.pass(50)
    }
    // Without the limit each of the ninety requests would be answered.
    expect(viewed.stream.rfb.updates).toBeGreaterThan(2)
    expect(viewed.stream.rfb.updates).toBeLessThanOrEqual(5)
  })

  test("[EMU-4][SCREEN-3] screen-cut ends the stream, and the session stays", () => {
    const { own, client, stream } = faulty("screen-cut")
    own.pass(1)
    expect([stream.isClosed(), client.closed]).toEqual([true, false])
  })

  test("[EMU-4][SCREEN-3] clipboard-bomb is short on the wire and long when it is unpacked", () => {
    const { own, stream } = faulty("clipboard-bomb")
    own.pass(1)
    const [bomb] = stream.rfb.clipboard
    expect(bomb?.length).toBeLessThan(128 * 1_024)
    const unpack = (maxOutputLength: number) => () => inflateSync(bomb?.subarray(4) ?? "", { maxOutputLength })
    expect(unpack(CLIPBOARD_MAX_BYTES)).toThrow()
  })

  test.each<readonly [ScreenFault, string]>([
    ["screen-garbage", "unknown message 255"],
    ["screen-huge", `unknown encoding ${encodings.desktopSize}`],
  ])("[EMU-4][SCREEN-3] %s is nothing that a viewer could show", (fault, why) => {
    const { own } = faulty(fault)
    expect(() => own.pass(1)).toThrow(why)
  })
})

describe("junk from a viewer", () => {
  test.each([
    ["an unknown message", Uint8Array.of(99)],
    [
      "an encoding list beyond the limit",
      new ByteWriter()
        .u8(clientTypes.setEncodings)
        .pad(1)
        .u16(ENCODINGS_MAX + 1)
        .done(),
    ],
    [
      "a clipboard beyond the limit",
      new ByteWriter()
        .u8(clientTypes.cutText)
        .pad(3)
        .u32(CLIPBOARD_MAX_BYTES + 1)
        .done(),
    ],
    ["a QEMU message that is no key", Uint8Array.of(clientTypes.qemu, 1)],
    ["a pixel format of eight bits", new ByteWriter().u8(0).pad(3).u8(8).u8(8).u8(0).u8(0).pad(12).done()],
  ])("[SCREEN-3] ends the stream alone: %s", (_what, bytes) => {
    const { client, stream } = view()
    stream.bytes(bytes)
    expect(stream.isClosed()).toBe(true)
    expect(client.closed).toBe(false)
  })

  test("[SCREEN-3] of any kind and in any pieces neither throws nor grows", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 64 }), { maxLength: 40 }), (pieces) => {
        const { own, stream } = view()
        for (const piece of pieces) stream.bytes(piece)
        own.pass(1_000)
      }),
      { numRuns: 40 },
    )
  })

  test("[SCREEN-3] messages are cut alike however they arrive", () => {
    const key = new ByteWriter().u8(clientTypes.key).u8(1).pad(2).u32(0x61).done()
    const text = new ByteWriter().u8(clientTypes.cutText).pad(3).u32(5).bytes(new TextEncoder().encode("hello")).done()
    const whole = new ByteWriter().bytes(key).bytes(text).bytes(key).done()
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: whole.length - 1 }), { maxLength: 10 }), (cuts) => {
        const reader = new RfbClientStream()
        const edges = [0, ...[...new Set(cuts)].sort((a, b) => a - b), whole.length]
        const messages = edges.slice(1).flatMap((end, at) => reader.push(whole.subarray(edges[at], end)).messages)
        expect(messages.map((message) => [...message])).toEqual([key, text, key].map((message) => [...message]))
      }),
    )
  })
})
