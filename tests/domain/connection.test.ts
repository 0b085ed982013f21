import { Effect } from "effect"
import { expect, test } from "vitest"
import { signIn } from "../../src/domain/client/accounts/flows/signIn.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { Refresher } from "../../src/domain/client/sync/refresher.ts"
import { reportAnswered, reportFailure } from "../../src/domain/client/sync/reporting.ts"
import { CloudError } from "../../src/domain/ports/cloud.ts"
import { noReply } from "../../src/domain/wire/answer.ts"
import { signInForm } from "./recorder.ts"
import { TestBrowser } from "./tabs.ts"

/** A tab that reads a list while something happens; the answer comes all the same. */
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
      yield* reportAnswered
      yield* reportFailure(new CloudError({ call: "signin", reason: noReply(kind) }))
      expect(engine.state().connection.status).toBe(status)
    }
  })
})
