import { Effect } from "effect"
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { makeMemoryStore } from "../../emulator/simulator/browser/memoryStore.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { beginAgain, readRest } from "../../src/domain/client/log/rescue.ts"
import { keepSnapshots } from "../../src/domain/client/log/snapshots.ts"
import type { StoredEvent } from "../../src/domain/event/event.ts"
import { foldStored } from "../../src/domain/log/fold.ts"
import type { Command } from "../../src/domain/product/decide.ts"
import { model } from "../../src/domain/product/decider.ts"
import { registry } from "../../src/domain/product/events.ts"
import { initialState } from "../../src/domain/product/state.ts"
import { SNAPSHOT_EVERY_EVENTS, SNAPSHOT_PATIENCE } from "../../src/domain/values/limits.ts"
import { clients } from "./logs.ts"
import { fold, Recorder } from "./recorder.ts"
import { TestBrowser } from "./tabs.ts"

/** Damage to the log by a broken disk, a bug or an extension, and a tab's handling of it. */

const route = (n: number): Command => ({ type: "OpenRoute", path: `/${n}` })

/** A browser with the log of a person whose rename is unsent. Another tab wrote that log. */
const withRename = () => {
  const browser = new TestBrowser()
  const client = new Recorder()
  const account = client.signIn()
  const device = { id: "d1", name: "Desk", model: 1, lastSeen: 1, flags: 4, build: 0, shared: false, owner: "" }
  client.do({ type: "RecordDevices", account, begunAt: client.now, devices: [device] })
  client.do({ type: "OpenRoute", path: "/devices" })
  client.do({ type: "RenameDevice", did: "d1", name: "Renamed" })
  client.do({ type: "OpenRoute", path: "/settings" })
  browser.log.events.push(...client.log)
  return {
    browser,
    state: client.state,
    seqOf: (type: string) => client.log.findIndex((event) => event.type === type) + 1,
  }
}

const spoil = (log: StoredEvent[], seq: number, changes: Partial<StoredEvent>) => {
  const event = log[seq - 1]
  if (event !== undefined) log[seq - 1] = { ...event, ...changes }
}

/** One more commit, which repairs the damage that was found while opening. */
const settled = (engine: Engine["Service"]) => engine.dispatch(route(99))

test("[EVENT-7][EVENT-4] a row that cannot be read stops nothing: the unsent action is there, and one event tells of it", () => {
  const { browser, seqOf } = withRename()
  const bad = seqOf("RouteOpened")
  spoil(browser.log.events, bad, { payload: { path: 5 } })
  return browser.gen(function* () {
    const engine = yield* Engine
    expect(engine.status()).toMatchObject({ storage: "ok", outdated: false })
    expect([...engine.state().outbox.actions.values()]).toMatchObject([{ intent: { call: "rename_device" } }])
    yield* settled(engine)
    const damages = browser.log.events.filter(({ type }) => type === "DamageFound")
    expect(damages).toMatchObject([{ payload: { unread: 1, actions: 0, missing: 0, odd: 0, snapshot: false } }])
    expect(engine.state().damage).toMatchObject({ unread: 1 })
    expect(browser.log.events[bad - 1]).toMatchObject({ type: "EventSetAside", payload: { type: "RouteOpened" } })
    expect(browser.log.aside).toMatchObject([{ seq: bad, row: { payload: { path: 5 } } }])
    const next = yield* browser.tab()
    expect(next.state()).toEqual(engine.state())
    yield* settled(next)
    expect(browser.log.events.filter(({ type }) => type === "DamageFound")).toHaveLength(1)
    yield* next.dispatch({ type: "DismissDamage" })
    expect(next.state().damage).toBeNull()
  })
})

