import * as fc from "fast-check"
import { expect, test } from "vitest"
import { type Progress, StallWatch } from "../../src/adapters/viewer/stallWatch.ts"
import { STALLED_MS, STALLED_UNDER_BYTES } from "../../src/domain/wire/rfb/limits.ts"

/** The conditions under which a stream counts as stalled (SCREEN-3). */

const EVERY_MS = 1_000
const LOOKS = STALLED_MS / EVERY_MS

const awaits = fc.constantFrom<Progress["awaits"]>("nothing", "bytes", "drawing")
/** The progress of a stream at each look. Bytes and messages only grow, and a stream that had pixels keeps them. */
const streams = fc
  .array(fc.record({ awaits, bytes: fc.nat(2_000), whole: fc.nat(2), pixels: fc.boolean() }), { maxLength: 80 })
  .map((looks) => {
    const seen: Progress[] = []
    let before: Progress = { hasPixels: false, awaits: "nothing", messages: 0, received: 0 }
    for (const look of looks) {
      before = {
        hasPixels: before.hasPixels || look.pixels,
        awaits: look.awaits,
        messages: before.messages + look.whole,
        received: before.received + look.bytes,
      }
      seen.push(before)
    }
    return seen
  })

const watchAll = (stream: readonly Progress[]) => {
  const watch = new StallWatch(EVERY_MS)
  return { watch, said: stream.map((look) => watch.isStalled(look)) }
}
const first: Progress = { hasPixels: false, awaits: "nothing", messages: 0, received: 0 }

test("[SCREEN-3] whatever came before, a stream from which nothing is due is never stalled, and one that sends nothing of what is due always", () => {
  fc.assert(
    fc.property(streams, fc.constantFrom("bytes" as const, "drawing" as const), (stream, due) => {
      const last = stream.at(-1) ?? first
      const calm = watchAll(stream).watch
      const still: Progress = { ...last, hasPixels: true, awaits: "nothing" }
      expect(Array.from({ length: 2 * LOOKS }, () => calm.isStalled(still))).not.toContain(true)
      for (const awaited of [due, ...(last.hasPixels ? [] : ["nothing" as const])]) {
        const { watch } = watchAll(stream)
        const said = Array.from({ length: LOOKS + 1 }, () => watch.isStalled({ ...last, awaits: awaited }))
        expect(said.at(-1)).toBe(true)
      }
    }),
  )
})

test("[SCREEN-3] no stream is stalled before its time, nor while what is due comes", () => {
  fc.assert(
    fc.property(streams, (stream) => {
      expect(watchAll(stream).said.slice(0, LOOKS - 1)).not.toContain(true)
      const slow = Array.from({ length: 3 * LOOKS }, (_, look): Progress => {
        const received = Math.ceil(((look + 1) * STALLED_UNDER_BYTES) / (LOOKS - 1))
        return { ...first, awaits: "bytes", received }
      })
      expect(watchAll(slow).said).not.toContain(true)
    }),
  )
})
