import { inspect } from "node:util"
import { Effect, Fiber, Result } from "effect"
import { TestClock } from "effect/testing"
import { expect, onTestFinished, test, vi } from "vitest"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { untilKept } from "../../src/domain/client/log/untilKept.ts"
import { CommandError } from "../../src/domain/engine/commandError.ts"
import type { StoredEvent } from "../../src/domain/event/event.ts"
import { EventStore, type StoreError } from "../../src/domain/ports/eventStore.ts"
import { type Command, rulesOf } from "../../src/domain/product/decide.ts"
import { RETRY_BASE_MS } from "../../src/domain/values/limits.ts"
import { accountOf, fold, SERVER } from "./recorder.ts"
import { TestBrowser } from "./tabs.ts"

const route = (n: number): Command => ({ type: "OpenRoute", path: `/${n}` })

/** A command on which `decide` throws: one of its fields is a getter that throws. */
const trap: Command = Object.defineProperty(
  { type: "ObservePreference", key: "theme", value: null } as const,
  "value",
  {
    get: () => {
      throw new Error("decide fails")
    },
  },
)

test("[EVENT-1] an accepted command is in the log before anybody hears of it", () =>
  new TestBrowser().run(
    Effect.gen(function* () {
      const engine = yield* Engine
      const store = yield* EventStore
      const received: number[] = []
      engine.onPublish((state, events) => {
        received.push(...events.map(({ seq }) => seq))
        expect(state).toBe(engine.state())
      })
      const events = yield* engine.dispatch(route(1), { cause: "click" })
      expect(events).toMatchObject([{ type: "RouteOpened", seq: 1, tab: "tab-1", cause: "click", account: null }])
      expect(received).toEqual([1])
      const read: StoredEvent[] = []
      yield* store.scan(1, 9, (chunk) => Effect.sync(() => void read.push(...chunk)))
      expect(read).toEqual(events)
      expect(engine.cursor()).toBe(1)
    }),
  ))

test("[EVENT-1] many commands at once are few transactions, in the order they were asked", () => {
  const browser = new TestBrowser()
  let writes = 0
  browser.storeOptions = {
    fault: () => {
      writes += 1
      return undefined
    },
  }
  return browser.gen(function* () {
    const engine = yield* Engine
    const all = Array.from({ length: 200 }, (_, n) => engine.dispatch(route(n)))
    yield* Effect.all(all, { concurrency: "unbounded" })
    const paths = browser.log.events.map(({ payload }) => Reflect.get(Object(payload), "path"))
    expect(paths).toEqual(Array.from({ length: 200 }, (_, n) => `/${n}`))
    expect(writes).toBeLessThan(20)
  })
})

test("[EVENT-2][OFFLINE-7] two tabs on one log and its fold stay equal, whichever writes", () =>
  new TestBrowser().gen(function* (browser) {
    const one = yield* Engine
    const other = yield* browser.tab()
    const received = [one, other].map((tab) => {
      const seqs: number[] = []
      tab.onPublish((_state, events) => seqs.push(...events.map(({ seq }) => seq)))
      return seqs
    })
    for (let n = 0; n < 10; n += 1)
      yield* Effect.all([one.dispatch(route(n)), other.dispatch(route(-n))], { concurrency: "unbounded" })
    // A command that records no event still reads the events of the other tab.
    yield* one.dispatch({ type: "ReportConnection", status: "online" })
    yield* other.dispatch({ type: "ReportConnection", status: "online" })
    expect(one.state()).toEqual(other.state())
    expect(one.state()).toEqual(fold(browser.log.events))
    const all = browser.log.events.map((_event, index) => index + 1)
    expect(browser.log.events.map(({ seq }) => seq)).toEqual(all)
    expect(received).toEqual([all, all])
  }))

test("[EVENT-4] a start from a snapshot and the tail after it is a start from the whole log", () =>
  new TestBrowser().gen(function* (browser) {
    const engine = yield* Engine
    yield* engine.dispatch(route(1))
    yield* engine.saveSnapshot
    yield* engine.dispatch({ type: "ObservePreference", key: "theme", value: "light" })
    const next = yield* browser.tab()
    expect(browser.log.snapshot?.seq).toBe(1)
    expect(next.state()).toEqual(engine.state())
    expect(next.cursor()).toBe(2)
  }))

