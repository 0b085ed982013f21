import * as fc from "fast-check"
import { expect, test } from "vitest"
import type { DeviceFields } from "../../src/domain/features/devices/events.ts"
import { PRESENCE_TICK_MS } from "../../src/domain/values/limits.ts"
import { deviceCard, deviceStatuses, deviceTypes } from "../../src/domain/views/devices.ts"
import { type DeviceQuery, deviceKinds, makeDeviceFinder, sorts } from "../../src/domain/views/findDevices.ts"
import { findsDevice } from "../../src/domain/views/search.ts"
import { clients } from "./logs.ts"
import { Recorder, START } from "./recorder.ts"

const { compare } = new Intl.Collator("en", { numeric: true })

const query: fc.Arbitrary<DeviceQuery> = fc.record({
  search: fc.constantFrom("", "", "büro", "BURO 2", "d1", "studio", "nothing"),
  kinds: fc.subarray([...deviceKinds]),
  types: fc.subarray([...deviceTypes]),
  statuses: fc.subarray([...deviceStatuses]),
  tags: fc.subarray(["studio", "lab"]),
  sort: fc.constantFrom(...sorts),
  reversed: fc.boolean(),
})

const EVERYTHING: DeviceQuery = {
  search: "",
  kinds: [],
  types: [],
  statuses: [],
  tags: [],
  sort: "name",
  reversed: false,
}

test("[DEVICE-12] what is found is what the cards say: every filter holds, and nothing that passes is left out", () => {
  fc.assert(
    fc.property(clients(), fc.nat(3 * PRESENCE_TICK_MS), query, ({ state, now }, later, wanted) => {
      const moment = now + later
      const { ids, of } = makeDeviceFinder(compare)(state, moment, wanted)
      const account = state.session.current?.account
      const all = account === undefined || account !== state.devices.account ? [] : [...state.devices.bound.keys()]
      const any = <Value>(list: readonly Value[], value: Value) => list.length === 0 || list.includes(value)
      const expected = all.filter((did) => {
        const card = deviceCard(state, did, moment)
        return (
          card !== null &&
          any(wanted.kinds, card.shared ? "shared" : "own") &&
          any(wanted.types, card.type) &&
          any(wanted.statuses, card.status) &&
          (wanted.tags.length === 0 || card.tags.some((tag) => wanted.tags.includes(tag))) &&
          findsDevice(wanted.search, { name: card.name, id: did, tags: card.tags })
        )
      })
      expect([...ids].sort()).toEqual(expected.sort())
      expect(of).toBe(all.length)
    }),
  )
})

test("[DEVICE-12] a finder that has seen many states finds what a new one does, in the same order", () => {
  const steps = fc.array(fc.tuple(fc.nat(5), query), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(fc.array(clients(undefined, 30), { minLength: 1, maxLength: 3 }), steps, (seen, asked) => {
      const finder = makeDeviceFinder(compare)
      for (const [n, wanted] of asked) {
        const client = seen[n % seen.length]
        if (client === undefined) return
        const { state, now } = client
        expect(finder(state, now, wanted)).toEqual(makeDeviceFinder(compare)(state, now, wanted))
      }
    }),
    { numRuns: 50 },
  )
})

const device = (id: string, part: Partial<DeviceFields> = {}): DeviceFields => ({
  id,
  name: id,
  model: 1,
  lastSeen: START,
  flags: 0,
  build: 0,
  shared: false,
  owner: "",
  ...part,
})

const withDevices = (devices: readonly DeviceFields[]) => {
  const client = new Recorder()
  const account = client.signIn()
  client.do({ type: "RecordDevices", account, begunAt: client.now, devices })
  return client
}

test("[DEVICE-12] each order holds between neighbours, and the other way round when reversed", () => {
  const devices = fc.uniqueArray(
    fc.record({
      id: fc.nat(50).map((n) => `d${n}`),
      name: fc.constantFrom("Desk 2", "Desk 10", "desk 2", "Äpfel", "Zebra", ""),
      lastSeen: fc.integer({ min: -4, max: 1 }).map((ticks) => START + ticks * PRESENCE_TICK_MS),
      build: fc.constantFrom(0, 1, 2),
    }),
    { selector: ({ id }) => id, maxLength: 20 },
  )
  const rank = { online: 0, lastKnown: 1, offline: 2 }
  fc.assert(
    fc.property(
      devices,
      fc.constantFrom(...sorts),
      fc.boolean(),
      fc.nat(40 * 60_000),
      (list, sort, reversed, later) => {
        const { state, now } = withDevices(list.map(({ id, ...part }) => device(id, part)))
        const moment = now + later
        const { ids } = makeDeviceFinder(compare)(state, moment, { ...EVERYTHING, sort, reversed })
        const cards = ids.map((did) => deviceCard(state, did, moment))
        for (const [index, b] of cards.entries()) {
          const a = cards[index - 1]
          if (a === undefined || a === null || b === null) continue
          const order = {
            name: compare(a.name, b.name),
            lastSeen: b.lastSeen - a.lastSeen,
            build: (b.build ?? 0) - (a.build ?? 0),
            status: rank[a.status] - rank[b.status],
          }[sort]
          const together = order || compare(a.name, b.name) || (a.did < b.did ? -1 : 1)
          expect(reversed ? -together : together).toBeLessThan(0)
        }
      },
    ),
  )
})

test("[DEVICE-12] numbers in names count as numbers, and the language decides about letters", () => {
  const names = ["Desk 10", "Desk 9", "Ö", "Z", "desk 1"]
  const { state, now } = withDevices(names.map((name, n) => device(`d${n}`, { name })))
  const inLanguage = (language: string) => {
    const finder = makeDeviceFinder(new Intl.Collator(language, { numeric: true }).compare)
    return finder(state, now, EVERYTHING).ids.map((did) => deviceCard(state, did, now)?.name)
  }
  expect(inLanguage("de")).toEqual(["desk 1", "Desk 9", "Desk 10", "Ö", "Z"])
  expect(inLanguage("sv")).toEqual(["desk 1", "Desk 9", "Desk 10", "Z", "Ö"])
})

test("[DEVICE-12][OFFLINE-9] a rename on its way is found by the new name, and keeps its place until it is done", () => {
  const client = withDevices([device("a", { name: "Alpha" }), device("b", { name: "Beta" })])
  const finder = makeDeviceFinder(compare)
  client.do({ type: "RenameDevice", did: "a", name: "Zulu" })
  const found = (search: string) => finder(client.state, client.now, { ...EVERYTHING, search }).ids
  expect(found("zulu")).toEqual(["a"])
  expect(found("alpha")).toEqual([])
  expect(found("")).toEqual(["a", "b"])
})

test("[DEVICE-12] the same devices are the same list, whatever else happens", () => {
  const client = withDevices([device("a"), device("b")])
  const finder = makeDeviceFinder(compare)
  const wanted = { ...EVERYTHING, search: "a" }
  const before = finder(client.state, client.now, wanted)
  client.do({ type: "RebootDevice", did: "b" })
  client.do({ type: "OpenRoute", path: "/settings" })
  client.now += 1_000
  const account = client.signIn()
  client.do({ type: "RecordDevices", account, begunAt: client.now, devices: [device("a"), device("b", { flags: 1 })] })
  expect(finder(client.state, client.now, wanted)).toBe(before)
})
