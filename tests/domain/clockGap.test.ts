import * as fc from "fast-check"
import { afterEach, expect, test } from "vitest"
import { waitedAt } from "../../src/app/dialogs/passcodeWait.ts"
import * as formats from "../../src/app/i18n/format.ts"
import { clockGap, serverMs } from "../../src/domain/values/clockGap.ts"
import {
  CLOCK_GAP_TOLERATED_MS,
  FUTURE_TOLERATED_MS,
  ONLINE_WINDOW_MS,
  REFRESH_INTERVAL_MS,
} from "../../src/domain/values/limits.ts"
import { deviceCard, isOnline, statusOf } from "../../src/domain/views/devices.ts"
import { isLastKnown } from "../../src/domain/views/listState.ts"
import { clockAhead } from "../../src/domain/views/notices.ts"
import { fold, Recorder, START } from "./recorder.ts"

const HOUR = 3_600_000
const YEAR = 365 * 24 * HOUR
const device = (id: string, lastSeen: number) => ({
  id,
  name: id,
  model: 1,
  lastSeen,
  flags: 0,
  build: 0,
  shared: false,
  owner: "",
})

/** A client whose clock is `ahead` ms before the server's. `read` takes how long ago each device was seen, ms. */
const clientAhead = (ahead: number, isDated: boolean) => {
  const client = new Recorder()
  const account = client.signIn()
  let server = START
  const read = (ages: Readonly<Record<string, number>>) => {
    client.now = server + ahead
    const devices = Object.entries(ages).map(([id, age]) => device(id, server - age))
    const served = { servedAt: isDated ? server : null }
    client.do({ type: "RecordDevices", account, begunAt: client.now - 500, devices, ...served })
    server += REFRESH_INTERVAL_MS
  }
  const online = (id: string) => deviceCard(client.state, id, client.now)?.online
  return { client, read, online }
}

const AHEAD = [HOUR, -HOUR, 40 * YEAR, -3 * YEAR, -56 * YEAR, 31 * 60_000, -6 * 60_000]

test.each(AHEAD)("[DEVICE-5] a clock that is %s ms ahead changes nothing where the server tells its time", (ahead) => {
  const { client, read, online } = clientAhead(ahead, true)
  for (let n = 0; n < 3; n += 1) read({ alive: 20_000, silent: 2 * HOUR })
  expect([online("alive"), online("silent")]).toEqual([true, false])
  expect(Math.abs((clockAhead(client.state) ?? 0) - ahead)).toBeLessThanOrEqual(60_000)
  expect(fold(client.log)).toEqual(client.state)
})

test.each([HOUR, -HOUR, 40 * YEAR, -3 * YEAR, -56 * YEAR])(
  "[DEVICE-5] a clock that is %s ms ahead is known by the devices where the server tells no time",
  (ahead) => {
    const { client, read, online } = clientAhead(ahead, false)
    for (let n = 0; n < 3; n += 1) read({ alive: 20_000, other: 30_000, silent: 2 * HOUR + n * REFRESH_INTERVAL_MS })
    expect([online("alive"), online("silent")]).toEqual([true, false])
    expect(Math.abs((clockAhead(client.state) ?? 0) - ahead)).toBeLessThanOrEqual(3 * 60_000)
  },
)

/**
 * `pause`: time until the next read, ms. `a` and `b`: when each device was seen within it, as a share; null when not
 * seen.
 */
const step = fc.record({
  pause: fc.oneof(fc.constant(REFRESH_INTERVAL_MS), fc.integer({ min: 1, max: 9 * HOUR })),
  a: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  b: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
})

