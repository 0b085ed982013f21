import { Clock } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { expect, test } from "vitest"
import { startFlow } from "../../src/domain/client/accounts/flows/memory.ts"
import { requestDeletion } from "../../src/domain/client/accounts/flows/ownAccount.ts"
import { signIn } from "../../src/domain/client/accounts/flows/signIn.ts"
import { answerTo } from "../../src/domain/client/answering.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { flowOf } from "../../src/domain/features/flows/machines.ts"
import { USER_KEY } from "../../src/domain/features/session/savedUser.ts"
import { parseEmail } from "../../src/domain/values/email.ts"
import { askedWaitMs, parseHttpDate, retryAfterMs, servedAtIn } from "../../src/domain/values/httpTime.ts"
import { REFRESH_INTERVAL_MS, RETRY_AFTER_MAX_MS, TOO_OFTEN_BASE_MS } from "../../src/domain/values/limits.ts"
import { parsePassword } from "../../src/domain/values/password.ts"
import { listState } from "../../src/domain/views/listState.ts"
import { outboxView } from "../../src/domain/views/outbox.ts"
import { readAnswer } from "../../src/domain/wire/answer.ts"
import { type CallName, callNames } from "../../src/domain/wire/cloud.ts"
import { OutboxWorld } from "./outboxWorld.ts"
import { SERVER, START } from "./recorder.ts"
import { TestBrowser } from "./tabs.ts"

test("[DEVICE-2] an HTTP date is read in each of its three forms", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_102_444_799 }), (seconds) => {
      const date = new Date(seconds * 1_000)
      const [day = "", time = ""] = date.toISOString().split("T")
      const weekday = date.toLocaleDateString("en", { weekday: "long", timeZone: "UTC" })
      const month = date.toLocaleDateString("en", { month: "short", timeZone: "UTC" })
      const [year = "", , dayOfMonth = ""] = day.split("-")
      const clock = time.slice(0, 8)
      expect(parseHttpDate(date.toUTCString())).toBe(date.getTime())
      expect(
        parseHttpDate(`${weekday.slice(0, 3)} ${month} ${String(Number(dayOfMonth)).padStart(2)} ${clock} ${year}`),
      ).toBe(date.getTime())
      if (Number(year) < 2070)
        expect(parseHttpDate(`${weekday}, ${dayOfMonth}-${month}-${year.slice(2)} ${clock} GMT`)).toBe(date.getTime())
    }),
  )
})

test("[DEVICE-2][DEVICE-5] a day that the calendar does not have is no date, in none of the forms", () => {
  const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  const two = (number: number) => String(number).padStart(2, "0")
  fc.assert(
    fc.property(
      fc.integer({ min: 1970, max: 2069 }),
      fc.integer({ min: 0, max: 11 }),
      fc.integer({ min: 0, max: 40 }),
      (year, month, day) => {
        const at = Date.UTC(year, month, day, 8, 49, 37)
        const date = new Date(at)
        const isOnCalendar = day > 0 && date.getUTCMonth() === month && date.getUTCDate() === day
        const name = months[month] ?? ""
        for (const text of [
          `Mon, ${two(day)} ${name} ${year} 08:49:37 GMT`,
          `Monday, ${two(day)}-${name}-${two(year % 100)} 08:49:37 GMT`,
          `Mon ${name} ${String(day).padStart(2)} 08:49:37 ${year}`,
          `${year}-${two(month + 1)}-${two(day)}T08:49:37Z`,
        ])
          expect(parseHttpDate(text)).toBe(isOnCalendar ? at : null)
      },
    ),
  )
})

