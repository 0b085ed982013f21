import { Context, Effect, Schema } from "effect"
import { expect, test } from "vitest"
import { MemoryLog, makeMemoryStore } from "../../emulator/simulator/browser/memoryStore.ts"
import { makeEngine } from "../../src/domain/engine/engine.ts"
import type { LogModel } from "../../src/domain/engine/model.ts"
import type { EventOf } from "../../src/domain/event/event.ts"
import { makeRegistry } from "../../src/domain/log/upcasting.ts"
import { EventStore } from "../../src/domain/ports/eventStore.ts"
import { Ids } from "../../src/domain/ports/platform.ts"
import { invalid, valid } from "../../src/domain/values/parsed.ts"

/** A small product for the engine: a till that may not pay out more than it holds. */
const events = {
  Paid: { v: 1, payload: Schema.Struct({ amount: Schema.Number }) },
  Miscounted: { v: 1, payload: Schema.Struct({ events: Schema.Number }) },
}
type TillEvent = EventOf<typeof events>
type TillCommand =
  | { readonly type: "Pay"; readonly amount: number }
  | { readonly type: "Miscount"; readonly events: number }

const till: LogModel<number, TillCommand, TillEvent, "tooLittle"> = {
  initialState: 0,
  decide: (command, held) => {
    if (command.type === "Miscount") return valid([{ type: "Miscounted", payload: { events: command.events } }])
    return held + command.amount < 0
      ? invalid("tooLittle")
      : valid([{ type: "Paid", payload: { amount: command.amount } }])
  },
  evolve: (held, event) => (event.type === "Paid" ? held + event.payload.amount : held),
  registry: makeRegistry([events]),
  version: 1,
  pack: (held) => ({ held }),
  unpack: (packed) =>
    typeof packed === "object" && packed !== null && "held" in packed && typeof packed.held === "number"
      ? packed.held
      : null,
  durability: () => "strict",
  account: () => null,
  cause: () => null,
  recordDamage: ({ unread }) => ({ type: "Miscount", events: unread.length }),
}

test("[EVENT-2][HOUSE-1] the engine runs any model: two tabs agree, a rejection leaves no event, a snapshot opens again", async () => {
  const log = new MemoryLog()
  const open = (tab: string) => {
    let count = 0
    return makeEngine(till).pipe(
      Effect.provideContext(
        Context.make(EventStore, makeMemoryStore(log)).pipe(
          Context.add(Ids, { tab, next: Effect.sync(() => `${tab}${++count}`) }),
        ),
      ),
    )
  }
  await Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const [one, other] = [yield* open("one"), yield* open("other")]
        yield* one.dispatch({ type: "Pay", amount: 5 })
        yield* other.dispatch({ type: "Pay", amount: -3 })
        const refused = yield* Effect.flip(one.dispatch({ type: "Pay", amount: -3 }))
        expect(refused).toMatchObject({ reason: "rejected", rejection: "tooLittle" })
        expect([one.state(), one.cursor(), other.state()]).toEqual([2, 2, 2])
        yield* one.saveSnapshot
        const later = yield* open("later")
        expect([later.state(), later.cursor(), later.sinceSnapshot()]).toEqual([2, 2, 0])
      }),
    ),
  )
})
