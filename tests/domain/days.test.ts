import fc from "fast-check"
import { afterEach, expect, test } from "vitest"
import { latestDays, ticksOf } from "../../src/app/screens/devices/page/days.ts"
import { marksOf } from "../../src/app/screens/presence/marks.ts"

const HOUR = 3_600_000
const DAYS = 7

const ownZone = process.env.TZ
afterEach(() => {
  if (ownZone === undefined) Reflect.deleteProperty(process.env, "TZ")
  else process.env.TZ = ownZone
})

/**
 * Zones in which clocks change at 2 and 3, at midnight, by half an hour, in the north and in the south. Two more: one
 * with an offset of 45 minutes, and one without changes.
 */
const zones = ["Europe/Berlin", "America/New_York", "America/Santiago", "Africa/Cairo", "Australia/Lord_Howe"] as const
const zone = fc.constantFrom(...zones, "Pacific/Auckland", "Asia/Kathmandu", "UTC")

/** Years in which each of these zones keeps its present rules, ms. */
const moment = fc.integer({ min: Date.UTC(2023, 4), max: Date.UTC(2030, 0) })

test("[DEVICE-16] the ticks of a week follow each other day by day, none lost and none twice, where clocks change too", () => {
  fc.assert(
    fc.property(zone, moment, (name, now) => {
      process.env.TZ = name
      const days = latestDays(now, DAYS).toReversed()
      const ticks = days.flatMap(ticksOf)
      const [first = 0] = ticks
      expect(ticks).toEqual(ticks.map((_, index) => first + index))
      expect(days.at(-1)?.from).toBeLessThanOrEqual(now)
      expect(days.at(-1)?.to).toBeGreaterThan(now)
      for (const day of days) expect(ticksOf(day)).toHaveLength(Math.round(((day.to - day.from) / HOUR) * 2))
    }),
  )
})

test.each([
  ["Europe/Berlin", [2026, 2, 29], 46],
  ["Europe/Berlin", [2026, 9, 25], 50],
  ["America/Santiago", [2026, 8, 6], 46],
  ["Australia/Lord_Howe", [2026, 9, 4], 47],
  ["Asia/Kathmandu", [2026, 2, 29], 48],
] as const)("[DEVICE-16] in %s the day %j has %i ticks", (name, [year, month, date], count) => {
  process.env.TZ = name
  const [today] = latestDays(new Date(year, month, date, 12).getTime(), DAYS)
  expect(today && ticksOf(today)).toHaveLength(count)
})

test.each(["day", "week"] as const)(
  "[DEVICE-15] the axis of a %s names each of its hours once, where clocks change too",
  (span) => {
    const [length, apart] = span === "day" ? [24 * HOUR, 4] : [DAYS * 24 * HOUR, 24]
    fc.assert(
      fc.property(zone, moment, (name, to) => {
        process.env.TZ = name
        const from = to - length
        const marks = marksOf({ span, from, to })
        for (const { at, place } of marks) {
          expect(at).toBeGreaterThanOrEqual(from)
          expect(place).toBeCloseTo((at - from) / length)
          const clock = new Date(at)
          // Midnight does not exist on one day of the year.
          const isFirst = new Date(at - 1).getDate() !== clock.getDate()
          expect(isFirst || (clock.getHours() % apart === 0 && clock.getMinutes() === 0)).toBe(true)
        }
        const days = new Set(marks.map(({ at }) => new Date(at).toDateString()))
        if (span === "week") expect(days.size).toBe(marks.length)
        if (span === "week") expect([7, 8]).toContain(marks.length)
        if (span === "day") expect([5, 6, 7]).toContain(marks.length)
      }),
    )
  },
)
