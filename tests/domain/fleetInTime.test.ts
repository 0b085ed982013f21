import fc from "fast-check"
import { expect, test } from "vitest"
import { barsIn, makeFleetInTime, outagesOf, timeOfBars } from "../../src/domain/views/fleetInTime.ts"
import { type Absence, FleetLogReader, NO_FLEET_LOG } from "../../src/domain/views/fleetLog.ts"
import { markEvent, type PresenceSpan, spans, weekOfMarks } from "../../src/domain/views/fleetPresence.ts"
import { queuedBy, Recorder, START } from "./recorder.ts"

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const device = (id: string, lastSeen: number, build = 241_129_184_309) => ({
  id,
  name: `Device ${id}`,
  model: 1,
  lastSeen,
  flags: 0,
  build,
  shared: false,
  owner: "",
})

/** Five devices. `away`: minutes since each device was seen last. */
const fleet = () => {
  const client = new Recorder()
  const account = client.signIn()
  // The latest sign of each device. The server never forgets one.
  const signs = new Map<number, number>()
  const read = (at: number, away: readonly number[], build?: number) => {
    client.now = at
    const devices = away.map((minutes, index) => {
      signs.set(index, Math.max(signs.get(index) ?? 0, at - minutes * MINUTE))
      return device(`d${index}`, signs.get(index) ?? at, build)
    })
    client.do({ type: "RecordDevices", account, begunAt: at, devices })
  }
  const logged = (order: "read" | "followed" = "read") => {
    const reader = new FleetLogReader(account)
    for (const event of order === "read" ? client.log.toReversed() : client.log) reader.take(event)
    return reader.log()
  }
  const picture = (span: PresenceSpan = "day") => {
    const marks = weekOfMarks(client.now)
    for (const event of client.log) markEvent(marks, event, account)
    return makeFleetInTime(span, span === "week" ? marks : null, logged())(client.state, client.now)
  }
  return { client, account, read, logged, picture }
}

const steps = fc.array(
  fc.record({ after: fc.integer({ min: 1, max: 300 }), away: fc.array(fc.nat(400), { minLength: 5, maxLength: 5 }) }),
  { minLength: 1, maxLength: 25 },
)

const life = (all: readonly { readonly after: number; readonly away: readonly number[] }[]) => {
  const world = fleet()
  let at = START
  for (const { after, away } of all) {
    at += after * MINUTE
    world.read(at, away)
  }
  return world
}

test("[PICTURE-1] the bars cover the span without a hole, and each counts every device once", () => {
  fc.assert(
    fc.property(steps, fc.constantFrom<PresenceSpan>("day", "week"), (all, span) => {
      const { bars, of } = life(all).picture(span)
      expect(bars.length).toBe(spans[span].bars)
      for (const [index, { from, online, offline, unobserved }] of bars.entries()) {
        if (index > 0) expect(from).toBe(bars[index - 1]?.to)
        expect(online + offline + unobserved).toBe(of)
      }
    }),
    { numRuns: 40 },
  )
})

test("[PICTURE-1] a device counts as away only where somebody looked, and a range has all who were away in its bars", () => {
  fc.assert(
    fc.property(steps, (all) => {
      const world = life(all)
      const day = world.picture()
      for (const [index, bar] of day.bars.slice(0, -1).entries()) {
        const away = day.awayIn(index, index)
        expect(away.length).toBeGreaterThanOrEqual(bar.offline)
        if (bar.unobserved === day.of) expect(bar.offline).toBe(0)
      }
      const whole = new Set(day.awayIn(0, day.bars.length - 1))
      for (let index = 0; index < day.bars.length; index += 1)
        for (const did of day.awayIn(index, index)) expect(whole.has(did)).toBe(true)
    }),
    { numRuns: 40 },
  )
})

test("[PICTURE-1] the log says the same read backwards, followed as it grows, and with an event taken twice", () => {
  fc.assert(
    fc.property(steps, (all) => {
      const { client, account, logged } = life(all)
      const sorted = (absences: readonly Absence[]) =>
        absences.toSorted((a, b) => a.since - b.since || (a.did < b.did ? -1 : 1))
      const expected = sorted(logged("followed").absences)
      expect(sorted(logged("read").absences)).toEqual(expected)
      const both = new FleetLogReader(account)
      const half = Math.floor(client.log.length / 2)
      for (const event of client.log.slice(0, half + 1).toReversed()) both.take(event)
      for (const event of client.log.slice(half)) both.take(event)
      expect(sorted(both.log().absences)).toEqual(expected)
    }),
    { numRuns: 60 },
  )
})

test("[PICTURE-1] three devices that go away within a minute of each other are an outage, until the last is back", () => {
  const { read, picture } = fleet()
  read(START, [0, 0, 0, 0, 0])
  read(START + 2 * HOUR, [119, 119, 119, 0, 0])
  read(START + 3 * HOUR, [0, 0, 179, 0, 0])
  const outage = () =>
    picture()
      .marks.flat()
      .filter(({ kind }) => kind === "outage")
  expect(outage()).toMatchObject([{ at: START + MINUTE, until: null, dids: ["d0", "d1", "d2"], isOwn: false }])
  read(START + 4 * HOUR, [0, 0, 0, 0, 0])
  expect(outage()).toMatchObject([{ until: START + 4 * HOUR }])
  const { bars, awayIn } = picture()
  const place = bars.findIndex(({ from, to }) => from <= START + 2 * HOUR && START + 2 * HOUR < to)
  expect(bars[place]).toMatchObject({ online: 2, offline: 3 })
  expect(awayIn(place, place).toSorted()).toEqual(["d0", "d1", "d2"])
})

