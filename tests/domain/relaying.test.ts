import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect, test } from "vitest"
import { signIn } from "../../src/domain/client/accounts/flows/signIn.ts"
import { answerTo } from "../../src/domain/client/answering.ts"
import { relayNat } from "../../src/domain/client/bridge/relaying.ts"
import { followViewing } from "../../src/domain/client/bridge/viewing.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { NAT_REQUESTS_MAX } from "../../src/domain/values/limits.ts"
import { PlayedBridge } from "./playedBridge.ts"
import { SERVER, signInForm } from "./recorder.ts"
import { TestBrowser } from "./tabs.ts"

const payload = { candidates: ["10.0.7.1:50010"] }

const listening = Effect.andThen(Effect.forkScoped(relayNat), TestClock.adjust(1))

/** A tab that relays, and a cloud that gives this answer to every NAT request; null is no answer. */
const relaying = (answer: { readonly status?: number } | null) => {
  const native = new PlayedBridge()
  const browser = new TestBrowser()
  browser.bridge = native.service
  browser.respond = ({ call }) => {
    if (call === "signin") return { status: 0, name: "Owner", uid: "u1", token: "token-1" }
    return call === "request_device" ? answer : { status: 0 }
  }
  const say = Effect.andThen(
    Effect.sync(() => native.say({ type: "nat_request", did: "d1", payload })),
    TestClock.adjust("1 minute"),
  )
  const relayed = () => browser.requests.filter(({ call }) => call === "request_device")
  return { native, browser, say, relayed }
}

const TARGET = { id: "d1", did: "d1", name: "Lecture hall", isUsb: false, cloudType: 1 }

/** Signs in, in a tab that relays and follows the device of the viewer. */
const viewing = Effect.gen(function* () {
  yield* Effect.forkScoped(followViewing)
  yield* listening
  yield* signIn(signInForm())
})

const viewedIn = (engine: Engine["Service"]) => [...engine.state().reach.values()].at(-1)?.device ?? null

/** Connects to the device. The native side asks the cloud for a connection to it. */
const tryOnce = Effect.fnUntraced(function* (native: PlayedBridge) {
  yield* answerTo({ type: "ConnectDevice", ...TARGET }, true)
  yield* TestClock.adjust(1)
  native.say({ type: "nat_request", did: "d1", payload })
  yield* TestClock.adjust(100)
})

test("[DEVICE-10] a NAT request of the native side goes to the cloud for the account signed in, and no other", () => {
  const { browser, say, relayed } = relaying({ status: 0 })
  return browser.gen(function* () {
    yield* listening
    yield* say
    expect(relayed()).toEqual([])
    yield* signIn(signInForm())
    yield* say
    expect(relayed()).toMatchObject([
      { server: SERVER, body: { uid: "u1", token: "token-1", did: "d1", cmd: "nat", payload } },
    ])
  })
})

test("[DEVICE-10][OFFLINE-2] one that is lost is never sent again", () => {
  const { browser, say, relayed } = relaying(null)
  return browser.gen(function* () {
    yield* listening
    yield* signIn(signInForm())
    yield* say
    yield* TestClock.adjust("10 minutes")
    expect(relayed()).toHaveLength(1)
    expect((yield* Engine).state().outbox.actions.size).toBe(0)
  })
})

test("[DEVICE-10] a request that waits for the cloud holds up no other one, and they are bounded", () => {
  const { browser, relayed } = relaying({ status: 0 })
  const native = new PlayedBridge()
  browser.bridge = native.service
  const say = (did: string) =>
    Effect.andThen(
      Effect.sync(() => native.say({ type: "nat_request", did, payload })),
      TestClock.adjust(1),
    )
  browser.before = ({ call }) => (call === "request_device" ? Effect.sleep("10 seconds") : Effect.void)
  return browser.gen(function* () {
    yield* listening
    yield* signIn(signInForm())
    const dids = Array.from({ length: NAT_REQUESTS_MAX + 5 }, (_, n) => `d${n}`)
    for (const did of dids) yield* say(did)
    expect(relayed().map(({ body }) => body.did)).toEqual(dids.slice(0, NAT_REQUESTS_MAX))
    yield* TestClock.adjust("10 seconds")
    yield* say("later")
    expect(relayed().at(-1)?.body.did).toBe("later")
  })
})

test.each([-106, -109])("[MSG-2] a NAT request that is answered by %i ends the session", (status) => {
  const { browser, say } = relaying({ status })
  return browser.gen(function* () {
    yield* listening
    yield* signIn(signInForm())
    yield* say
    expect((yield* Engine).state().session).toMatchObject({ current: null, lastEnd: { reason: "refused" } })
    expect(browser.storage.get("user")).toBeUndefined()
  })
})

test("[DEVICE-10][EVENT-4] a tab whose log takes nothing relays nothing", () => {
  const { browser, say, relayed } = relaying({ status: 0 })
  let full = false
  browser.storeOptions = { fault: () => (full ? "quota" : undefined) }
  return browser.gen(function* () {
    yield* listening
    yield* signIn(signInForm())
    const engine = yield* Engine
    full = true
    yield* Effect.ignore(engine.dispatch({ type: "TagDevices", dids: ["d1"], tag: "Studio" }))
    yield* Effect.ignore(engine.dispatch({ type: "ReportConnection", status: "offline" }))
    expect(engine.works()).toBe(false)
    yield* say
    expect(relayed()).toEqual([])
  })
})

