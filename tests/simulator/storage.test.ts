import { Effect } from "effect"
import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { LocalStorage } from "../../emulator/simulator/browser/localStorage.ts"
import { runtimeOf } from "../../emulator/simulator/browser/runtime.ts"
import { Disk } from "../../emulator/simulator/browser/storage.ts"
import { guarded } from "../../emulator/simulator/guard.ts"
import { Prng } from "../../emulator/simulator/prng.ts"
import { SimulatedWorld } from "../../emulator/simulator/world.ts"
import type { StoredEvent } from "../../src/domain/event/event.ts"

const START = 1_700_000_000_000
const sound = { slow: 0, quota: 0, repeated: 0 }

const event = (seq: number): StoredEvent => {
  const envelope = { seq, id: `id-${seq}`, v: 1, at: START, account: null, tab: "tab", cause: null }
  return { ...envelope, type: "tested", payload: { seq } }
}

const makeDisk = (seed: number) => {
  const prng = new Prng(seed, "test")
  const world = new SimulatedWorld(START, prng.stream("scheduler"))
  const disk = new Disk(world, prng.stream("disk"), sound)
  const tab = world.addTab("tab")
  const store = disk.storeFor(tab)
  const runtime = runtimeOf(world, tab, prng.stream("dice"), () => {})
  const append = (count: number, durability: "strict" | "relaxed") => {
    const from = disk.log.events.length
    const added = Array.from({ length: count }, (_, index) => event(from + index + 1))
    const fiber = Effect.runForkWith(runtime)(store.append(from, () => added, durability))
    while (fiber.pollUnsafe() === undefined && world.step());
  }
  return { world, disk, append }
}

const writes = fc.array(fc.record({ count: fc.integer({ min: 1, max: 3 }), strict: fc.boolean() }), { maxLength: 12 })

describe("the simulated disk", () => {
  test("[OFFLINE-7] a crash takes whole relaxed transactions from the end, never what was acknowledged as strict", () => {
    fc.assert(
      fc.property(fc.nat(), writes, (seed, list) =>
        guarded(() => {
          const { disk, append } = makeDisk(seed)
          const ends = [0]
          let certain = 0
          for (const { count, strict } of list) {
            append(count, strict ? "strict" : "relaxed")
            ends.push(disk.log.events.length)
            if (strict) certain = disk.log.events.length
          }
          const before = [...disk.log.events]
          disk.crash()
          const left = disk.log.events.length
          expect(left).toBeGreaterThanOrEqual(certain)
          expect(ends).toContain(left)
          expect(disk.log.events).toEqual(before.slice(0, left))
        }),
      ),
    )
  })

  test("[OFFLINE-7] relaxed writes that had time to reach the disk survive too", () => {
    guarded(() => {
      const { world, disk, append } = makeDisk(1)
      append(3, "relaxed")
      world.after(60_000, () => {})
      while (world.step());
      disk.crash()
      expect(disk.log.events).toHaveLength(3)
    })
  })

  test("[SIM-1] no reader can change what is in the log", () => {
    guarded(() => {
      const { disk, append } = makeDisk(1)
      append(1, "strict")
      const [first] = disk.log.events
      expect(Object.isFrozen(first) && Object.isFrozen(first?.payload)).toBe(true)
    })
  })
})

describe("simulated local storage", () => {
  test("[SIM-1] a crash undoes the latest writes only, in their order", () => {
    fc.assert(
      fc.property(fc.nat(), fc.array(fc.tuple(fc.constantFrom("a", "b"), fc.nat(9))), (seed, list) => {
        const prng = new Prng(seed, "test")
        const world = new SimulatedWorld(START, prng.stream("scheduler"))
        const storage = new LocalStorage(world, prng.stream("storage"))
        const port = storage.portFor(world.addTab("tab"))
        const states = [JSON.stringify([])]
        const shown = () => JSON.stringify([...storage.values].sort(([a], [b]) => (a < b ? -1 : 1)))
        for (const [key, value] of list) {
          Effect.runSync(port.set(key, String(value)))
          states.push(shown())
        }
        storage.crash()
        expect(states).toContain(shown())
      }),
    )
  })
})
