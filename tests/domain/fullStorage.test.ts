import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect, test } from "vitest"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { logModel } from "../../src/domain/client/log/model.ts"
import { type KeptHistory, makeRoom, retain } from "../../src/domain/client/log/retention.ts"
import { watchStorage } from "../../src/domain/client/log/storageWatch.ts"
import { refusedOf } from "../../src/domain/client/requests.ts"
import { openLog } from "../../src/domain/engine/opening.ts"
import { EventStore } from "../../src/domain/ports/eventStore.ts"
import type { State } from "../../src/domain/product/state.ts"
import { storedState } from "../../src/domain/product/stored.ts"
import { canonicalJson } from "../../src/domain/values/canonicalJson.ts"
import { ROOM_AGAIN_MS } from "../../src/domain/values/limits.ts"
import { LogExport } from "../../src/workers/logExport.ts"
import { newHash, reread } from "../replay/exports.ts"
import { SERVER, START } from "./recorder.ts"
import { TestBrowser } from "./tabs.ts"

/** A browser whose share of the disk is full, and its handling of the log (EVENT-4). */

const MINUTE = 60_000
const EVER = Number.MAX_SAFE_INTEGER
const FEW: KeptHistory = { events: 10, ms: EVER, step: 5 }
const MANY: KeptHistory = { events: 1_000, ms: EVER, step: 5 }

const text = (state: State) => canonicalJson(storedState(state))
const sizeOf = (value: unknown) => (value === null ? 0 : JSON.stringify(value).length)

/** The size of the log after a write. A new base replaces the events before it. */
const sizeAfter = ({ events, base, snapshot }: TestBrowser["log"], written: unknown): number => {
  const cut: unknown = Reflect.get(Object(written), "version") === undefined ? 0 : Reflect.get(Object(written), "seq")
  const left = events.filter(({ seq }) => seq > Number(cut))
  return sizeOf(left) + (cut === 0 ? sizeOf(base) : 0) + sizeOf(snapshot) + sizeOf(written)
}

/** A browser whose room is unlimited until the test limits it, in bytes. */
const withRoom = () => {
  const browser = new TestBrowser()
  let room = Number.POSITIVE_INFINITY
  browser.storeOptions = {
    fault: (written) => (sizeAfter(browser.log, written) > room ? "quota" : undefined),
  }
  const fill = Effect.sync(() => {
    room = sizeAfter(browser.log, [])
  })
  return { browser, fill }
}

const device = { id: "d1", name: "Desk", model: 1, lastSeen: 1, flags: 4, build: 0, shared: false, owner: "" }

/**
 * Signs in, opens pages, queues a rename that is never sent (if `isAsked`), and opens more pages. Returns the position
 * of the rename.
 */
const live = Effect.fnUntraced(function* (before: number, after: number, isAsked = true) {
  const { dispatch, state } = yield* Engine
  yield* TestClock.setTime(START)
  const session = {
    ...{ id: "s1", server: SERVER, uid: "u1", serverType: "public" as const },
    ...{ name: "Nord", email: "nord@example.com", createdAt: 1 },
  }
  yield* dispatch({ type: "CompleteSignIn", session })
  const account = state().session.current?.account
  if (account === undefined) throw new Error("somebody is signed in")
  yield* dispatch({ type: "RecordDevices", account, begunAt: START, devices: [device] })
  const look = (page: number) =>
    Effect.andThen(TestClock.adjust(MINUTE), dispatch({ type: "OpenRoute", path: `/${"page".repeat(50)}/${page}` }))
  for (let page = 0; page < before; page += 1) yield* look(page)
  if (isAsked) yield* dispatch({ type: "RenameDevice", did: "d1", name: "Not sent yet" })
  for (let page = 0; page < after; page += 1) yield* look(page)
  const [rename] = state().outbox.actions.open
  return rename?.order ?? 0
})

const TURNS = 500
const settle = Effect.gen(function* () {
  for (let turn = 0; turn < TURNS; turn += 1) yield* Effect.yieldNow
})

/** Gives a command for which storage has no room. */
const findFull = Effect.gen(function* () {
  const { dispatch, status } = yield* Engine
  expect(yield* Effect.flip(dispatch({ type: "OpenRoute", path: "/full" }))).toMatchObject({ storage: "quota" })
  expect(status().storage).toBe("quota")
})

test("[EVENT-4] full storage drops the oldest history, stores again what is asked for, loses no unsent action, and the app says so", async () => {
  const { browser, fill } = withRoom()
  await browser.gen(function* () {
    const { dispatch, state, status } = yield* Engine
    const order = yield* live(60, 20)
    yield* fill
    yield* Effect.forkChild(makeRoom(FEW))
    yield* findFull
    yield* settle
    expect(status().storage).toBe("ok")
    const store = yield* EventStore
    const { first } = yield* store.bounds
    // Neither a waiting action nor a later event is dropped.
    expect(first).toBe(order)
    expect(state().damage).toMatchObject({ forgotten: first - 1, unread: 0, missing: 0 })
    expect(browser.log.events.filter(({ type }) => type === "StorageRecovered")).toHaveLength(1)
    yield* dispatch({ type: "OpenRoute", path: "/account" })
    expect([...state().outbox.actions.open]).toMatchObject([{ order, intent: { call: "rename_device" } }])
    expect(text((yield* openLog(logModel, store)).state)).toBe(text(state()))
    const { base, events } = browser.log
    const making = new LogExport({ base, from: 1, app: "0", exportedAt: 0, personal: true, gzip: false }, newHash)
    const file = yield* Effect.promise(async () => {
      await making.add(events)
      return (await making.end()).text()
    })
    const read = reread(file)
    expect(read.ok && text(read.state)).toBe(text(state()))
    yield* dispatch({ type: "DismissDamage" })
    expect(state().damage).toBeNull()
  })
})