test("[EVENT-1] a command whose deciding throws fails alone, and leaves a trace", () => {
  const traces: string[] = []
  for (const level of ["log", "error"] as const)
    vi.spyOn(console, level).mockImplementation((...words) => void traces.push(inspect(words)))
  onTestFinished(() => void vi.restoreAllMocks())
  return new TestBrowser().run(
    Effect.gen(function* () {
      const engine = yield* Engine
      const commands = [route(1), trap, route(2)].map((command) => Effect.result(engine.dispatch(command)))
      const results = yield* Effect.all(commands, { concurrency: "unbounded" })
      expect(results.map(Result.isSuccess)).toEqual([true, false, true])
      expect(results.flatMap((result) => (Result.isFailure(result) ? [result.failure.reason] : []))).toEqual(["defect"])
      expect(yield* engine.dispatch(route(3))).toHaveLength(1)
      expect(traces.filter((trace) => trace.includes("decide fails"))).toHaveLength(1)
    }),
  )
})

test("[EVENT-1] a listener that throws stops neither the engine nor the other listeners", () =>
  new TestBrowser().run(
    Effect.gen(function* () {
      const engine = yield* Engine
      let received = 0
      engine.onPublish(() => {
        throw new Error("a screen is broken")
      })
      engine.onPublish(() => {
        received += 1
      })
      expect(yield* engine.dispatch(route(1))).toHaveLength(1)
      expect(yield* engine.dispatch(route(2))).toHaveLength(1)
      expect(received).toBe(2)
    }),
  ))

test("[OFFLINE-11] a defect of the store fails the commands it concerns, is shown when it lasts, and ends nothing", () => {
  const browser = new TestBrowser()
  let isBroken = false
  const broken = Effect.die(new Error("the store is broken"))
  browser.storeOptions = { latency: Effect.suspend(() => (isBroken ? broken : Effect.void)) }
  return browser.gen(function* () {
    const engine = yield* Engine
    isBroken = true
    const failed = yield* Effect.result(engine.dispatch(route(1)))
    expect(Result.isFailure(failed) && failed.failure).toMatchObject({ reason: "defect" })
    expect(engine.status().failing).toBe(true)
    isBroken = false
    yield* TestClock.adjust(RETRY_BASE_MS)
    expect(yield* engine.dispatch(route(2))).toHaveLength(1)
    expect(engine.status().failing).toBe(false)
  })
})

test("[EVENT-4][OFFLINE-7] when storage fails the command fails, the status says why, and nothing has changed", () => {
  const browser = new TestBrowser()
  let broken: StoreError["reason"] | undefined
  browser.storeOptions = { fault: (written) => (Array.isArray(written) ? broken : undefined) }
  return browser.gen(function* () {
    const engine = yield* Engine
    yield* engine.dispatch(route(1))
    const before = engine.state()
    const reported: string[] = []
    engine.onStatus(({ storage }) => reported.push(storage))
    broken = "quota"
    const failed = yield* Effect.result(engine.dispatch(route(2)))
    expect(Result.isFailure(failed) && failed.failure).toMatchObject({ reason: "storage", storage: "quota" })
    expect(engine.state()).toBe(before)
    expect(browser.log.events).toHaveLength(1)
    broken = undefined
    // Reading alone does not reveal that the disk is full.
    yield* engine.catchUp
    yield* engine.dispatch({ type: "EndSession", sessionId: "none", reason: "person" })
    expect(reported).toEqual(["quota"])
    yield* engine.dispatch(route(3))
    expect(reported).toEqual(["quota", "ok"])
    expect(engine.state()).toEqual(fold(browser.log.events))
  })
})

test.each([
  ["until the disk takes it", "storage", 3],
  ["once, when it is refused", "rejected", 1],
] as const)("[OFFLINE-4][OFFLINE-7] what the log must keep is tried %s", (_title, reason, times) =>
  new TestBrowser().run(
    Effect.gen(function* () {
      let tries = 0
      const attempt = Effect.suspend(() => {
        tries += 1
        return tries < 3 ? Effect.fail(new CommandError({ reason, rejection: null, storage: null })) : Effect.void
      })
      const kept = yield* Effect.forkScoped(untilKept(attempt))
      yield* TestClock.adjust(2 * RETRY_BASE_MS)
      expect(tries).toBe(Math.min(2, times))
      yield* TestClock.adjust(4 * RETRY_BASE_MS)
      expect(tries).toBe(times)
      yield* Fiber.join(kept)
    }),
  ),
)

