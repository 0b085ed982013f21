import { Effect } from "effect"
import { afterEach, expect, test, vi } from "vitest"
import { readingsLayer } from "../../src/adapters/browser/readings.ts"
import { type LatestReading, Readings } from "../../src/domain/ports/readings.ts"
import { type AccountKey, isAccountKey } from "../../src/domain/values/identity.ts"

const withReadings = <A>(work: (readings: Readings["Service"]) => Effect.Effect<A>) =>
  Effect.runPromise(Effect.scoped(Effect.provide(Effect.flatMap(Effect.service(Readings), work), readingsLayer)))

const keyOf = (text: string): AccountKey => {
  if (!isAccountKey(text)) throw new Error("no account key")
  return text
}
const [mine, other] = [keyOf("https://a.example u1"), keyOf("https://a.example u10")]
const devices: LatestReading = {
  account: mine,
  list: "devices",
  seq: 7,
  readAt: 1_790_000_000_000,
  lastSeen: new Map([["d1", 1_789_999_999_000]]),
}
const mains: LatestReading = { account: mine, list: "mainAccounts", seq: 8, readAt: 1_790_000_060_000 }

afterEach(async () => {
  vi.restoreAllMocks()
  await withReadings((readings) => Effect.all([readings.erase(mine), readings.erase(other)]))
})

test("[EVENT-7] the latest reading of each list outlives the page, takes the place of the one before, and goes with its account", async () => {
  await withReadings(({ put }) => Effect.all([put(devices), put(mains)]))
  await withReadings(({ put }) => put({ ...devices, seq: 9 }))
  expect(await withReadings(({ get }) => get(mine))).toEqual([{ ...devices, seq: 9 }, mains])
  expect(await withReadings(({ get }) => get(other))).toEqual([])
  expect(await withReadings(({ erase }) => erase(mine))).toBe(true)
  expect(await withReadings(({ get }) => get(mine))).toEqual([])
})

test("[EVENT-7] readings of one account are kept at a time", async () => {
  await withReadings(({ put }) => Effect.all([put(devices), put({ ...mains, account: other })]))
  expect(await withReadings(({ get }) => get(mine))).toEqual([])
  expect(await withReadings(({ get }) => get(other))).toEqual([{ ...mains, account: other }])
})

test("[EVENT-7] other tabs hear of a reading", async () => {
  await withReadings((here) =>
    Effect.gen(function* () {
      const received = Promise.withResolvers<void>()
      const stop = yield* here.onForeignPut(received.resolve)
      yield* Effect.promise(() => withReadings(({ put }) => put(devices)))
      yield* Effect.promise(() => received.promise)
      stop()
    }),
  )
})

test("[EVENT-7] without a database readings are forgotten, and nothing fails", async () => {
  vi.spyOn(IDBFactory.prototype, "open").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError")
  })
  expect(await withReadings(({ put, get }) => Effect.andThen(put(devices), get(mine)))).toEqual([])
})
