import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect, test } from "vitest"
import { startFlow } from "../../src/domain/client/accounts/flows/memory.ts"
import { requestDeletion } from "../../src/domain/client/accounts/flows/ownAccount.ts"
import { signIn } from "../../src/domain/client/accounts/flows/signIn.ts"
import { runClient } from "../../src/domain/client/client.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { Refresher } from "../../src/domain/client/sync/refresher.ts"
import { reporting } from "../../src/domain/client/sync/reporting.ts"
import { CloudError } from "../../src/domain/ports/cloud.ts"
import { NETWORK_SETTLES_MS, REFRESH_INTERVAL_MS, RETRY_CAP_MS } from "../../src/domain/values/limits.ts"
import { connectionSign } from "../../src/domain/views/notices.ts"
import { noReply } from "../../src/domain/wire/answer.ts"
import { signInForm } from "./recorder.ts"
import { TestBrowser } from "./tabs.ts"

/** A tab that reads a list. Something happens before the answer, and the answer arrives all the same. */
const readingWhile = (happens: (browser: TestBrowser) => Effect.Effect<unknown, unknown, Engine>) => {
  const browser = new TestBrowser()
  browser.respond = ({ call }) =>
    call === "signin"
      ? { status: 0, name: "Owner", uid: "u1", token: "token-1" }
      : { status: 0, uid: "u1", token: "token-1", devices: [], subdevices: [] }
  const reading = Effect.gen(function* () {
    const engine = yield* Engine
    const refresher = yield* Refresher
    browser.before = ({ call }) =>
      call === "loginWithToken"
        ? happens(browser).pipe(Effect.provideService(Engine, engine), Effect.ignore)
        : Effect.void
    const result = yield* refresher.read("devices")
    return { result, status: engine.state().connection.status }
  })
  return { browser, reading }
}

const goesOffline = (browser: TestBrowser) =>
  Effect.gen(function* () {
    browser.online = false
    yield* (yield* Engine).dispatch({ type: "ReportConnection", status: "offline" })
  })

test("[UX-5][LAYOUT-6] an answer that was on its way when the network went does not say that the network is there", () => {
  const { browser, reading } = readingWhile(goesOffline)
  return browser.gen(function* () {
    yield* signIn(signInForm())
    expect(yield* reading).toEqual({ result: "read", status: "offline" })
  })
})

test.each([
  ["an action that is done", "rename_device", 0],
  ["an action that is refused", "rename_device", -7],
  ["a list that is refused", "loginWithToken", -7],
  ["a step that is done", "deactivate_request", 0],
  ["a step that is refused", "deactivate_request", -7],
] as const)("[LAYOUT-6][OFFLINE-1] neither does the late answer to %s", (_, asked, status) =>
  new TestBrowser().gen(function* (browser) {
    const engine = yield* atDevices(browser)
    const answers = browser.respond
    browser.respond = (request) => (request.call === asked && status !== 0 ? { status } : answers(request))
    if (asked === "rename_device") yield* engine.dispatch({ type: "RenameDevice", did: "d1", name: "Sent" })
    if (asked === "loginWithToken") yield* Effect.forkScoped((yield* Refresher).read("devices"))
    if (asked === "deactivate_request") {
      yield* startFlow("deleteAccount")
      yield* Effect.forkScoped(requestDeletion)
    }
    yield* TestClock.adjust(1)
    yield* TestClock.adjust(1)
    expect(browser.requests.at(-1)?.call).toBe(asked)
    browser.before = () => Effect.never
    browser.online = false
    browser.hint(false)
    yield* TestClock.adjust(1)
    expect(engine.state().connection.status).toBe("offline")
    yield* TestClock.adjust(100)
    expect(engine.state().connection.status).toBe("offline")
  }),
)

test("[LAYOUT-6] what is asked while the system says offline, and answered, is proof: a server of one's own is there without a network", () => {
  const { browser, reading } = readingWhile(() => Effect.void)
  return browser.gen(function* () {
    yield* signIn(signInForm())
    yield* goesOffline(browser)
    expect(yield* reading).toEqual({ result: "read", status: "online" })
  })
})

test("[LAYOUT-6] an answer counts when the network has come back before it", () => {
  const { browser, reading } = readingWhile((within) =>
    Effect.andThen(
      goesOffline(within),
      Effect.sync(() => (within.online = true)),
    ),
  )
  return browser.gen(function* () {
    yield* signIn(signInForm())
    expect(yield* reading).toEqual({ result: "read", status: "online" })
  })
})

test.each([
  [true, "unreachable"],
  [false, "offline"],
] as const)("[LAYOUT-6][OFFLINE-4] no answer, while the system says online: %s, is %s", (isOnline, status) => {
  const browser = new TestBrowser()
  browser.online = isOnline
  return browser.gen(function* () {
    const engine = yield* Engine
    yield* engine.dispatch({ type: "ReportConnection", status: "online" })
    for (const kind of ["network", "timeout"] as const) {
      yield* reporting(Effect.void)
      yield* Effect.ignore(reporting(Effect.fail(new CloudError({ call: "signin", reason: noReply(kind) }))))
      expect(engine.state().connection.status).toBe(status)
    }
  })
})

