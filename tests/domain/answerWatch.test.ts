import * as fc from "fast-check"
import { expect, test } from "vitest"
import { AnswerWatch } from "../../src/adapters/viewer/answerWatch.ts"
import {
  ASKED_AFTER_MS,
  ASKED_RARELY_MS,
  DOT_MAX_BYTES,
  LATE_MS,
  UNANSWERED_MS,
} from "../../src/domain/wire/rfb/limits.ts"

/** The times at which the watch asks a silent screen for a sign, and gives it up (SCREEN-3). */

const EVERY_MS = 1_000
const ASKED = ASKED_AFTER_MS / EVERY_MS
/** Bytes between two checks; often none. */
const streams = fc.array(fc.oneof(fc.constant(0), fc.nat(2_000)), { maxLength: 80 })

const watchAll = (stream: readonly number[]) => {
  const watch = new AnswerWatch(EVERY_MS)
  let received = 0
  const due = stream.map((bytes) => {
    received += bytes
    return watch.look(received)
  })
  return { watch, received, due }
}

test("[SCREEN-3] whatever came before, a screen that sends nothing is asked once, said to be late, and given up in time", () => {
  fc.assert(
    fc.property(streams, (stream) => {
      const { watch, received } = watchAll(stream.map((each) => each + 1))
      const due = Array.from({ length: (ASKED_AFTER_MS + UNANSWERED_MS) / EVERY_MS }, () => watch.look(received))
      expect(due.filter((each) => each === "ask")).toHaveLength(1)
      expect(due.indexOf("ask")).toBe(ASKED - 1)
      expect(due.indexOf("late")).toBe(ASKED + LATE_MS / EVERY_MS - 1)
      expect(due.indexOf("giveUp")).toBe(due.length - 1)
    }),
  )
})

test("[SCREEN-3] a screen that sends something each time it is asked is never late, and one that sends all the time is never asked", () => {
  fc.assert(
    fc.property(streams, fc.integer({ min: 1, max: DOT_MAX_BYTES }), (stream, bytes) => {
      const { watch, received, due } = watchAll(stream.map((each) => each + 1))
      expect(new Set(due).size).toBeLessThanOrEqual(1)
      let all = received
      for (let look = 0; look < 100; look += 1) {
        const next = watch.look(all)
        expect(["nothing", "ask"]).toContain(next)
        if (next === "ask") all += bytes
      }
      watch.pass()
      expect(watch.look(all)).toBe("nothing")
    }),
  )
})

test("[SCREEN-3] a screen that answers with far more than a dot is asked rarely, until it answers with less", () => {
  const watch = new AnswerWatch(EVERY_MS)
  let received = 0
  const looksUntilAsked = (answer: number): number => {
    let looks = 1
    while (watch.look(received) !== "ask") looks += 1
    received += answer
    watch.look(received)
    return looks
  }
  const answers = [DOT_MAX_BYTES + 1, DOT_MAX_BYTES + 1, DOT_MAX_BYTES, 1]
  const waits = answers.map(looksUntilAsked).map((looks) => looks * EVERY_MS)
  expect(waits).toEqual([ASKED_AFTER_MS, ASKED_RARELY_MS, ASKED_RARELY_MS, ASKED_AFTER_MS])
})
