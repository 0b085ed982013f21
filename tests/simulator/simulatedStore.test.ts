import { Effect, Exit } from "effect"
import { runtimeOf } from "../../emulator/simulator/browser/runtime.ts"
import { Disk } from "../../emulator/simulator/browser/storage.ts"
import { Prng } from "../../emulator/simulator/prng.ts"
import { SimulatedWorld } from "../../emulator/simulator/world.ts"
import type { StoredEvent } from "../../src/domain/event/event.ts"
import type { EventStore } from "../../src/domain/ports/eventStore.ts"
import { eventStoreContract } from "../contracts/eventStore.contract.ts"
import { damageTo } from "../contracts/storeSteps.ts"

type Store = EventStore["Service"]

/** The simulated disk fulfils the contract too. The test steps its time until an operation has ended. */
eventStoreContract("simulated disk", async (room = Number.POSITIVE_INFINITY) => {
  const prng = new Prng(1, "contract")
  const world = new SimulatedWorld(1_700_000_000_000, prng.stream("scheduler"))
  const disk = new Disk(world, prng.stream("disk"), { slow: 0.1, quota: 0, repeated: 0 }, { copies: true, room })
  let tabs = 0
  const tab = async () => {
    tabs += 1
    const added = world.addTab(`tab ${tabs}`)
    const runtime = runtimeOf(world, added, prng.stream(`dice ${tabs}`), () => {})
    const ended = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
      Effect.suspend(() => {
        const fiber = Effect.runForkWith(runtime)(effect)
        for (;;) {
          const exit = fiber.pollUnsafe()
          // A started wake-up of another tab arrives before the operation counts as ended.
          const moved = world.step()
          if (exit === undefined && !moved) throw new Error("the world stands still")
          if (exit === undefined || moved) continue
          return Exit.isSuccess(exit) ? Effect.succeed(exit.value) : Effect.failCause(exit.cause)
        }
      })
    return stepped(disk.storeFor(added), ended)
  }
  return {
    damage: async (change) => damageTo(disk.log.events, change),
    clear: async () => disk.log.clear(),
    close: async () => {},
    tab,
    reload: tab,
  }
})

const stepped = (store: Store, ended: <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, E>): Store => ({
  open: (version) => ended(store.open(version)),
  append: (cursor, plan, durability) => ended(store.append(cursor, plan, durability)),
  scan: (from, to, take) => {
    const chunks: (readonly StoredEvent[])[] = []
    const read = store.scan(from, to, (chunk) => Effect.sync(() => void chunks.push(chunk)))
    return Effect.andThen(
      ended(read),
      Effect.suspend(() => Effect.forEach(chunks.splice(0), take, { discard: true })),
    )
  },
  bounds: ended(store.bounds),
  base: ended(store.base),
  prune: (keep) => ended(store.prune(keep)),
  setAside: (damage) => ended(store.setAside(damage)),
  putBack: (events) => ended(store.putBack(events)),
  aside: ended(store.aside),
  saveSnapshot: (snapshot) => ended(store.saveSnapshot(snapshot)),
  onForeignAppend: (wake) => store.onForeignAppend(wake),
  rewrite: (cursor, plan) => ended(store.rewrite(cursor, plan)),
  renew: (events) => ended(store.renew(events)),
})
