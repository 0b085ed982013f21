import { readFileSync } from "node:fs"
import { Arbitrary, Effect, type Schema } from "effect"
import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { parseMac } from "../../src/domain/values/mac.ts"
import type { Parsed } from "../../src/domain/values/parsed.ts"
import { decodeChunk, encodeChunk } from "../../src/domain/wire/device/chunk.ts"
import { Datagram, decodeDatagram, encodeDatagram } from "../../src/domain/wire/device/discovery.ts"
import { deviceErrorCodes, deviceErrors } from "../../src/domain/wire/device/errors.ts"
import { encodeFrame, type Frame, FrameReader, frameKinds } from "../../src/domain/wire/device/frame.ts"
import {
  CHUNK_FRAME_MAX_BYTES,
  DATAGRAM_MAX_BYTES,
  MESSAGE_MAX_BYTES,
  PASSCODE_DELAY_MAX_MS,
} from "../../src/domain/wire/device/limits.ts"
import { decodeMagicPacket, encodeMagicPacket } from "../../src/domain/wire/device/magicPacket.ts"
import {
  ClientMessage,
  DeviceMessage,
  decodeClientMessage,
  decodeDeviceMessage,
  encodeClientMessage,
  encodeDeviceMessage,
} from "../../src/domain/wire/device/message.ts"
import { passcodeDelay } from "../../src/domain/wire/device/passcode.ts"

const LENGTH_BYTES = 4

const bytes = (maxLength: number) => fc.uint8Array({ maxLength })
const frame: fc.Arbitrary<Frame> = fc.record({ kind: fc.constantFrom("message", "chunk"), body: bytes(300) })

/** The same bytes, cut at these places. */
const cut = (whole: Uint8Array, places: readonly number[]): readonly Uint8Array[] => {
  const ends = [...places.map((place) => place % (whole.byteLength + 1)), whole.byteLength].sort((a, b) => a - b)
  return ends.map((end, index) => whole.subarray(ends[index - 1] ?? 0, end))
}

const join = (parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]))

const bodyOf = (sent: Uint8Array): Uint8Array => {
  const [read] = new FrameReader(["message"]).push(sent).frames
  if (read === undefined) throw new Error("no frame")
  return read.body
}

describe("frames", () => {
  test("[EMU-3] come out as they went in, however the stream is cut", () => {
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 8 }), fc.array(fc.nat(), { maxLength: 12 }), (frames, places) => {
        const reader = new FrameReader(["message", "chunk"])
        const read = cut(join(frames.map(encodeFrame)), places).map((part) => reader.push(part))
        expect(read.flatMap((answer) => answer.frames)).toEqual(frames)
        expect(read.map(({ fault }) => fault).every((fault) => fault === undefined)).toBe(true)
      }),
    )
  })

  test.each([
    ["an unknown kind", [0, 0, 0, 2, 9, 0], "bad-frame"],
    ["no kind at all", [0, 0, 0, 0, frameKinds.message], "bad-frame"],
    ["a kind this side is never sent", [0, 0, 0, 2, frameKinds.chunk, 0], "bad-frame"],
    ["a length beyond the limit", [0, 1, 0, 2, frameKinds.message], "too-large"],
    ["HTTP", [...new TextEncoder().encode("GET / HTTP/1.1\r\n")], "bad-frame"],
  ] as const)("[EMU-3] %s is a fault, and nothing is read after it", (_what, junk, fault) => {
    const reader = new FrameReader(["message"])
    expect(reader.push(Uint8Array.from(junk))).toEqual({ frames: [], fault })
    expect(reader.push(encodeFrame({ kind: "message", body: new Uint8Array([1]) }))).toEqual({ frames: [], fault })
  })

  test("[EMU-3] what came before a fault is still given", () => {
    const good: Frame = { kind: "message", body: Uint8Array.from([7]) }
    const stream = join([encodeFrame(good), Uint8Array.from([0, 0, 0, 9, 77])])
    expect(new FrameReader(["message"]).push(stream)).toEqual({ frames: [good], fault: "bad-frame" })
  })

  test("[EMU-3] random bytes never throw and never give more than they hold", () => {
    fc.assert(
      fc.property(fc.array(bytes(64), { maxLength: 20 }), (parts) => {
        const reader = new FrameReader(["message", "chunk"])
        const frames = parts.flatMap((part) => reader.push(part).frames)
        const held = frames.reduce((sum, { body }) => sum + LENGTH_BYTES + 1 + body.byteLength, 0)
        expect(held).toBeLessThanOrEqual(join(parts).byteLength)
      }),
    )
  })

  test.each([
    ["message", MESSAGE_MAX_BYTES],
    ["chunk", CHUNK_FRAME_MAX_BYTES - 1],
  ] as const)("[EMU-3] the longest %s passes, and none longer is made", (kind, most) => {
    const longest = encodeFrame({ kind, body: new Uint8Array(most) })
    expect(new FrameReader([kind]).push(longest).frames[0]?.body.byteLength).toBe(most)
    expect(() => encodeFrame({ kind, body: new Uint8Array(most + 1) })).toThrow(RangeError)
  })
})

