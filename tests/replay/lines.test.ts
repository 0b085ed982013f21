import fc from "fast-check"
import { expect, test } from "vitest"
import { LineCutter, type LinePart } from "../../src/domain/log/lines.ts"
import { LOG_LINE_MAX_BYTES } from "../../src/domain/values/limits.ts"

/** Cuts the bytes of a log file into lines, for any sizes of chunks (REPLAY-4). */

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** The lines up to the first problem, and that problem. */
const cut = (bytes: Uint8Array<ArrayBuffer>, sizes: readonly number[]) => {
  const cutter = new LineCutter({
    decode: (part) => decoder.decode(part),
    problem: (line, fault) => new Error(`${line} ${fault}`),
  })
  const lines: string[] = []
  const keep = (part: LinePart) => {
    expect(part.text).toBe(part.lines.map((line) => `${line}\n`).join(""))
    lines.push(...part.lines, ...(part.isOpen ? ["(no end)"] : []))
  }
  try {
    for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
      const size = sizes[turn % sizes.length] ?? 1
      const chunk = bytes.slice(at, at + size)
      for (const part of cutter.take(chunk)) keep(part)
      // The file reader writes the next chunk over this one.
      chunk.fill(0x21)
      at += size
    }
    for (const part of cutter.end()) keep(part)
    return { lines, problem: null }
  } catch (error) {
    return { lines, problem: error instanceof Error ? error.message : "" }
  }
}

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })

test("[REPLAY-4] however a file is cut into chunks, its lines are the same", () => {
  const line = fc.string({ unit: fc.constantFrom("a", "é", "語", "👍", "\ufeff", "\r") })
  fc.assert(
    fc.property(fc.array(line), sizes, fc.boolean(), (lines, chunks, isWhole) => {
      const text = lines.map((one) => `${one}\n`).join("")
      const bytes = new TextEncoder().encode(isWhole ? text : `${text}rest`)
      expect(cut(bytes, chunks)).toEqual({ lines: isWhole ? lines : [...lines, "rest", "(no end)"], problem: null })
    }),
  )
})

test("[REPLAY-4] the lines before one that is not UTF-8 are read, and that one is named", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("", "a", "é語"), { minLength: 1 }), fc.nat(), sizes, (lines, at, chunks) => {
      const bad = at % lines.length
      const encoder = new TextEncoder()
      const bytes = lines.flatMap((one, place) => [...encoder.encode(one), ...(place === bad ? [0xff] : []), 0x0a])
      expect(cut(new Uint8Array(bytes), chunks)).toEqual({
        lines: lines.slice(0, bad),
        problem: bad === 0 ? "1 foreign" : `${bad + 1} unreadable`,
      })
    }),
  )
})

test("[REPLAY-4][SEC-3] a line that never ends is given up at the limit, in whatever chunks it comes", () => {
  for (const tail of [0, 1]) {
    const bytes = new Uint8Array(LOG_LINE_MAX_BYTES + 3 + tail).fill(0x61)
    bytes[1] = 0x0a
    expect(cut(bytes, [1024 * 1024 - 1])).toEqual({ lines: ["a"], problem: "2 tooLong" })
  }
})
