import { Clock, Effect, Exit, Random, Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { runtimeOf } from "../../emulator/simulator/browser/runtime.ts"
import { guarded, Leak } from "../../emulator/simulator/guard.ts"
import { Heap } from "../../emulator/simulator/heap.ts"
import { Prng } from "../../emulator/simulator/prng.ts"
import { SimulatedWorld, type Tab } from "../../emulator/simulator/world.ts"

const START = 1_700_000_000_000

const makeWorld = (seed = 1) => {
  const prng = new Prng(seed, "test")
  const world = new SimulatedWorld(START, prng.stream("scheduler"))
  const start = <A, E>(tab: Tab, effect: Effect.Effect<A, E>) =>
    Effect.runForkWith(runtimeOf(world, tab, prng.stream(tab.name), () => {}))(effect)
  return { world, start }
}

const runOut = (world: SimulatedWorld): void => {
  while (world.step());
}

describe("the virtual clock", () => {
  test("[SIM-1] sleeping takes virtual time only, whole milliseconds, in the order of waking", () => {
    guarded(() => {
      const { world, start } = makeWorld()
      const tab = world.addTab("tab")
      const woken: string[] = []
      const sleeper = (name: string, ms: number) =>
        Effect.andThen(
          Effect.sleep(ms),
          Effect.map(Clock.currentTimeMillis, (at) => woken.push(`${name} ${at - START}`)),
        )
      for (const [name, ms] of [
        ["long", 86_400_000],
        ["short", 0.2],
        ["middle", 1_000],
      ] as const)
        start(tab, sleeper(name, ms))
      runOut(world)
      expect(woken).toEqual(["short 1", "middle 1000", "long 86400000"])
    })
  })

  test("[SIM-1] a dead tab runs nothing more, its finalizers included", () => {
    guarded(() => {
      const { world, start } = makeWorld()
      const [dead, alive] = [world.addTab("dead"), world.addTab("alive")]
      const done: string[] = []
      const work = (name: string) =>
        Effect.ensuring(
          Effect.andThen(
            Effect.sleep(10),
            Effect.sync(() => done.push(name)),
          ),
          Effect.sync(() => done.push(`${name} finalized`)),
        )
      start(dead, work("dead"))
      start(alive, work("alive"))
      world.after(5, () => world.removeTab(dead))
      runOut(world)
      expect(done).toEqual(["alive", "alive finalized"])
    })
  })

  test("[SIM-1] a frozen tab goes on when it thaws, and time does not wait for it", () => {
    guarded(() => {
      const { world, start } = makeWorld()
      const tab = world.addTab("tab")
      let at = 0
      start(
        tab,
        Effect.andThen(
          Effect.sleep(10),
          Effect.sync(() => {
            at = world.now
          }),
        ),
      )
      tab.frozen = true
      world.after(70_000, () => {
        tab.frozen = false
      })
      runOut(world)
      expect(at).toBe(70_000)
    })
  })

  test("[SIM-1] setting the wall clock moves no timer", () => {
    guarded(() => {
      const { world, start } = makeWorld()
      const tab = world.addTab("tab")
      const times: number[] = []
      const now = Effect.map(Clock.currentTimeMillis, (at) => times.push(at - START))
      start(tab, Effect.andThen(now, Effect.andThen(Effect.sleep(100), now)))
      world.after(50, () => {
        world.skew = -3_600_000
      })
      runOut(world)
      expect(world.now).toBe(100)
      expect(times).toEqual([0, 100 - 3_600_000])
    })
  })

  test("[SIM-1] a step that finds nothing to do while somebody waits gives the leak away", () => {
    guarded(() => {
      const { world, start } = makeWorld()
      const fiber = start(world.addTab("tab"), Effect.never)
      runOut(world)
      expect(fiber.pollUnsafe()).toBeUndefined()
      expect(world.step()).toBe(false)
    })
  })

  test("[SIM-1] randomness inside a tab comes from the seed", () => {
    const draw = (seed: number) =>
      guarded(() => {
        const { world, start } = makeWorld(seed)
        const drawn: number[] = []
        start(
          world.addTab("tab"),
          Effect.map(Effect.all([Random.next, Random.nextInt]), (all) => drawn.push(...all)),
        )
        runOut(world)
        return drawn
      })
    expect(draw(5)).toEqual(draw(5))
    expect(draw(5)).not.toEqual(draw(6))
  })
})

describe("the guard", () => {
  test("[SIM-1] real time, real randomness, timers and promises throw while a simulation runs", () => {
    const uses: readonly (() => unknown)[] = [
      () => Date.now(),
      () => new Date(),
      () => Math.random(),
      () => performance.now(),
      () => crypto.randomUUID(),
      () => setTimeout(() => {}, 1),
      () => queueMicrotask(() => {}),
      () => Promise.resolve().then(() => {}),
    ]
    for (const use of uses) expect(() => guarded(use)).toThrow(Leak)
    expect(guarded(() => new Date(0).toISOString())).toBe("1970-01-01T00:00:00.000Z")
  })

  test("[SIM-1] a port that waits on a promise fails the run", () => {
    const exits: Exit.Exit<void>[] = []
    guarded(() => {
      const { world, start } = makeWorld()
      const waits = Effect.promise(() => Promise.resolve())
      start(world.addTab("tab"), waits).addObserver((exit) => exits.push(exit))
      runOut(world)
    })
    expect(exits.map(Exit.isFailure)).toEqual([true])
  })
})

describe("what a simulation is made of", () => {
  test("[SIM-1] the heap gives times in order, equal times first in first out", () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat(20), { nil: undefined })), (ops) => {
        const heap = new Heap<{ at: number; n: number }>()
        const model: { at: number; n: number }[] = []
        for (const [n, at] of ops.entries()) {
          if (at !== undefined) {
            heap.push({ at, n })
            model.push({ at, n })
            model.sort((a, b) => a.at - b.at || a.n - b.n)
          } else expect(heap.pop()).toEqual(model.shift())
          expect(heap.peek()).toEqual(model[0])
          expect(heap.size).toBe(model.length)
        }
      }),
    )
  })

  test("[SIM-1] draws stay in their bounds, and streams of one seed differ", () => {
    fc.assert(
      fc.property(fc.nat(2 ** 52), fc.integer({ min: -1_000, max: 1_000 }), fc.nat(1_000), (seed, low, span) => {
        const prng = new Prng(seed, "a")
        for (let i = 0; i < 20; i++) {
          const drawn = [prng.between(low, low + span), prng.skewed(low, low + span)]
          for (const value of drawn) {
            expect(value).toBeGreaterThanOrEqual(low)
            expect(value).toBeLessThanOrEqual(low + span)
          }
        }
        const words = (name: string) => {
          const stream = prng.stream(name)
          return [stream.word(), stream.word(), stream.word(), stream.word()]
        }
        expect(words("b")).toEqual(words("b"))
        expect(words("b")).not.toEqual(words("c"))
      }),
    )
  })

  test("[SIM-1] a leak is an error with a name", () => {
    const leak = Result.try(() => guarded(() => Math.random()))
    expect(Result.isFailure(leak) && String(leak.failure)).toMatch(/Math\.random/)
  })
})