test("[DEVICE-10] a device that the cloud refuses to ask fails at once, and what the native side says later changes nothing", () => {
  const { native, browser } = relaying({ status: -121 })
  return browser.gen(function* () {
    yield* viewing
    yield* answerTo({ type: "ConnectDevice", ...TARGET }, true)
    yield* TestClock.adjust(1)
    const viewed = Effect.map(Engine, viewedIn)
    expect(yield* viewed).toMatchObject({ phase: "connecting" })
    native.say({ type: "nat_request", did: "d1", payload })
    yield* TestClock.adjust(100)
    const refused = yield* viewed
    expect(refused).toMatchObject({ phase: "failed", reason: "not_allowed" })
    yield* TestClock.adjust("15 seconds")
    native.say({ type: "error", about: "connect_device", id: "d1", reason: "unreachable" })
    yield* TestClock.adjust(100)
    expect(yield* viewed).toEqual(refused)
    // After a retry the answer counts again.
    yield* answerTo({ type: "RetryDevice" }, true)
    yield* TestClock.adjust(1)
    native.say({ type: "error", about: "connect_device", id: "d1", reason: "unreachable" })
    yield* TestClock.adjust(100)
    expect(yield* viewed).toMatchObject({ phase: "failed", reason: "unreachable" })
  })
})

test("[DEVICE-10][OFFLINE-5] while the cloud asks to wait no request goes out, and the person hears that at once", () => {
  const { native, browser, relayed } = relaying({ status: 0 })
  return browser.gen(function* () {
    yield* viewing
    const engine = yield* Engine
    const viewed = () => viewedIn(engine)
    browser.http = { status: 429, waitMs: 60_000 }
    yield* tryOnce(native)
    expect(viewed()).toMatchObject({ phase: "failed", reason: "wait" })
    expect(relayed()).toHaveLength(1)
    browser.http = undefined
    yield* tryOnce(native)
    expect(viewed()).toMatchObject({ phase: "failed", reason: "wait" })
    expect(relayed()).toHaveLength(1)
    yield* TestClock.adjust("1 minute")
    yield* tryOnce(native)
    expect(relayed()).toHaveLength(2)
  })
})

test("[DEVICE-10] the log says how far an attempt has come and when it was made, and one after a failure begins at the first step", () => {
  const { native, browser } = relaying({ status: 0 })
  return browser.gen(function* () {
    yield* viewing
    yield* answerTo({ type: "ConnectDevice", ...TARGET }, true)
    yield* TestClock.adjust(1)
    const engine = yield* Engine
    const viewed = () => viewedIn(engine)
    const first = viewed()
    expect(first).toMatchObject({ phase: "connecting", step: "bridge" })
    native.say({ type: "nat_request", did: "d1", payload })
    yield* TestClock.adjust(100)
    expect(viewed()).toMatchObject({ phase: "connecting", step: "device", askedAt: first?.askedAt })
    // A second request of the same attempt does not lead back to an earlier step.
    native.say({ type: "nat_request", did: "d1", payload })
    yield* TestClock.adjust("15 seconds")
    native.say({ type: "error", about: "connect_device", id: "d1", reason: "unreachable" })
    yield* TestClock.adjust(100)
    const failed = viewed()
    expect(failed).toMatchObject({ phase: "failed", step: "device", askedAt: first?.askedAt })
    expect((failed?.since ?? 0) - (failed?.askedAt ?? 0)).toBeGreaterThanOrEqual(15_000)
    yield* answerTo({ type: "RetryDevice" }, true)
    yield* TestClock.adjust(1)
    expect(viewed()).toMatchObject({ phase: "connecting", step: "bridge", reason: null })
    expect(viewed()?.askedAt).toBeGreaterThan(failed?.since ?? 0)
    native.say({ type: "nat_request", did: "d1", payload })
    yield* TestClock.adjust(100)
    native.say({ type: "auth_device", id: "d1" })
    yield* TestClock.adjust(100)
    expect(viewed()).toMatchObject({ phase: "connecting", step: "found" })
  })
})

test.each([
  ["an HTTP error", 502],
  ["a page of a captive portal", undefined],
])("[DEVICE-10][MSG-3] the person reads at once that the cloud gives no answer: %s", (_, httpStatus) => {
  const { native, browser } = relaying({})
  return browser.gen(function* () {
    yield* viewing
    const engine = yield* Engine
    const viewed = () => viewedIn(engine)
    browser.http = httpStatus === undefined ? undefined : { status: httpStatus }
    browser.before = () => Effect.void
    yield* tryOnce(native)
    const known = { phase: "failed", reason: "noCloud", ...(httpStatus !== undefined && { httpStatus }) }
    expect(viewed()).toMatchObject(known)
    // The answer to one attempt does not count for the next one.
    browser.before = ({ call }) => (call === "request_device" ? Effect.sleep("5 seconds") : Effect.void)
    yield* tryOnce(native)
    yield* TestClock.adjust("2 seconds")
    yield* answerTo({ type: "RetryDevice" }, true)
    yield* answerTo({ type: "ConnectDevice", ...TARGET }, true)
    yield* TestClock.adjust("4 seconds")
    expect(viewed()).toMatchObject({ phase: "connecting" })
    expect(viewed()).not.toHaveProperty("httpStatus")
  })
})