test("[PICTURE-1] two devices, or three that go away one after the other, are none", () => {
  const gone = (minutes: readonly number[]): readonly Absence[] =>
    minutes.map((at, index) => ({ did: `d${index}`, since: START + at * MINUTE, back: null }))
  expect(outagesOf(gone([0, 0]))).toEqual([])
  expect(outagesOf(gone([0, 2, 4]))).toEqual([])
  expect(outagesOf(gone([0, 1, 2]))).toHaveLength(1)
  expect(outagesOf([...gone([0, 0]), ...gone([0, 0])])).toEqual([])
})

test("[PICTURE-1] a reboot and a wake that the server took are marks of the person; one that it refused is none", () => {
  const { client, read, picture } = fleet()
  read(START, [0, 0, 0, 0, 0])
  client.do({ type: "TakeLeadership" })
  const ask = (command: Parameters<Recorder["do"]>[0], outcome: "done" | "refused") => {
    client.do(command)
    const action = [...client.state.outbox.actions.values()].at(-1)?.id ?? ""
    client.do({ type: "ClaimAction", action, epoch: client.state.outbox.epoch })
    client.now += 1_000
    client.do({
      type: "RecordOutcome",
      action,
      attempt: 1,
      outcome: outcome === "done" ? { kind: "done" } : { kind: "refused", reason: "unsupported", status: -7 },
      jitter: 0,
    })
  }
  ask({ type: "RebootDevice", did: "d0", undo: false }, "done")
  ask({ type: "RebootDevice", did: "d1", undo: false }, "refused")
  const marks = picture().marks.flat()
  expect(marks).toMatchObject([{ kind: "reboot", dids: ["d0"], isOwn: true, at: START + 1_000 }])
})

test("[PICTURE-1] devices that are on the list no more, and what was done under another account, are in no mark", () => {
  const { client, account, read, picture } = fleet()
  read(START, [0, 0, 0, 0, 0])
  read(START + 2 * HOUR, [119, 119, 119, 0, 0])
  client.do({ type: "TakeLeadership" })
  const action = queuedBy(client, { type: "RebootDevice", did: "d4", undo: false })
  client.do({ type: "ClaimAction", action, epoch: client.state.outbox.epoch })
  client.do({ type: "RecordOutcome", action, attempt: 1, outcome: { kind: "done" }, jitter: 0 })
  const kinds = () =>
    picture()
      .marks.flat()
      .map(({ kind }) => kind)
  expect(kinds().toSorted()).toEqual(["outage", "reboot"])
  client.now += HOUR
  const rest = [device("d3", client.now), device("d4", client.now)]
  client.do({ type: "RecordDevices", account, begunAt: client.now, devices: rest })
  expect(kinds()).toEqual(["reboot"])
  const other = client.signIn("u2")
  client.do({ type: "RecordDevices", account: other, begunAt: client.now, devices: rest })
  const reader = new FleetLogReader(other)
  for (const event of client.log.toReversed()) reader.take(event)
  expect(reader.log()).toEqual(NO_FLEET_LOG)
})

test("[PICTURE-1] the range that a person chose is a time: later it has as many bars, further back, until it leaves the span", () => {
  const ranges = fc.record({
    span: fc.constantFrom<PresenceSpan>("day", "week"),
    first: fc.nat(83),
    length: fc.integer({ min: 1, max: 20 }),
    later: fc.nat(400),
  })
  const { client, read } = fleet()
  read(START, [0, 0, 0, 0, 0])
  fc.assert(
    fc.property(ranges, ({ span, first, length, later }) => {
      const see = makeFleetInTime(span, null, NO_FLEET_LOG)
      const [before, after] = [see(client.state, client.now), see(client.state, client.now + later * HOUR)]
      const last = Math.min(first + length, before.bars.length) - 1
      if (first > last) return
      const chosen = timeOfBars(before, { first, last })
      expect(barsIn(before, chosen)).toEqual({ first, last })
      const range = barsIn(after, chosen)
      const start = after.bars[0]?.from ?? 0
      expect(range === null || range.first === 0 || range.last - range.first === last - first).toBe(true)
      if (chosen.from >= start) expect(range).not.toBeNull()
      if (chosen.to <= start) expect(range).toBeNull()
    }),
    { numRuns: 60 },
  )
})

test("[PICTURE-1] another build that a device reports is an update from elsewhere", () => {
  const { read, picture } = fleet()
  read(START, [0, 0, 0, 0, 0])
  read(START + HOUR, [0, 0, 0, 0, 0], 250_101_000_000)
  const marks = picture().marks.flat()
  expect(marks).toMatchObject([{ kind: "update", isOwn: false, at: START + HOUR }])
  expect(marks[0]?.dids).toHaveLength(5)
})

test("[PICTURE-1] the last bar says how the devices are now, also in a half hour that has just begun", () => {
  const { client, read } = fleet()
  read(START, [0, 0, 0, 0, 50])
  client.now = START + 20 * MINUTE
  const { bars } = makeFleetInTime("day", null, NO_FLEET_LOG)(client.state, client.now)
  expect(bars.at(-1)).toMatchObject({ online: 4, offline: 1, unobserved: 0 })
})
