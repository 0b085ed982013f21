import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect, test } from "vitest"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { leadInTurn } from "../../src/domain/client/sending/leading.ts"
import { Leadership, LockError } from "../../src/domain/ports/leadership.ts"
import { HEARTBEAT_MS, LEADER_SILENCE_MS } from "../../src/domain/values/limits.ts"
import { LOCK_LOOP } from "../../src/domain/values/loops.ts"
import { TestBrowser } from "./tabs.ts"

test("[EVENT-4] a browser that grants the lock to no tab is shown as failing, and leads nothing", () =>
  new TestBrowser().gen(function* () {
    const engine = yield* Engine
    const leadership = yield* Leadership
    let [isHeld, led] = [true, 0]
    const granted = Promise.withResolvers<void>()
    const hanging = Leadership.of({
      ...leadership,
      hold: ({ steal }) =>
        steal
          ? Effect.never
          : Effect.as(
              Effect.promise(() => granted.promise),
              Effect.never,
            ),
      isHeld: Effect.sync(() => isHeld),
    })
    const lead = () =>
      Effect.sync(() => {
        led += 1
        return { run: Effect.never, idle: Effect.void }
      })
    yield* Effect.forkScoped(Effect.provideService(leadInTurn(lead), Leadership, hanging))
    yield* TestClock.adjust(2 * HEARTBEAT_MS)
    expect(engine.status().failing).toBe(false)
    isHeld = false
    yield* TestClock.adjust(HEARTBEAT_MS)
    expect(engine.status()).toMatchObject({ failing: true, failingLoops: [LOCK_LOOP] })
    yield* TestClock.adjust(2 * LEADER_SILENCE_MS)
    expect([engine.status().failing, led]).toEqual([true, 0])
    granted.resolve()
    yield* Effect.promise(() => expect.poll(() => led).toBe(1))
    expect(engine.status().failing).toBe(false)
  }))

test("[EVENT-4] a browser that refuses the lock is shown as failing at once, and asked again later", () =>
  new TestBrowser().gen(function* () {
    const engine = yield* Engine
    const leadership = yield* Leadership
    let [isRefused, asked, led] = [true, 0, 0]
    const refusing = Leadership.of({
      ...leadership,
      hold: () =>
        Effect.suspend(() => {
          asked += 1
          return isRefused ? Effect.fail(new LockError({ reason: "refused" })) : Effect.succeed(Effect.never)
        }),
      isHeld: Effect.succeed(false),
    })
    const lead = () =>
      Effect.sync(() => {
        led += 1
        return { run: Effect.never, idle: Effect.void }
      })
    yield* Effect.forkScoped(Effect.provideService(leadInTurn(lead), Leadership, refusing))
    yield* TestClock.adjust(1)
    expect(engine.status()).toMatchObject({ failing: true, failingLoops: [LOCK_LOOP] })
    yield* TestClock.adjust(10 * HEARTBEAT_MS)
    expect([engine.status().failing, asked <= 12, led]).toEqual([true, true, 0])
    isRefused = false
    yield* TestClock.adjust(HEARTBEAT_MS)
    yield* Effect.promise(() => expect.poll(() => led).toBe(1))
    expect(engine.status().failing).toBe(false)
  }))