test("[EVENT-7] events that are gone are reported, once, though the tab that filled their gap died first", () => {
  const { browser } = withRename()
  const gone = browser.log.events.splice(1, 2)
  return browser.gen(function* () {
    yield* makeMemoryStore(browser.log).open(null)
    const [one, other] = yield* Effect.all([browser.tab(), browser.tab()], { concurrency: "unbounded" })
    yield* settled(one)
    yield* settled(other)
    const next = yield* browser.tab()
    yield* settled(next)
    expect(next.state().damage).toMatchObject({ missing: gone.length, odd: 0 })
    expect(browser.log.events.filter(({ type }) => type === "DamageFound")).toHaveLength(1)
  })
})

test("[EVENT-7] when the damaged row is an action's own, the app says that one may be lost", () => {
  const { browser, seqOf } = withRename()
  spoil(browser.log.events, seqOf("ActionQueued"), { payload: null })
  return browser.gen(function* () {
    const engine = yield* Engine
    yield* settled(engine)
    expect(engine.state().damage).toMatchObject({ unread: 1, actions: 1 })
  })
})

test("[EVENT-7] two tabs, one of which wrote an unreadable row, both go on and stay equal", () =>
  new TestBrowser().gen(function* (browser) {
    const engine = yield* Engine
    const [first] = yield* engine.dispatch(route(1))
    const other = yield* browser.tab()
    if (first !== undefined) browser.log.events.push({ ...first, seq: 2, id: "bad", payload: 7 })
    yield* engine.dispatch(route(2))
    yield* other.dispatch(route(3))
    yield* engine.dispatch(route(4))
    yield* other.dispatch({ type: "ReportConnection", status: "online" })
    yield* engine.dispatch({ type: "ReportConnection", status: "online" })
    expect(engine.state()).toEqual(other.state())
    expect(engine.state()).toEqual(fold(browser.log.events))
    expect(browser.log.events.filter(({ type }) => type === "DamageFound")).toHaveLength(1)
  }))

test.each<[string, (state: unknown) => unknown]>([
  ["an empty object", () => ({})],
  ["nothing", () => null],
  ["a state of another shape", () => ({ session: 5, devices: null, outbox: [] })],
  [
    "an altered text",
    (state) => ({ ...Object(state), json: String(Reflect.get(Object(state), "json")).replace("d1", "d2") }),
  ],
])("[EVENT-4][EVENT-7] a snapshot that is %s is dropped, and the log is folded whole", (_title, spoiled) => {
  const { browser, state } = withRename()
  return browser.gen(function* () {
    const engine = yield* Engine
    yield* engine.saveSnapshot
    const { snapshot } = browser.log
    if (snapshot === null) throw new Error("no snapshot was kept")
    browser.log.snapshot = { ...snapshot, state: spoiled(snapshot.state) }
    const next = yield* browser.tab()
    expect(next.state()).toEqual(state)
    yield* settled(next)
    expect(browser.log.snapshot).toBeNull()
    const damages = browser.log.events.filter(({ type }) => type === "DamageFound")
    expect(damages).toMatchObject([{ payload: { snapshot: true, unread: 0 } }])
    expect(next.state().damage).toBeNull()
  })
})

test("[EVENT-7][EVENT-4] no snapshot is kept beyond a row that is still to be set aside: no tab would read that far back", () => {
  const { browser, seqOf } = withRename()
  spoil(browser.log.events, seqOf("RouteOpened"), { payload: { path: 5 } })
  return browser.gen(function* () {
    const engine = yield* Engine
    yield* engine.saveSnapshot
    expect(browser.log.snapshot).toBeNull()
    yield* settled(engine)
    expect(engine.state().damage).toMatchObject({ unread: 1 })
    yield* engine.saveSnapshot
    expect(browser.log.snapshot).not.toBeNull()
  })
})