test.each([true, false])("[DEVICE-5] a right clock is called right, whatever the devices do (dated: %s)", (isDated) => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const client = new Recorder()
      const account = client.signIn()
      const seen = { a: START - HOUR, b: START - HOUR }
      for (const { pause, ...heard } of steps) {
        client.now += pause
        for (const id of ["a", "b"] as const) {
          const share = heard[id]
          if (share !== null) seen[id] = client.now - Math.floor(share * pause)
        }
        const devices = [device("a", seen.a), device("b", seen.b)]
        const served = { servedAt: isDated ? client.now - 400 : null }
        client.do({ type: "RecordDevices", account, begunAt: client.now - 900, devices, ...served })
        expect(clockAhead(client.state)).toBe(null)
      }
    }),
    { numRuns: 1_000 },
  )
})

test("[DEVICE-5] a clock that is set right is right with the next reading", () => {
  const { client, read, online } = clientAhead(HOUR, true)
  read({ alive: 1_000 })
  expect(clockAhead(client.state)).toBe(HOUR)
  const account = client.state.devices.account
  if (account === null) throw new Error("no account")
  client.now = START + 2 * REFRESH_INTERVAL_MS
  const devices = [device("alive", client.now - 1_000)]
  client.do({ type: "RecordDevices", account, begunAt: client.now, devices, servedAt: client.now })
  expect(clockAhead(client.state)).toBe(null)
  expect(online("alive")).toBe(true)
  expect(client.state.devices.bound.get("alive")?.lastSeen).toBe(client.now - 1_000)
})

test("[DEVICE-5] a tab that was frozen between answer and reading does not take the sleep for a wrong clock", () => {
  const client = new Recorder()
  const account = client.signIn()
  client.now = START + 8 * HOUR
  client.do({ type: "RecordDevices", account, begunAt: START, devices: [device("d", START)], servedAt: START + 1_000 })
  expect(clockAhead(client.state)).toBe(null)
})

test("[DEVICE-5] online is within half an hour, inclusive, and a day of a clock ahead; a device seen in decades is not", () => {
  expect(isOnline(START - ONLINE_WINDOW_MS, START)).toBe(true)
  expect(isOnline(START - ONLINE_WINDOW_MS - 1, START)).toBe(false)
  expect(isOnline(START + 90 * 60_000, START)).toBe(true)
  expect(isOnline(START + FUTURE_TOLERATED_MS, START)).toBe(true)
  for (const years of [1, 20, 70]) expect(isOnline(START + years * YEAR, START)).toBe(false)
})

test("[DEVICE-5] a device seen in decades says nothing of the clock", () => {
  for (const isDated of [true, false]) {
    const { client, read, online } = clientAhead(0, isDated)
    read({ odd: -30 * YEAR, alive: 1_000 })
    read({ odd: -30 * YEAR, alive: 1_000 })
    expect([online("odd"), online("alive"), clockAhead(client.state)]).toEqual([false, true, null])
  }
})

test.each([
  [0, 0],
  [-1, 0],
  [-START, 0],
  [START, START],
  [Math.floor(START / 1_000), Math.floor(START / 1_000) * 1_000],
  [1_790_000_000.5, 1_790_000_000_500],
  [START * 1_000 + 7, START],
])("[DEVICE-5][CALL-2] the time %s of a server is %s ms", (text, ms) => {
  expect(serverMs(text)).toBe(ms)
})

test("[DEVICE-5] a list that was read before the clock was set back does not tell what is online", () => {
  const readAt = START
  for (const back of [HOUR, 3 * HOUR, 40 * YEAR]) {
    expect(isLastKnown(readAt, readAt - back), `${back}`).toBe(true)
    expect(statusOf(readAt - 1, readAt, readAt - back)).toBe("lastKnown")
  }
  // A correction of seconds counts as no change of the clock.
  expect(isLastKnown(readAt, readAt - 20_000)).toBe(false)
  expect(statusOf(readAt - 1, readAt, readAt - 20_000)).toBe("online")
})