describe("messages", () => {
  /** Decoding twice changes nothing more: the first decoding removes invisible characters of a name. */
  const stable = <S extends Schema.Constraint>(
    schema: S,
    encode: (value: S["Type"]) => Uint8Array,
    decode: (body: Uint8Array) => Parsed<S["Type"], unknown>,
  ) => {
    const samples = (seed: number) => Effect.runSync(Arbitrary.sampleEffect(Arbitrary.schema(schema), { seed }))
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        for (const value of samples(seed)) {
          const once = decode(encode(value))
          if (!once.ok) throw new Error(`does not come back: ${JSON.stringify(value)}`)
          expect(decode(encode(once.value))).toEqual(once)
        }
      }),
    )
  }

  test("[EMU-3] a client's messages come out as they went in", () => {
    stable(ClientMessage, encodeClientMessage, (sent) => decodeClientMessage(bodyOf(sent)))
  })

  test("[EMU-3] a device's messages come out as they went in", () => {
    stable(DeviceMessage, encodeDeviceMessage, (sent) => decodeDeviceMessage(bodyOf(sent)))
  })

  test("[EMU-3] datagrams come out as they went in", () => {
    stable(Datagram, encodeDatagram, decodeDatagram)
  })

  test("[SEC-3] junk is no message and no datagram, whatever it is", () => {
    const json = fc.json().map((text) => new TextEncoder().encode(text))
    fc.assert(
      fc.property(fc.oneof(bytes(200), json), (junk) => {
        expect(decodeClientMessage(junk).ok).toBe(false)
        expect(decodeDeviceMessage(junk).ok).toBe(false)
        expect(decodeDatagram(junk).ok).toBe(false)
      }),
    )
  })

  test("[SEC-3] a datagram longer than one may be is none", () => {
    const probe = encodeDatagram({ type: "probe", nonce: "0".repeat(32) })
    const padded = (length: number) => join([probe, new Uint8Array(length - probe.byteLength).fill(0x20)])
    expect(decodeDatagram(padded(DATAGRAM_MAX_BYTES)).ok).toBe(true)
    expect(decodeDatagram(padded(DATAGRAM_MAX_BYTES + 1)).ok).toBe(false)
  })

  test("[SEC-3] unknown fields are dropped, `__proto__` too", () => {
    const text = `{"type":"ping","more":1,"__proto__":{"n":1}}`
    const read = decodeClientMessage(new TextEncoder().encode(text))
    expect(read).toEqual({ ok: true, value: { type: "ping" } })
    expect("n" in (read.ok ? read.value : {})).toBe(false)
  })
})

describe("firmware chunks", () => {
  const md5 = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 32, maxLength: 32 })

  test("[FW-7] carry their checksum and come out as they went in", () => {
    fc.assert(
      fc.property(fc.nat(), md5, bytes(400), (index, sum, data) => {
        const chunk = { index, md5: sum, bytes: data }
        expect(decodeChunk(encodeChunk(chunk))).toEqual({ ok: true, value: chunk })
      }),
    )
  })

  test("[FW-7] cut short within the head, they are none", () => {
    const whole = encodeChunk({ index: 1, md5: "0".repeat(32), bytes: Uint8Array.from([1, 2, 3]) })
    const head = whole.byteLength - 3
    fc.assert(
      fc.property(fc.nat(head - 1), (length) => {
        expect(decodeChunk(whole.subarray(0, length)).ok).toBe(false)
      }),
    )
    fc.assert(
      fc.property(bytes(64), (junk) => {
        expect(decodeChunk(junk).ok).toBe(false)
      }),
    )
  })
})

describe("magic packets", () => {
  const anyMac = fc.uint8Array({ minLength: 6, maxLength: 6 }).map((pairs) => {
    const mac = parseMac([...pairs].map((byte) => byte.toString(16).padStart(2, "0")).join(":"))
    if (!mac.ok) throw new Error("no MAC")
    return mac.value
  })

  test("[EMU-3] are 102 bytes and name the MAC", () => {
    fc.assert(
      fc.property(anyMac, (mac) => {
        const packet = encodeMagicPacket(mac)
        expect(packet.byteLength).toBe(102)
        expect(decodeMagicPacket(packet)).toBe(mac)
      }),
    )
  })

  test("[EMU-3] with any one byte wrong, missing or added no host wakes", () => {
    fc.assert(
      fc.property(anyMac, fc.nat(101), fc.integer({ min: 1, max: 255 }), (mac, at, change) => {
        const packet = encodeMagicPacket(mac)
        expect(decodeMagicPacket(packet.subarray(0, 101))).toBeUndefined()
        expect(decodeMagicPacket(join([packet, Uint8Array.from([0])]))).toBeUndefined()
        packet[at] = (packet[at] ?? 0) ^ change
        expect(decodeMagicPacket(packet)).toBeUndefined()
      }),
    )
  })
})

test("[EMU-3] each wrong passcode makes the wait longer, up to its limit", () => {
  fc.assert(
    fc.property(fc.nat(2_000), (wrong) => {
      const [now, next] = [passcodeDelay(wrong), passcodeDelay(wrong + 1)]
      expect(next).toBeLessThanOrEqual(PASSCODE_DELAY_MAX_MS)
      expect(next > now || now === PASSCODE_DELAY_MAX_MS).toBe(true)
    }),
  )
})

describe("docs/device-protocol.md", () => {
  const document = readFileSync(new URL("../../docs/device-protocol.md", import.meta.url), "utf8")
  const cells = document.split("\n").filter((line) => line.startsWith("| "))
  const hasRow = (name: string) => cells.some((line) => line.startsWith(`| \`${name}\` |`))
  const typesOf = (schema: { readonly members: readonly { readonly fields: object }[] }): readonly string[] =>
    schema.members.flatMap(({ fields }) => {
      const { type }: { type?: { readonly literal?: string } } = fields
      return type?.literal ?? []
    })

  test.each([...typesOf(ClientMessage), ...typesOf(DeviceMessage), ...typesOf(Datagram)])(
    "[EMU-3] has a row for %s",
    (type) => expect(hasRow(type)).toBe(true),
  )

  test.each(deviceErrorCodes)("[EMU-3] says of error %s whether it closes", (code) => {
    const { closes, about } = deviceErrors[code]
    expect(cells).toContain(`| \`${code}\` | ${closes ? "yes" : "no"} | ${about} |`)
  })
})