test.each([
  ["an hour that no day has", "Sat, 28 Nov 2026 24:00:00 GMT", null],
  ["a minute that no hour has", "Sat, 28 Nov 2026 10:60:00 GMT", null],
  ["a leap second where none can be", "Sat, 28 Nov 2026 10:00:60 GMT", null],
  ["a leap second", "Sat, 31 Dec 2016 23:59:60 GMT", Date.UTC(2017, 0, 1)],
  ["a leap second by another zone", "Sun, 01 Jan 2017 00:59:60 +0100", Date.UTC(2017, 0, 1)],
  ["another weekday", "Mon, 28 Nov 2026 10:00:00 GMT", Date.UTC(2026, 10, 28, 10)],
  ["no weekday", "28 Nov 2026 10:00:00 GMT", Date.UTC(2026, 10, 28, 10)],
  ["parts of a second", "2026-11-28T10:00:00.500Z", Date.UTC(2026, 10, 28, 10)],
  ["a zone by its name", "Sat, 28 Nov 2026 10:00:00 EST", null],
  ["a zone with its name behind it", "Sat, 28 Nov 2026 10:00:00 -0500 (EST)", Date.UTC(2026, 10, 28, 15)],
  ["half a day", "Sat, 28 Nov 2026 10:00:00 PM", null],
  ["an offset that no zone has", "Sat, 28 Nov 2026 10:00:00 +9960", null],
  ["words of another language", "sám, 28 nov 2026 10:00:00 GMT", null],
  ["a year that no date has", "Sat, 28 Nov 99999999999 10:00:00 GMT", null],
])("[DEVICE-2][DEVICE-5] a date with %s: %s", (_title, text, expected) => {
  expect(parseHttpDate(text)).toBe(expected)
  expect(servedAtIn(text)).toBe(expected)
})

test("[DEVICE-2][DEVICE-5] of the dates that a server and a proxy before it each sent the latest counts", () => {
  const [own, proxy] = [START, START + 2_000].map((at) => new Date(at).toUTCString())
  for (const dates of [`${own}, ${proxy}`, `${proxy}, ${own}`, `${proxy}, ${proxy}`, `0, ${proxy}`, `${proxy}, soon`])
    expect(servedAtIn(dates)).toBe(START + 2_000)
  expect(["", "0", "soon, later"].map(servedAtIn)).toEqual([null, null, null])
  const until = new Date(START + 32_000).toUTCString()
  const headers = new Headers([
    ["date", String(own)],
    ["date", String(proxy)],
    ["retry-after", until],
  ])
  // This computer's clock is a year behind.
  expect(askedWaitMs({ status: 503, headers }, START - 31_536_000_000)).toBe(30_000)
})

test.each([
  ["30", 30_000],
  ["  30\t", 30_000],
  ["0", null],
  ["-5", null],
  ["1.5", 1_500],
  ["0.2", 200],
  ["1.5.2", null],
  ["1e3", null],
  ["30, 60", 60_000],
  ["60,30", 60_000],
  [`30, ${new Date(START + 45_000).toUTCString()}`, 45_000],
  [`${new Date(START + 45_000).toUTCString()}, 90`, 90_000],
  [`${START / 1_000 + 20}`, 20_000],
  [`${START + 20_000}`, 20_000],
  [`${START / 1_000 - 20}`, null],
  [new Date(START + 45_000).toUTCString().replace("GMT", "+0000"), 45_000],
  [new Date(START + 3_645_000).toUTCString().replace("GMT", "+0100"), 45_000],
  [new Date(START + 45_000).toUTCString().replace("GMT", "UTC"), 45_000],
  [new Date(START + 45_000).toISOString(), 45_000],
  [new Date(START + 45_000).toISOString().replace(".000Z", "+00:00"), 45_000],
  ["soon", null],
  ["+30", 30_000],
  ['"30"', 30_000],
  ["30s", 30_000],
  ["30 seconds", 30_000],
  ["30; reason=load", 30_000],
  ["30 minutes", null],
  ["-30", null],
  ["", null],
  ["31536000", RETRY_AFTER_MAX_MS],
  ["9".repeat(400), RETRY_AFTER_MAX_MS],
  [new Date(START + 45_000).toUTCString(), 45_000],
  [` ${new Date(START + 45_000).toUTCString()} `, 45_000],
  [new Date(START - 45_000).toUTCString(), null],
  ["Fri, 31 Dec 9999 23:59:59 GMT", RETRY_AFTER_MAX_MS],
  ["Sun, 99 Nov 1994 08:49:37 GMT", null],
  ["Fri, 1 Jan 2100 0:00:00 GMT", RETRY_AFTER_MAX_MS],
  ["Fri, 01-Jan-2100 00:00:00 GMT", RETRY_AFTER_MAX_MS],
  ["2100-13-01T00:00:00Z", null],
])("[DEVICE-2] Retry-After %j is a wait of %s ms", (header, ms) => {
  expect(retryAfterMs(header, START)).toBe(ms)
})

