import fc from "fast-check"
import { expect, test } from "vitest"
import { fieldsOf } from "../../src/domain/client/lan/lanDevices.ts"
import type { PresenceTick } from "../../src/domain/views/devices.ts"
import { deviceCard } from "../../src/domain/views/devices.ts"
import {
  barsOf,
  makeFleetPresence,
  markEvent,
  type PresenceSpan,
  spans,
  weekOfMarks,
} from "../../src/domain/views/fleetPresence.ts"
import { CONNECTED, device as nearDevice } from "./playedBridge.ts"
import { Recorder, START } from "./recorder.ts"

const HALF_HOUR = 30 * 60_000
const WEEK = 336

const device = (id: string, lastSeen: number) => ({
  id,
  name: `Device ${id}`,
  model: 1,
  lastSeen,
  flags: 0,
  build: 241_129_184_309,
  shared: false,
  owner: "",
})

const compare = (a: string, b: string) => a.localeCompare(b)

/** Reads of three devices, in half hours: the time of each read, and how long before it each device was seen last. */
const readings = fc
  .array(
    fc.record({ after: fc.integer({ min: 0, max: 60 }), away: fc.array(fc.nat(20), { minLength: 3, maxLength: 3 }) }),
    {
      minLength: 1,
      maxLength: 40,
    },
  )
  .map((steps) => {
    let tick = 0
    return steps.map(({ after, away }) => {
      tick += after
      return { tick, away }
    })
  })

const fleet = (steps: readonly { readonly tick: number; readonly away: readonly number[] }[]) => {
  const client = new Recorder()
  const account = client.signIn()
  for (const { tick, away } of steps) {
    client.now = START + tick * HALF_HOUR
    const devices = away.map((back, index) => device(`d${index}`, client.now - back * HALF_HOUR))
    client.do({ type: "RecordDevices", account, begunAt: client.now, devices })
  }
  return { client, account }
}

const picture = ({ client, account }: ReturnType<typeof fleet>, span: PresenceSpan, search = "") => {
  const marks = weekOfMarks(client.now)
  for (const event of client.log) markEvent(marks, event, account)
  return makeFleetPresence(compare, span, span === "week" ? marks : null, search)(client.state, client.now)
}

const presence = fc.constantFrom<PresenceTick>("seen", "unseen", "unobserved")

test("[PICTURE-2] bars cover the span without a hole, no tick is in two of them, and each says what most of it was", () => {
  const ticks = fc.array(presence, { maxLength: WEEK })
  fc.assert(
    fc.property(ticks, fc.nat(1_000), fc.integer({ min: 1, max: 8 }), (all, first, size) => {
      const bars = barsOf(all, first, size)
      expect(bars.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index))).toEqual(
        all.map((_, index) => first + index),
      )
      for (const { from, to, presence: shown } of bars) {
        const own = all.slice(from - first, to - first)
        const [seen, unseen] = (["seen", "unseen"] as const).map((kind) => own.filter((tick) => tick === kind).length)
        if (shown === "unobserved") expect(seen === 0 && unseen === 0).toBe(true)
        else expect(shown === "seen").toBe((seen ?? 0) >= (unseen ?? 0))
      }
    }),
  )
})

test("[PICTURE-2][DEVICE-15] the day of each device is the strip of its card, and the end of its week is its day", () => {
  fc.assert(
    fc.property(readings, (steps) => {
      const world = fleet(steps)
      const [day, week] = [picture(world, "day"), picture(world, "week")]
      expect([week.to - week.from, day.to - day.from]).toEqual([WEEK * HALF_HOUR, 48 * HALF_HOUR])
      expect(week.to).toBe(day.to)
      for (const did of ["d0", "d1", "d2"]) {
        const card = deviceCard(world.client.state, did, world.client.now)
        expect(day.bars(did).map((bar) => bar.presence)).toEqual(card?.presence)
        expect([day.bars(did).length, week.bars(did).length]).toEqual([spans.day.bars, spans.week.bars])
      }
    }),
    { numRuns: 50 },
  )
})

test("[PICTURE-2] a half hour in which the app was closed is not observed, and counts neither as seen nor as a gap", () => {
  fc.assert(
    fc.property(readings, (steps) => {
      const world = fleet(steps)
      const week = picture(world, "week")
      const first = week.from / HALF_HOUR
      const zero = Math.floor(START / HALF_HOUR)
      const looked = new Set(steps.map(({ tick }) => tick + zero).filter((tick) => tick >= first))
      const seen = steps.map(({ tick, away }) => tick + zero - (away[0] ?? 0)).filter((tick) => tick >= first)
      const measure = week.measure("d0")
      // Within each half hour in which a device was seen, the server has observed it.
      const observed = new Set([...looked, ...seen])
      expect(measure.looked).toBe(observed.size)
      expect(measure.seen).toBe(new Set(seen).size)
      const { from, to } = measure.gap ?? { from: 0, to: 0 }
      for (let tick = from; tick < to; tick += 1) expect([looked.has(tick), seen.includes(tick)]).toEqual([true, false])
    }),
    { numRuns: 50 },
  )
})

test("[PICTURE-2] the least seen device comes first, and a search leaves those that it finds", () => {
  const world = fleet([
    { tick: 0, away: [0, 2, 0] },
    { tick: 1, away: [0, 3, 0] },
    { tick: 2, away: [0, 4, 2] },
  ])
  const day = picture(world, "day")
  expect(day.ids).toEqual(["d1", "d2", "d0"])
  expect([day.of, day.withGap, day.observed]).toEqual([3, 2, 4])
  expect(day.seen / day.looked).toBeLessThan(1)
  expect(picture(world, "day", "d2").ids).toEqual(["d2"])
  // What this network alone knows has no presence (PICTURE-5).
  world.client.do({ type: "ReportBridge", link: CONNECTED })
  world.client.do({ type: "RecordLanDevices", devices: [fieldsOf(nearDevice("n9", { did: "d9" }))], gone: [] })
  expect(picture(world, "day")).toMatchObject({ ids: ["d1", "d2", "d0"], of: 3 })
})

test("[PICTURE-2] readings of another account mark nothing", () => {
  const { client } = fleet([{ tick: 0, away: [0, 0, 0] }])
  const other = client.signIn("u2")
  const marks = weekOfMarks(client.now)
  for (const event of client.log) markEvent(marks, event, other)
  expect([marks.of.size, Math.max(...marks.looked)]).toEqual([0, 0])
})
