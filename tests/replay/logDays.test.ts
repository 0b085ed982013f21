import fc from "fast-check"
import { expect, test } from "vitest"
import { dayNamed, daysOf } from "../../src/app/log/days.ts"
import { LogIndex } from "../../src/app/log/logIndex.ts"
import { addressOf, choiceFrom, hasLimits, queryOf } from "../../src/app/screens/log/query.ts"

/** The days of a log in its time filter. */

const HOUR = 3_600_000
const BEGIN = new Date(2026, 2, 20, 12).getTime()

const indexOf = (times: readonly number[]): LogIndex => {
  const index = new LogIndex(1)
  const rest = { id: "", type: "RouteOpened", v: 1, account: null, tab: "", cause: null, payload: {} }
  index.add(times.map((at, place) => ({ ...rest, seq: place + 1, at })))
  return index
}

test("[EVENT-6] the time filter offers each day on which something was recorded, newest first", () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(gaps, (hours) => {
      const times = hours.map((_, place) => BEGIN + HOUR * hours.slice(0, place + 1).reduce((sum, gap) => sum + gap, 0))
      const days = daysOf(indexOf(times))
      expect(days.map(({ from }) => from)).toEqual(
        [...new Set(times.map((at) => new Date(at).setHours(0, 0, 0, 0)))].reverse(),
      )
      for (const { id, from, to } of days) {
        expect(dayNamed(id)).toEqual({ id, from, to })
        expect(times.some((at) => at >= from && at < to)).toBe(true)
      }
    }),
  )
  expect(daysOf(new LogIndex(1))).toEqual([])
})

test("[EVENT-6] a day of the time filter is kept in the address, and a text that names none is no limit", () => {
  const [day] = daysOf(indexOf([BEGIN]))
  const choice = choiceFrom(new URLSearchParams("day=2026-03-20"))
  expect(addressOf(choice).toString()).toBe("day=2026-03-20")
  expect(queryOf(choice, 0)).toMatchObject({ since: day?.from, until: day?.to })
  expect(hasLimits(choice)).toBe(true)
  for (const text of ["", "2026-02-30", "2026-13-01", "20-3-2026", "yesterday"])
    expect(hasLimits(choiceFrom(new URLSearchParams({ day: text })))).toBe(false)
})
