import { Effect } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { expect, test } from "vitest"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { logModel } from "../../src/domain/client/log/model.ts"
import { type KeptHistory, retain } from "../../src/domain/client/log/retention.ts"
import { openLog } from "../../src/domain/engine/opening.ts"
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

const opened = Effect.gen(function* () {
  return (yield* openLog(logModel, yield* EventStore)).state
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
            expect(text(yield* opened)).toBe(text(state()))
            // A second run has nothing left to do.
            if (step > 1) expect(yield* retain(bounds)).toBeNull()
          }),
        )
      },
    ),
    { numRuns: 20 },
  )
})

/** The leader sends the oldest action that may be sent, and never learns its outcome. */
const lostReply = Effect.gen(function* () {
  const { dispatch, state } = yield* Engine
  yield* dispatch({ type: "TakeLeadership" })
  const { actions, epoch } = state().outbox
  for (const { id } of actions.open)
    if (yield* Effect.isSuccess(dispatch({ type: "ClaimAction", action: id, epoch }))) break
  yield* dispatch({ type: "TakeLeadership" })
})

const doings = ["rename", "reboot", "giveUp", "lostReply", "confirm", "look", "look"] as const

/** One minute of a person who queues an action, gives the oldest one up, decides about one, or opens a page. */
const lived = Effect.fnUntraced(function* (doing: (typeof doings)[number], minute: number) {
  const { dispatch, state } = yield* Engine
  yield* TestClock.adjust(MINUTE)
  const { actions } = state().outbox
  const [oldest] = actions.open
  const [unconfirmed] = actions.unconfirmed
  if (doing === "lostReply") return yield* lostReply
  if (doing === "reboot") return yield* dispatch({ type: "RebootDevice", did: `d${minute % DESKS}` })
  if (doing === "confirm" && unconfirmed !== undefined)
    return yield* dispatch({ type: "ConfirmAction", action: unconfirmed.id })
  if (doing === "rename") yield* dispatch({ type: "RenameDevice", did: `d${minute % DESKS}`, name: `Desk ${minute}` })
  else if (doing === "giveUp" && oldest !== undefined) yield* dispatch({ type: "CancelAction", action: oldest.id })
  else yield* dispatch({ type: "OpenRoute", path: minute % 2 === 0 ? "/devices" : "/account" })
})

const DESKS = 3
const desks = Array.from({ length: DESKS }, (_, index) => ({
  ...{ id: `d${index}`, name: "Desk", model: 1, lastSeen: 1, flags: 4, build: 0, shared: false, owner: "" },
}))

test("[EVENT-4] whatever happened and however little may be kept, no action that is not settled is let go of, nor anything after it", async () => {
  const life = fc.array(fc.constantFrom(...doings), { minLength: 5, maxLength: 40 })
  let unconfirmedLives = 0
  await fc.assert(
    fc.asyncProperty(life, fc.nat(20), fc.nat(20), async (lives, events, minutes) => {
      await new TestBrowser().run(
        Effect.gen(function* () {
          yield* live(1)
          const { dispatch, state } = yield* Engine
          const account = state().session.current?.account
          if (account === undefined) throw new Error("somebody is signed in")
          yield* dispatch({ type: "RecordDevices", account, begunAt: START, devices: desks })
          for (const [minute, doing] of lives.entries()) yield* lived(doing, minute)
          const store = yield* EventStore
          const { last } = yield* store.bounds
          yield* retain({ events, ms: minutes * MINUTE, step: 1 })
          const kept: number[] = []
          yield* store.scan((yield* store.bounds).first, last, (found) =>
            Effect.sync(() => {
              kept.push(...found.map(({ seq }) => seq))
            }),
          )
          const { open, unconfirmed } = state().outbox.actions
          if (unconfirmed.length > 0) unconfirmedLives += 1
          const unsettled = [...open, ...unconfirmed]
          for (const { order } of unsettled) expect(kept).toContain(order)
          const from = Math.min(last, ...unsettled.map(({ order }) => order))
          expect(kept.slice(-(last - from + 1))).toEqual(Array.from({ length: last - from + 1 }, (_, at) => from + at))
          expect(text(yield* opened)).toBe(text(state()))
        }),
      )
    }),
    { numRuns: 40 },
  )
  expect(unconfirmedLives).toBeGreaterThan(0)
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
      const { session } = yield* opened
      expect(session.current).toMatchObject({ email: "nord@example.com", id: "s1" })
    }),
  )
})