test("[EVENT-4] a log too short to let anything go stays as it is, and says that storage is full until there is room", async () => {
  const { browser, fill } = withRoom()
  let begun = 0
  const { fault } = browser.storeOptions
  browser.storeOptions = {
    fault: (written) => {
      if (Reflect.get(Object(written), "version") !== undefined) begun += 1
      return fault?.(written)
    },
  }
  await browser.gen(function* () {
    const { status, state } = yield* Engine
    yield* live(10, 10)
    const before = [...browser.log.events]
    yield* fill
    yield* Effect.forkChild(makeRoom(MANY))
    yield* findFull
    for (let hour = 0; hour < 6; hour += 1) yield* Effect.andThen(TestClock.adjust(ROOM_AGAIN_MS), settle)
    expect(status().storage).toBe("quota")
    expect(browser.log.events).toEqual(before)
    expect(begun).toBe(0)
    expect(state().damage).toBeNull()
  })
})

test("[EVENT-4] where there is no room for the new beginning the snapshot gives way, and it is tried again no sooner than after a while", async () => {
  const browser = new TestBrowser()
  let isFull = false
  let begun = 0
  browser.storeOptions = {
    fault: (written) => {
      const isBase = Reflect.get(Object(Reflect.get(Object(written), "state")), "kept") !== undefined
      if (isBase) begun += 1
      const hasRoom =
        !isFull || "snapshots" in Object(written) || (isBase && browser.log.snapshot === null && begun > 4)
      if (isBase && hasRoom) isFull = false
      return hasRoom ? undefined : "quota"
    },
  }
  await browser.gen(function* () {
    const { status, saveSnapshot } = yield* Engine
    yield* live(30, 5)
    yield* saveSnapshot
    expect(browser.log.snapshot).not.toBeNull()
    isFull = true
    yield* Effect.forkChild(makeRoom(FEW))
    yield* findFull
    yield* settle
    expect(browser.log.snapshot).toBeNull()
    expect(begun).toBe(2)
    yield* Effect.andThen(TestClock.adjust(ROOM_AGAIN_MS - MINUTE), settle)
    expect(begun).toBe(2)
    yield* Effect.andThen(TestClock.adjust(2 * MINUTE), settle)
    yield* Effect.andThen(TestClock.adjust(ROOM_AGAIN_MS), settle)
    expect(begun).toBe(5)
    expect(status().storage).toBe("ok")
    expect(browser.log.base).not.toBeNull()
  })
})

test("[EVENT-4][OFFLINE-7] a tab leaves the log alone whose beginning another one lets go of at the same time", () =>
  new TestBrowser().gen(function* (browser) {
    const { state } = yield* Engine
    yield* live(40, 0, false)
    const store = yield* EventStore
    const kept = (events: number) => retain({ events, ms: EVER, step: 1 })
    const others = yield* Effect.cached(Effect.provideService(kept(20), EventStore, store))
    const base = Effect.tap(store.base, () => others)
    expect(yield* Effect.provideService(kept(5), EventStore, { ...store, base })).toBeNull()
    expect(browser.log.base?.seq).toBe(yield* others)
    expect(text((yield* openLog(logModel, store)).state)).toBe(text(state()))
  }))

test("[EVENT-4][OFFLINE-7] a tab lets go of nothing that it has not seen: another one may have asked for something there", async () => {
  const browser = new TestBrowser()
  browser.storeOptions = { carry: () => {} }
  await browser.gen(function* () {
    const { cursor } = yield* Engine
    yield* live(10, 0, false)
    const other = yield* browser.tab()
    yield* other.dispatch({ type: "RenameDevice", did: "d1", name: "Of the other tab" })
    for (let page = 0; page < 10; page += 1) yield* other.dispatch({ type: "OpenRoute", path: `/${page}` })
    const seen = cursor()
    yield* retain({ events: 1, ms: EVER, step: 1 })
    const { first } = yield* (yield* EventStore).bounds
    expect(first).toBeLessThanOrEqual(seen + 1)
    const { state } = yield* openLog(logModel, yield* EventStore)
    const [rename] = state.outbox.actions.open
    expect(rename?.order).toBeGreaterThanOrEqual(first)
  })
})

test.each(["blocked", "unanswered", "unavailable", "failed", "quota"] as const)(
  "[EVENT-4] a tab whose log was %s works again without a reload once that has passed, and says so in the log",
  async (reason) => {
    const browser = new TestBrowser()
    let isFailing = false
    browser.storeOptions = { fault: () => (isFailing ? reason : undefined) }
    await browser.gen(function* () {
      const { dispatch, status } = yield* Engine
      yield* live(3, 0, false)
      yield* Effect.forkChild(watchStorage)
      isFailing = true
      const refused = yield* Effect.flip(dispatch({ type: "OpenRoute", path: "/lost" }))
      expect(refusedOf(refused)).toBe(reason === "unanswered" ? "unanswered" : "storage")
      yield* Effect.andThen(TestClock.adjust(10 * MINUTE), settle)
      expect(status().storage).toBe(reason)
      isFailing = false
      yield* Effect.andThen(TestClock.adjust(2 * MINUTE), settle)
      expect(status().storage).toBe("ok")
      expect(browser.log.events.filter(({ type }) => type === "StorageRecovered")).toHaveLength(1)
    })
  },
)