const foreign = (changes: Partial<StoredEvent>): StoredEvent => ({
  seq: 2,
  id: "newer",
  type: "RouteOpened",
  v: 1,
  at: 1,
  account: null,
  tab: "tab-9",
  cause: null,
  payload: {},
  ...changes,
})

test.each([
  ["a newer version", foreign({ v: 99 })],
  ["an unknown type", foreign({ type: "SomethingNew" })],
])("[EVENT-3] a tab that meets %s stops deciding and keeping snapshots, and says so", (_title, event) =>
  new TestBrowser().gen(function* (browser) {
    const engine = yield* Engine
    yield* engine.dispatch(route(1))
    browser.log.events.push(event)
    const failed = yield* Effect.result(engine.dispatch(route(2)))
    expect(Result.isFailure(failed) && failed.failure.reason).toBe("outdated")
    expect(engine.status().outdated).toBe(true)
    yield* engine.saveSnapshot
    expect(browser.log.snapshot).toBeNull()
    expect(browser.log.events).toHaveLength(2)
    const next = yield* browser.tab()
    expect(next.status().outdated).toBe(true)
    const again = yield* Effect.result(next.dispatch(route(3)))
    expect(Result.isFailure(again) && again.failure.reason).toBe("outdated")
  }),
)

test("[OFFLINE-7] a rejected command returns its reason, and leaves no event", () =>
  new TestBrowser().run(
    Effect.gen(function* () {
      const engine = yield* Engine
      const rejected = yield* Effect.result(engine.dispatch({ type: "RenameAccount", name: "x" }))
      expect(Result.isFailure(rejected) && rejected.failure).toMatchObject({
        reason: "rejected",
        rejection: "signedOut",
      })
      expect(engine.cursor()).toBe(0)
    }),
  ))

const about = { action: "a" }
const session = { id: "s", server: SERVER, uid: "u", name: "U", email: "u@example.com", createdAt: 0 } as const
/** Events that a person has seen confirmed, or that a send depends on, must be kept. */
const promised: readonly Command[] = [
  { type: "RenameDevice", did: "d", name: "New" },
  { type: "WakeDevice", did: "d", mac: null },
  { type: "RebootDevice", did: "d" },
  { type: "RenameAccount", name: "New" },
  { type: "SendInvitation", name: "Pia", email: "pia@example.com" },
  { type: "DisconnectMainAccount", accountId: "m" },
  { type: "RenameSubAccount", accountId: "s", name: "New" },
  { type: "EditSubAccountEmail", accountId: "s", email: "new@example.com" },
  { type: "ChangeSubAccountState", accountId: "s", state: 3 },
  { type: "AssignDevice", accountId: "s", did: "d", isAdd: true },
  { type: "TagDevices", dids: ["d"], tag: "lab" },
  { type: "MoveBatch", batch: "b", to: "stopped" },
  { type: "AdvanceBatch", batch: "b", epoch: 1 },
  { type: "TakeLeadership" },
  { type: "ClaimAction", epoch: 1, ...about },
  { type: "RecordOutcome", attempt: 1, outcome: { kind: "done" }, jitter: 0, ...about },
  { type: "ExpireActions", epoch: 1 },
  { type: "CancelAction", ...about },
  { type: "HurryAction", ...about },
  { type: "DismissAction", ...about },
  { type: "ConfirmAction", ...about },
  { type: "SendActionAgain", ...about },
  { type: "DismissSettled" },
  { type: "DiscardActions", account: accountOf("u") },
  { type: "CompleteSignIn", session: { ...session, serverType: "public" } },
  { type: "EndSession", sessionId: "s", reason: "person" },
]

test.each(promised)(
  "[EVENT-1][OFFLINE-7] $type waits for the disk: a power cut takes nothing that was promised or sent",
  (command) => {
    expect(rulesOf(command)).toMatchObject({ durability: "strict" })
  },
)