test("[EVENT-7] vanished rows are reported, and what a snapshot knows of them is kept", () => {
  const { browser, seqOf } = withRename()
  return browser.gen(function* () {
    const engine = yield* Engine
    yield* engine.saveSnapshot
    browser.log.events.splice(seqOf("ActionQueued") - 1, 1)
    const next = yield* browser.tab()
    expect([...next.state().outbox.actions.values()]).toHaveLength(1)
    yield* settled(next)
    expect(next.state().damage).toMatchObject({ missing: 1 })
    expect(browser.log.events.map(({ seq }) => seq)).toEqual(browser.log.events.map((_event, index) => index + 1))
  })
})

test("[EVENT-7][EVENT-2] whatever rows are damaged, folding throws at none and gives what their stand-ins give", () => {
  const damage = fc.oneof(
    fc.record({ payload: fc.jsonValue() }),
    fc.record({ type: fc.constantFrom("", "__proto__", "x") }),
    fc.record({ v: fc.constantFrom(0, -1, 1.5) }),
  )
  fc.assert(
    fc.property(clients(), fc.array(fc.tuple(fc.nat(), damage), { maxLength: 12 }), ({ log }, spoiled) => {
      const rows: StoredEvent[] = [...log]
      for (const [n, changes] of spoiled) spoil(rows, (n % rows.length) + 1, changes)
      const { state, unread, cursor, newer } = foldStored(model, registry, initialState, 0, rows)
      expect([cursor, newer]).toEqual([rows.length, null])
      const gone = new Set(unread.map(({ seq }) => seq))
      expect(state).toEqual(
        foldStored(
          model,
          registry,
          initialState,
          0,
          rows.filter(({ seq }) => !gone.has(seq)),
        ).state,
      )
    }),
    { numRuns: 60 },
  )
})

test("[EVENT-7] an event that makes evolve throw is passed over alone, and leaves no half-made change", () => {
  const client = new Recorder()
  for (let n = 0; n < 6; n += 1) client.do(route(n))
  const bomb: typeof model = {
    ...model,
    evolve: (state, event, draft) => {
      const next = model.evolve(state, event, draft)
      if (event.seq === 3) throw new Error("a bug of ours")
      return next
    },
  }
  const { state, unread } = foldStored(bomb, registry, initialState, 0, client.log)
  expect(unread).toEqual([{ seq: 3, type: "RouteOpened", problem: "fold" }])
  expect(state).toEqual(fold(client.log.filter(({ seq }) => seq !== 3)))
})

test("[EVENT-4] without a leader any tab keeps snapshots, and less often than a leader", () =>
  new TestBrowser().gen(function* (browser) {
    const engine = yield* Engine
    yield* Effect.forkChild(keepSnapshots)
    const routes = Array.from({ length: SNAPSHOT_EVERY_EVENTS * SNAPSHOT_PATIENCE + 5 }, (_, n) => route(n))
    for (const one of routes) yield* engine.dispatch(one)
    while (browser.log.snapshot === null) yield* Effect.yieldNow
    expect(browser.log.snapshot.seq).toBeGreaterThanOrEqual(SNAPSHOT_EVERY_EVENTS * SNAPSHOT_PATIENCE)
  }))

test("[EVENT-7] a new log begins with the actions that wait and the session, whatever else could be read", () => {
  const { browser, state, seqOf } = withRename()
  spoil(browser.log.events, seqOf("DevicesRead"), { payload: null })
  return browser.gen(function* () {
    expect(yield* Effect.flatMap(readRest, beginAgain)).toBe(true)
    const next = yield* browser.tab()
    expect([...next.state().outbox.actions.keys()]).toEqual([...state.outbox.actions.keys()])
    expect(next.state().session.current?.account).toBe(state.session.current?.account)
    expect(browser.log.aside).toEqual([])
  })
})

test("[EVENT-3][EVENT-7] a log of a newer release is never replaced by a new one", () => {
  const { browser } = withRename()
  spoil(browser.log.events, 2, { v: 99 })
  const before = [...browser.log.events]
  return browser.gen(function* () {
    expect(yield* Effect.flatMap(readRest, beginAgain)).toBe(false)
    expect(browser.log.events).toEqual(before)
  })
})