test("[DEVICE-9] a clock that is set back or on makes no wait for a passcode longer, however often it is", () => {
  const steps = fc.array(fc.integer({ min: -5 * HOUR, max: 2_000 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300_000 }), steps, (ms, moves) => {
      let now = START
      let wait = waitedAt(null, now + ms, now)
      let left = ms
      for (const move of moves) {
        now += move
        wait = waitedAt(wait, START + ms, now)
        expect(wait.end - now).toBeLessThanOrEqual(left)
        left = wait.end - now
      }
    }),
  )
  // A wait that a screen first shows after the clock was set back ends as well.
  const late = waitedAt(null, START, START - 3 * HOUR)
  expect(waitedAt(late, START, late.end).end).toBeLessThanOrEqual(late.end)
  expect(late.end - late.now).toBeLessThanOrEqual(300_000)
})

const ownZone = process.env.TZ
afterEach(() => {
  if (ownZone === undefined) Reflect.deleteProperty(process.env, "TZ")
  else process.env.TZ = ownZone
})

test("[I18N-3] times are of the time zone that this computer is in now, in each form", () => {
  const at = Date.UTC(2026, 6, 1, 22, 30)
  const said = (zone: string) => {
    process.env.TZ = zone
    const { clock, hour, day, stamp } = formats
    return [hour("en"), clock("en"), day("en"), stamp("en")].map((format) => format.format(at)).join(" | ")
  }
  expect(said("Europe/Berlin")).toBe("00:30 | 00:30:00 | Jul 2, 2026 | 00:30:00.000")
  expect(said("America/New_York")).toBe("18:30 | 18:30:00 | Jul 1, 2026 | 18:30:00.000")
  // Berlin and Johannesburg are both two hours ahead in summer; in winter Johannesburg alone is.
  expect(said("Africa/Johannesburg")).toBe("00:30 | 00:30:00 | Jul 2, 2026 | 00:30:00.000")
  expect(said("Asia/Tokyo")).toBe("07:30 | 07:30:00 | Jul 2, 2026 | 07:30:00.000")
  expect(formats.formatMinute("en", at, at)).toBe("07:30")
})

test.each([-1, 0, 1])("[DEVICE-5] at each limit that tells a gap, %d ms beyond it", (by) => {
  const reading = { begunAt: START, at: START, servedAt: null, seenAgain: [], readBefore: null, known: HOUR }
  const ahead = (ms: number, ...others: readonly number[]) =>
    clockGap({ ...reading, lastSeen: [START + ms, ...others.map((before) => START + ms - before)] })
  // A time in the future shows that this clock is behind, if it exceeds the tolerance. Far in the future it takes two
  // devices to show it.
  const isBeyond = by > 0
  expect(ahead(CLOCK_GAP_TOLERATED_MS + by)).toBe(isBeyond ? -CLOCK_GAP_TOLERATED_MS : HOUR)
  expect(ahead(FUTURE_TOLERATED_MS + by)).toBe(isBeyond ? HOUR : -FUTURE_TOLERATED_MS)
  expect(ahead(2 * FUTURE_TOLERATED_MS, ONLINE_WINDOW_MS + by)).toBe(isBeyond ? HOUR : -2 * FUTURE_TOLERATED_MS)
  const behind = (ms: number, known: number) =>
    clockGap({ ...reading, lastSeen: [], seenAgain: [START - ms], readBefore: START, known })
  expect(behind(ONLINE_WINDOW_MS + by, 0)).toBe(isBeyond ? ONLINE_WINDOW_MS : 0)
  const served = (ms: number, known: number) => clockGap({ ...reading, lastSeen: [], servedAt: START - ms, known })
  expect(served(CLOCK_GAP_TOLERATED_MS + by, 0)).toBe(isBeyond ? CLOCK_GAP_TOLERATED_MS : 0)
  // A known gap stays as long as a new measure of it is near.
  expect(served(HOUR + CLOCK_GAP_TOLERATED_MS + by, HOUR)).toBe(isBeyond ? HOUR + CLOCK_GAP_TOLERATED_MS : HOUR)
})
