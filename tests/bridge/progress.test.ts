import * as fc from "fast-check"
import { expect, test } from "vitest"
import { createProgressBoard } from "../../bridge/firmware/progress.ts"
import type { FirmwareProgress } from "../../src/domain/wire/bridge.ts"

/** Reports of updates only advance. An ended update has none until it starts again. */

const ids = fc.constantFrom("a", "b")
const percents = fc.integer({ min: 0, max: 100 })
const stages = fc.constantFrom("verifying" as const, "installing" as const, "rebooting" as const)
/** The part of state 2 that each stage of the device covers, percent (docs/bridge.md). */
const spans = { verifying: [0, 20], installing: [20, 80], rebooting: [80, 99] } as const

type Step = readonly [
  kind: "report" | "staged" | "completed" | "failed" | "forget",
  id: string,
  percent: number,
  of: 0 | 1 | 2,
  stage: keyof typeof spans,
]
const steps: fc.Arbitrary<Step> = fc.tuple(
  fc.constantFrom("report", "report", "staged", "staged", "completed", "failed", "forget"),
  ids,
  percents,
  fc.constantFrom(0, 1, 2),
  stages,
)

test("[FW-3] goes forward alone, ends once, and begins again from nothing", () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 40 }), (all) => {
      const reported: FirmwareProgress[] = []
      const board = createProgressBoard((progress) => reported.push(progress))
      const known = new Map<string, FirmwareProgress>()
      for (const [kind, id, percent, state, stage] of all) {
        const expected: FirmwareProgress[] = []
        const [from, to] = spans[stage]
        if (kind === "completed") {
          board.completed(id)
          expected.push({ type: "fw_progress", id, state: 3, percent: 100 })
        } else if (kind === "failed") {
          board.failed(id, { reason: "vanished", httpStatus: 502 })
          expected.push({ type: "fw_progress", id, state: -1, percent: 0, error: "vanished", httpStatus: 502 })
        } else if (kind === "forget") board.forget(id)
        else {
          const at = kind === "report" ? percent : from + ((to - from) * percent) / 100
          const of = kind === "report" ? state : 2
          if (kind === "report") board.report(id, state, percent)
          else board.staged(id, stage, percent)
          const before = known.get(id)
          const now: FirmwareProgress = { type: "fw_progress", id, state: of, percent: Math.floor(at) }
          const isNews = before === undefined || of * 1_000 + now.percent > before.state * 1_000 + before.percent
          if (isNews) {
            expected.push(now)
            known.set(id, now)
          }
        }
        if (kind === "completed" || kind === "failed" || kind === "forget") known.delete(id)
        expect(reported.splice(0)).toEqual(expected)
        expect(board.all()).toEqual([...known.values()])
      }
    }),
  )
})