const device = { id: "d1", name: "Desk", model: 1, lastSeen: 1, flags: 4, build: 0, owner: "" }

/** A person on the devices page. The server answers, whatever the system reports about its network. */
const atDevices = Effect.fnUntraced(function* (browser: TestBrowser) {
  browser.respond = ({ call }) => {
    if (call === "signin") return { status: 0, name: "Owner", uid: "u1", token: "token-1" }
    return { status: 0, uid: "u1", token: "token-1", devices: [device], subdevices: [], accounts: [], result: [] }
  }
  browser.before = () => Effect.sleep(20)
  yield* Effect.forkScoped(runClient)
  yield* Effect.forkScoped(signIn(signInForm()))
  yield* TestClock.adjust(REFRESH_INTERVAL_MS)
  return yield* Engine
})

const unanswered = ({ call }: { readonly call: string }) =>
  Effect.fail(new CloudError({ call, reason: noReply("network") }))

const FLAPPING_MS = 20_000

test.each([
  [50, true],
  [50, false],
  [300, true],
  [300, false],
  [1_900, false],
])(
  "[OFFLINE-4][LAYOUT-6] a system that changes its mind every %i ms (asked too: %s) keeps nothing from being sent",
  (ms, isAsked) =>
    new TestBrowser().gen(function* (browser) {
      const engine = yield* atDevices(browser)
      expect(engine.state().connection.status).toBe("online")
      let [isOnline, away] = [true, 0]
      for (let at = 0; at < FLAPPING_MS; at += ms) {
        if (at === 10 * ms) yield* engine.dispatch({ type: "RenameDevice", did: "d1", name: "Sent" })
        isOnline = !isOnline
        if (isAsked) browser.online = isOnline
        browser.hint(isOnline)
        yield* TestClock.adjust(ms)
        if (engine.state().connection.status !== "online") away += ms
      }
      expect(browser.requests.filter(({ call }) => call === "rename_device")).toHaveLength(1)
      expect(away).toBeLessThanOrEqual(NETWORK_SETTLES_MS)
      // Any answer would prove that there is a network, whatever the system reports.
      browser.before = unanswered
      browser.online = false
      browser.hint(false)
      yield* TestClock.adjust(NETWORK_SETTLES_MS)
      expect(engine.state().connection.status).toBe("offline")
    }),
)

test("[OFFLINE-4][LAYOUT-6] a network that goes every ten seconds for minutes is found again each time", () =>
  new TestBrowser().gen(function* (browser) {
    const engine = yield* atDevices(browser)
    const { before } = browser
    const statuses: string[] = []
    for (let round = 0; round < 30; round += 1)
      for (const isOnline of [false, true]) {
        browser.online = isOnline
        browser.before = isOnline ? before : unanswered
        browser.hint(isOnline)
        yield* TestClock.adjust(5_000)
        statuses.push(engine.state().connection.status)
      }
    expect(statuses).toEqual(Array.from({ length: 30 }, () => ["offline", "online"]).flat())
  }))

test.each([
  [true, "online"],
  [false, "offline"],
] as const)(
  "[LAYOUT-6][OFFLINE-1] a server that answers once more as the network goes is asked again; if it answers still (%s), the tab is %s",
  (answersStill, status) =>
    new TestBrowser().gen(function* (browser) {
      const engine = yield* atDevices(browser)
      const { before } = browser
      browser.online = false
      browser.hint(false)
      yield* TestClock.adjust(1)
      yield* TestClock.adjust(100)
      expect(engine.state().connection.status).toBe("online")
      const asked = browser.requests.length
      browser.before = answersStill ? before : unanswered
      yield* TestClock.adjust(NETWORK_SETTLES_MS)
      yield* TestClock.adjust(100)
      expect(browser.requests.length).toBeGreaterThan(asked)
      expect(engine.state().connection.status).toBe(status)
    }),
)

test("[LAYOUT-6] a system that was at rest is believed at once, and one that contradicts itself is not", () =>
  new TestBrowser().gen(function* (browser) {
    const engine = yield* atDevices(browser)
    browser.hint(false)
    yield* TestClock.adjust(1)
    expect(engine.state().connection.status).toBe("online")
    browser.hint(true)
    yield* TestClock.adjust(NETWORK_SETTLES_MS)
    browser.online = false
    browser.hint(false)
    yield* TestClock.adjust(1)
    expect(engine.state().connection.status).toBe("offline")
  }))

test("[LAYOUT-6][CALL-2] answers that cannot be read are not called offline, whatever the system says of the network", () =>
  new TestBrowser().gen(function* (browser) {
    const engine = yield* atDevices(browser)
    browser.http = { status: 502 }
    browser.online = false
    browser.hint(false)
    yield* TestClock.adjust(REFRESH_INTERVAL_MS)
    expect(connectionSign(engine.state())).toBe("unreadable")
    browser.http = undefined
    yield* TestClock.adjust(RETRY_CAP_MS)
    expect(connectionSign(engine.state())).toBe("online")
  }))