test("[DEVICE-2] 429 asks to wait and turns the request away, another error only where it says how long", () => {
  const of = (status: number, waitMs: number | null) => readAnswer("rename_device", { status, text: undefined, waitMs })
  expect(of(429, 30_000)).toMatchObject({ failure: { kind: "http", wait: { ms: 30_000, isUndone: true } } })
  expect(of(429, null)).toMatchObject({ failure: { wait: { ms: null, isUndone: true } } })
  for (const status of [403, 408, 413, 425, 500, 502, 503, 504]) {
    expect(of(status, 30_000)).toMatchObject({ failure: { wait: { ms: 30_000, isUndone: false } } })
    expect(of(status, null)).not.toMatchObject({ failure: { wait: {} } })
  }
  const unknown = { status: 404, text: undefined, waitMs: 30_000 }
  expect(readAnswer("update_subaccount_email", unknown)).toMatchObject({ failure: { refusal: "unsupported" } })
})

test("[DEVICE-2][MSG-1] status -100 with a time is the wait that 429 asks for, without one it is too often", () => {
  const of = (call: CallName, waitMs: number | null) =>
    readAnswer(call, { status: 200, text: '{"status":-100}', waitMs })
  for (const call of callNames.filter((name) => name !== "accept_invitation")) {
    expect(of(call, 30_000)).toMatchObject({ failure: { kind: "http", wait: { ms: 30_000, isUndone: true } } })
    expect(of(call, null)).toMatchObject({ failure: { _tag: "Refused", refusal: "tooOften" } })
  }
  expect(of("accept_invitation", 30_000)).toMatchObject({ failure: { refusal: "invitationInvalid" } })
  const ok = { status: 200, text: '{"status":0}', waitMs: 30_000 }
  expect(readAnswer("rename_device", ok)).toMatchObject({ success: {} })
  const other = { ...ok, text: '{"status":-42}' }
  expect(readAnswer("rename_device", other)).toMatchObject({ failure: { refusal: "unknown" } })
})

const WAIT = { kind: "wait", ms: 30_000, isUndone: true } as const

test("[OFFLINE-5] nothing of the account is sent before the time that the server named, and all of it after", () => {
  const world = new OutboxWorld()
  world.do({ type: "RenameDevice", did: "d1", name: "One" })
  const [first = ""] = world.send()
  world.do({ type: "RecordOutcome", action: first, attempt: 1, outcome: WAIT, jitter: 0 })
  world.do({ type: "RenameDevice", did: "d2", name: "Two" })
  const [, second] = outboxView(world.client.state).waiting
  expect(second).toMatchObject({ state: "queued", waitsUntil: world.client.now + 30_000 })
  expect(world.client.state.outbox.actions.get(first)).toMatchObject({
    status: { state: "waiting", reason: "wait", until: world.client.now + 30_000 },
    ambiguous: false,
  })
  world.do({ type: "HurryAction", action: first })
  expect(world.send()).toEqual([])
  world.pass(29_999)
  expect(world.send()).toEqual([])
  world.pass(1)
  expect(world.send()).toEqual([first, ...(second === undefined ? [] : [second.id])].slice(0, world.flights.length))
  expect(world.flights).not.toEqual([])
})

test("[OFFLINE-5] where the server names no time the wait is one of those for too many requests", () => {
  const world = new OutboxWorld()
  world.do({ type: "RenameDevice", did: "d1", name: "One" })
  const [action = ""] = world.send()
  world.do({ type: "RecordOutcome", action, attempt: 1, outcome: { ...WAIT, ms: null }, jitter: 0 })
  world.pass(TOO_OFTEN_BASE_MS / 2 - 1)
  expect(world.send()).toEqual([])
  world.pass(TOO_OFTEN_BASE_MS)
  expect(world.send()).toEqual([action])
})

test("[OFFLINE-3] what is sent at most once is sent again only where it was turned away", () => {
  for (const isUndone of [true, false]) {
    const world = new OutboxWorld()
    world.do({ type: "RebootDevice", did: "d1" })
    const [action = ""] = world.send()
    world.do({ type: "RecordOutcome", action, attempt: 1, outcome: { ...WAIT, isUndone }, jitter: 0 })
    expect(world.client.state.outbox.actions.get(action)?.status.state).toBe(isUndone ? "waiting" : "unconfirmed")
    expect(world.client.state.outbox.waits.size).toBe(1)
  }
})

