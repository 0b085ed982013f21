import Dexie from "dexie"
import { Effect } from "effect"
import { expect, onTestFinished, test, vi } from "vitest"
import { makeDexieStore } from "../../src/adapters/storage/dexie.ts"
import type { Durability } from "../../src/domain/ports/eventStore.ts"

const event = (seq: number) => ({
  seq,
  id: `e${seq}`,
  type: "AppStarted",
  v: 1,
  at: seq,
  account: null,
  tab: "t",
  cause: null,
  payload: {},
})

test("[OFFLINE-7] what a send depends on is appended with strict durability, and observations with relaxed", async () => {
  const name = "durability"
  // The store keeps the function that it finds when it opens, so the spy comes first.
  const begun = vi.spyOn(IDBDatabase.prototype, "transaction")
  const { store, close } = makeDexieStore({ name })
  onTestFinished(async () => {
    close()
    vi.restoreAllMocks()
    await Dexie.delete(name)
  })
  await Effect.runPromise(store.open(1))
  const append = async (cursor: number, durability: Durability) => {
    begun.mockClear()
    await Effect.runPromise(store.append(cursor, () => [event(cursor + 1)], durability))
    return begun.mock.results.flatMap(({ value: { mode, durability: given } }) => (mode === "readwrite" ? [given] : []))
  }
  expect(await append(0, "strict")).toEqual(["strict"])
  expect(await append(1, "relaxed")).toEqual(["relaxed"])
  expect(await append(2, "strict")).toEqual(["strict"])
})
