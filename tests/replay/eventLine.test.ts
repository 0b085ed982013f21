import fc from "fast-check"
import { expect, test } from "vitest"
import type { StoredEvent } from "../../src/domain/event/event.ts"
import { eventLine, writtenEvent } from "../../src/domain/log/eventLine.ts"
import { isWithin } from "../../src/domain/log/nesting.ts"
import { LOG_DEPTH_MAX } from "../../src/domain/values/limits.ts"

/** Reads the line of an event without a JSON parser for the part around the payload (REPLAY-1). */

const text = fc.string({
  unit: fc.constantFrom("a", "7", "é", "語", " ", '"', "\\", "\n", "\u2028", "{", "}", "\u0000"),
})
const textOrNull = fc.option(text)
const payload = fc.jsonValue({ maxDepth: 3 })
const whole = fc.integer({ min: 1, max: 9_999_999_999 })

const event: fc.Arbitrary<StoredEvent> = fc
  .record({ seq: whole, id: text, type: text, v: whole, at: whole, account: textOrNull, tab: text })
  .chain((envelope) => fc.record({ cause: textOrNull, payload }).map((rest) => ({ ...envelope, ...rest })))

const readAsJson = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

test("[REPLAY-1] the line of an event is read as what was written", () => {
  const plain = text.filter((one) => !/["\\\n\0]/.test(one))
  fc.assert(
    fc.property(event, plain, plain, fc.option(plain), (some, id, tab, cause) => {
      const written = { ...some, id, tab, cause, type: "RouteOpened", account: "https://sight.example u" }
      const line = eventLine(written)
      // A payload may contain a line separator, which JSON leaves unescaped.
      if (!line.includes("\u2028")) expect(writtenEvent(line)).toEqual(readAsJson(line))
      else expect([null, readAsJson(line)]).toContainEqual(writtenEvent(line))
    }),
  )
})

test("[REPLAY-1][REPLAY-4] a line that was altered anywhere is read as JSON reads it, or left to JSON", () => {
  const piece = fc.constantFrom(
    "",
    "0",
    "-",
    ".5",
    "1e3",
    "x",
    '"',
    "\\",
    "}",
    "{",
    ",",
    " ",
    "\t",
    "\r",
    "\u00a0",
    "null",
  )
  fc.assert(
    fc.property(event, fc.nat(), fc.nat(3), piece, (some, at, dropped, put) => {
      const line = eventLine(some)
      const place = at % (line.length + 1)
      const altered = line.slice(0, place) + put + line.slice(place + dropped)
      const read = writtenEvent(altered)
      if (read !== null) expect(read).toEqual(readAsJson(altered))
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ["a field behind the payload", ',"more":1}'],
  ["a second payload", ',"payload":2}'],
  ["text behind the event", "}x"],
  ["a second bracket", "}}"],
  ["a blank that JSON does not know", "}\u00a0"],
])("[REPLAY-4] %s is left to JSON", (_what, end) => {
  const line = '{"seq":1,"id":"a","type":"A","v":1,"at":1,"account":null,"tab":"t","cause":null,"payload":{"a":1}'
  expect(writtenEvent(`${line}}`)).toEqual(readAsJson(`${line}}`))
  expect(writtenEvent(`${line}${end}`)).toBeNull()
})

test("[REPLAY-4][SEC-3] an event that nests deeper than is allowed is never read here, in whatever brackets", () => {
  const opening = fc.constantFrom(["[", "]"], ['{"a":', "}"], ["[1,", "]"])
  const least = LOG_DEPTH_MAX - 3
  fc.assert(
    fc.property(fc.array(opening, { minLength: least, maxLength: least + 6 }), (levels) => {
      const nested = levels.reduceRight((inner, [open = "", close = ""]) => open + inner + close, "1")
      const line = `{"seq":1,"id":"a","type":"A","v":1,"at":1,"account":null,"tab":"t","cause":null,"payload":${nested}}`
      expect(writtenEvent(line) !== null).toBe(isWithin(readAsJson(line)))
    }),
  )
})