test("[OFFLINE-5] a clock that is set back makes no wait longer", () => {
  const world = new OutboxWorld()
  world.do({ type: "RenameDevice", did: "d1", name: "One" })
  const [action = ""] = world.send()
  world.do({ type: "RecordOutcome", action, attempt: 1, outcome: WAIT, jitter: 0 })
  world.set(-24 * 3_600_000)
  expect(world.send()).toEqual([action])
})

test("[DEVICE-2][UX-4] no list is read before the time that the server named, and the list says until when", () => {
  const browser = new TestBrowser()
  const who = { uid: "u1", name: "n", email: "n@example.com", createdAt: 0 }
  const user = { ...who, id: "u1", token: "t", type: "main", status: "active", server: SERVER, sessionId: "s1" }
  browser.storage.set(USER_KEY, JSON.stringify({ ...user, loginAt: 0 }))
  browser.http = { status: 429, waitMs: 300_000 }
  return browser.gen(function* () {
    const engine = yield* Engine
    const session = { ...who, id: "s1", server: SERVER, serverType: "public" as const }
    yield* engine.dispatch({ type: "CompleteSignIn", session })
    yield* answerTo({ type: "Refresh", list: "devices", asked: true }, true)
    const asked = browser.requests.length
    expect(asked).toBeGreaterThan(0)
    const list = listState(engine.state(), "devices", 0, 0)
    expect(list).toMatchObject({ failure: "wait", refreshing: false })
    expect(list.waitsUntil).toBeGreaterThan(200_000)
    expect(engine.state().connection.status).toBe("online")
    for (const name of ["devices", "subAccounts", "mainAccounts"] as const)
      yield* answerTo({ type: "Refresh", list: name, asked: true }, true)
    yield* TestClock.adjust(2 * REFRESH_INTERVAL_MS)
    expect(browser.requests.length).toBe(asked)
    browser.http = undefined
    browser.respond = () => ({ status: 0, ...who, token: "t", devices: [], subdevices: [] })
    yield* TestClock.adjust(300_000)
    yield* answerTo({ type: "Refresh", list: "devices", asked: false }, true)
    expect(browser.requests.length).toBeGreaterThan(asked)
    expect(engine.state().devices.read.failure).toBe(null)
  })
})

test("[AUTH-5][UX-4] a sign-in that the server puts off says until when", () => {
  const browser = new TestBrowser()
  browser.http = { status: 429, waitMs: 300_000 }
  const [email, password] = [parseEmail("owner@example.com"), parsePassword("sightline")]
  if (!email.ok || !password.ok) throw new Error("the form is good")
  const form = { email: email.value, password: password.value, serverType: "private", server: SERVER } as const
  return browser.gen(function* () {
    yield* startFlow("signIn")
    yield* signIn(form)
    const { state } = yield* Engine
    const flow = flowOf(state().flows, "tab-1", "signIn")
    expect(flow).toMatchObject({ stage: "form", failure: "tooOften" })
    expect((flow.waitUntil ?? 0) - (yield* Clock.currentTimeMillis)).toBe(300_000)
    browser.http = { status: 429 }
    yield* signIn(form)
    expect(flowOf(state().flows, "tab-1", "signIn")).not.toHaveProperty("waitUntil")
  })
})

test("[OFFLINE-5] a step of an account that is put off holds back everything else of it", () => {
  const browser = new TestBrowser()
  const who = { uid: "u1", name: "n", email: "n@example.com", createdAt: 0 }
  const user = { ...who, id: "u1", token: "t", type: "main", status: "active", server: SERVER, sessionId: "s1" }
  browser.storage.set(USER_KEY, JSON.stringify({ ...user, loginAt: 0 }))
  browser.http = { status: 429, waitMs: 300_000 }
  return browser.gen(function* () {
    const engine = yield* Engine
    yield* engine.dispatch({
      type: "CompleteSignIn",
      session: { ...who, id: "s1", server: SERVER, serverType: "public" },
    })
    yield* startFlow("deleteAccount")
    yield* requestDeletion
    const asked = browser.requests.length
    expect(asked).toBe(1)
    yield* requestDeletion
    yield* answerTo({ type: "Refresh", list: "devices", asked: true }, true)
    expect(browser.requests.length).toBe(asked)
    const flow = flowOf(engine.state().flows, "tab-1", "deleteAccount")
    expect(flow).toMatchObject({ failure: "tooOften" })
    expect(flow.waitUntil).toBeGreaterThan(yield* Clock.currentTimeMillis)
  })
})
