import * as fc from "fast-check"
import { expect, test } from "vitest"
import { type Look, lookAgain, type View } from "../../src/app/client/lookAgain.ts"
import { Draft } from "../../src/domain/event/draft.ts"
import { model } from "../../src/domain/product/decider.ts"
import type { State } from "../../src/domain/product/state.ts"
import { PersistentMap } from "../../src/domain/values/persistentMap.ts"
import { deviceCard } from "../../src/domain/views/devices.ts"
import { deviceList } from "../../src/domain/views/listState.ts"
import { outboxCount, outboxView } from "../../src/domain/views/outbox.ts"
import { makeSorter } from "../../src/domain/views/sorted.ts"
import { clients } from "./logs.ts"
import { START } from "./recorder.ts"

const views: readonly View<State, unknown>[] = [
  deviceList,
  outboxView,
  outboxCount,
  ({ session }) => session.current?.name ?? null,
  (state, now) => deviceCard(state, "d1", now),
]

test("[DEVICE-12] a view that is asked again only when its slices change shows what it would show anyway", () => {
  fc.assert(
    fc.property(clients(), fc.nat(9), ({ log }, late) => {
      for (const view of views) {
        let state = model.initialState
        let look: Look<State, unknown> | undefined
        for (const [index, event] of log.entries()) {
          state = model.evolve(state, event, new Draft())
          // The clock of a screen moves now and then, not at each event.
          const now = START + Math.floor(index / (late + 1)) * 60_000
          look = lookAgain(look, view, state, now)
          expect(look.shown).toEqual(view(state, now))
        }
      }
    }),
  )
})

test("[DEVICE-12] a view does no work for an event that changes none of its slices", () => {
  let asked = 0
  const view = ({
    session,
    devices,
  }: {
    readonly session: object
    readonly devices: object
    readonly toasts: object
  }) => {
    asked += 1
    return { session, devices }
  }
  const first = { session: {}, devices: {}, toasts: {} }
  const look = lookAgain(undefined, view, first, START)
  const again = lookAgain(look, view, { ...first, toasts: {} }, START)
  expect(again).toBe(look)
  expect(asked).toBe(1)
  lookAgain(again, view, { ...first, devices: {} }, START)
  expect(asked).toBe(2)
  lookAgain(again, view, first, START + 1)
  expect(asked).toBe(3)
})

interface Item {
  readonly id: string
  readonly rank: number
}
const changes = fc.array(fc.array(fc.tuple(fc.nat(79), fc.option(fc.nat(9))), { maxLength: 12 }), { maxLength: 30 })

test("[DEVICE-12] a list kept in order while it changes is the list sorted again", () => {
  fc.assert(
    fc.property(fc.nat(60), changes, (size, batches) => {
      const compare = (a: Item, b: Item) => a.rank - b.rank || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
      const sorted = makeSorter<Item>()
      let map = PersistentMap.from(
        Array.from({ length: size }, (_, n): [string, Item] => [`i${n}`, { id: `i${n}`, rank: n % 7 }]),
      )
      for (const batch of batches) {
        map = map.fork()
        for (const [n, rank] of batch) {
          if (rank === null) map.delete(`i${n}`)
          else map.set(`i${n}`, { id: `i${n}`, rank })
        }
        const now = sorted(map, compare)
        expect(now.values).toEqual([...map.values()].sort(compare))
        expect(now.ids).toEqual(now.values.map(({ id }) => id))
      }
    }),
  )
})
