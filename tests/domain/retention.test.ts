import { Effect } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { expect, test } from "vitest"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { openLog } from "../../src/domain/client/log/opening.ts"
import { type KeptHistory, retain } from "../../src/domain/client/log/retention.ts"
import { EventStore } from "../../src/domain/ports/eventStore.ts"
import { STATE_VERSION, type State } from "../../src/domain/product/state.ts"
import { salvagedState, storedState } from "../../src/domain/product/stored.ts"
import { canonicalJson } from "../../src/domain/values/canonicalJson.ts"
import { SERVER, START } from "./recorder.ts"
import { TestBrowser } from "./tabs.ts"

const text = (state: State) => canonicalJson(storedState(state))
const MINUTE = 60_000

/** Signs in, queues a rename, and opens pages, one a minute. */
const live = Effect.fnUntraced(function* (pages: number) {
  const { dispatch, state } = yield* Engine
  yield* TestClock.setTime(START)
  yield* dispatch({
    type: "CompleteSignIn",
    session: {
      id: "s1",
      server: SERVER,
      uid: "u1",
      serverType: "public",
      name: "Nord",
      email: "nord@example.com",
      createdAt: 1,
    },
  })
  for (let page = 0; page < pages; page += 1) {
    yield* TestClock.adjust(MINUTE)
    yield* dispatch({ type: "OpenRoute", path: page % 2 === 0 ? "/devices" : "/settings" })
  }
  return state
})

const open = Effect.gen(function* () {
  return (yield* openLog(yield* EventStore)).state
})

test("[EVENT-4] history that is too old or too much goes from the front, and the log folds to the same state", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 5, max: 40 }),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 10 }),
      async (pages, events, minutes, step) => {
        const bounds: KeptHistory = { events, ms: minutes * MINUTE, step }
        await new TestBrowser().run(
          Effect.gen(function* () {
            const state = yield* live(pages)
            const store = yield* EventStore
            const before = yield* store.bounds
            const cut = yield* retain(bounds)
            const after = yield* store.bounds
            expect(after).toEqual({ first: cut === null ? before.first : cut + 1, last: before.last })
            expect(cut === null || cut >= step).toBe(true)
            if (cut !== null) expect(after.last - after.first + 1).toBeLessThanOrEqual(Math.max(events, minutes + 1))
            expect(text(yield* open)).toBe(text(state()))
            // What has just been done is done.
            if (step > 1) expect(yield* retain(bounds)).toBeNull()
          }),
        )
      },
    ),
    { numRuns: 20 },
  )
})

test("[EVENT-4] an action that is not settled is never let go of, nor anything after it", async () => {
  await new TestBrowser().run(
    Effect.gen(function* () {
      yield* live(6)
      const { dispatch, state } = yield* Engine
      yield* dispatch({ type: "RenameAccount", name: "Süd" })
      const queued = state().outbox.actions.open[0]?.order ?? 0
      expect(queued).toBeGreaterThan(1)
      for (let page = 0; page < 20; page += 1)
        yield* dispatch({ type: "OpenRoute", path: page % 2 === 0 ? "/devices" : "/account" })
      expect(yield* retain({ events: 1, ms: 0, step: 1 })).toBe(queued - 1)
      expect((yield* open).outbox.actions.open).toHaveLength(1)
    }),
  )
})

test("[EVENT-3][EVENT-4] a release with another state opens a pruned log by the events that its beginning keeps", async () => {
  await new TestBrowser().run(
    Effect.gen(function* () {
      yield* live(8)
      const store = yield* EventStore
      yield* retain({ events: 3, ms: 1e12, step: 1 })
      const base = yield* store.base
      if (base === null) throw new Error("the log begins with a base")
      expect(salvagedState(base.state)).not.toBeNull()
      const { last } = yield* store.bounds
      yield* store.prune({ ...base, seq: Math.min(base.seq, last - 1), version: STATE_VERSION - 1 })
      const { session } = yield* open
      expect(session.current).toMatchObject({ email: "nord@example.com", id: "s1" })
    }),
  )
})
