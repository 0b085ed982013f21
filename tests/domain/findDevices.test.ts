import * as fc from "fast-check"
import { expect, test } from "vitest"
import { fieldsOf } from "../../src/domain/client/lan/lanDevices.ts"
import type { DeviceFields } from "../../src/domain/features/devices/events.ts"
import type { Command } from "../../src/domain/product/decide.ts"
import type { State } from "../../src/domain/product/state.ts"
import { PRESENCE_TICK_MS } from "../../src/domain/values/limits.ts"
import { factsOf } from "../../src/domain/views/deviceFacts.ts"
import { deviceKinds, NO_FILTER, OWN, ownerOf } from "../../src/domain/views/deviceFilter.ts"
import { historyOf } from "../../src/domain/views/deviceHistory.ts"
import { deviceCard, deviceStatuses, deviceTypes } from "../../src/domain/views/devices.ts"
import { type DeviceQuery, makeDeviceFinder, sorts } from "../../src/domain/views/findDevices.ts"
import { answered } from "../../src/domain/views/lan.ts"
import { listedCard } from "../../src/domain/views/listedCard.ts"
import { makeOverview } from "../../src/domain/views/overview.ts"
import { haystackOf, isNarrower, matches, needleOf } from "../../src/domain/views/search.ts"
import { foldAhead } from "../../src/domain/views/searched.ts"
import { findsDevice } from "./findsDevice.ts"
import { clients } from "./logs.ts"
import { CONNECTED, device as lanDevice } from "./playedBridge.ts"
import { fold, Recorder, START } from "./recorder.ts"

const { compare } = new Intl.Collator("en", { numeric: true })

const query: fc.Arbitrary<DeviceQuery> = fc.record({
  search: fc.constantFrom("", "", "büro", "BURO 2", "d1", "studio", "nothing"),
  kinds: fc.subarray([...deviceKinds]),
  types: fc.subarray([...deviceTypes]),
  statuses: fc.subarray([...deviceStatuses]),
  owners: fc.subarray([OWN, "owner Büro 🖥", "?"]),
  tags: fc.subarray(["studio", "lab"]),
  outdated: fc.boolean(),
  needsYou: fc.boolean(),
  sort: fc.constantFrom(...sorts),
  reversed: fc.boolean(),
})

/** True when the outbox has an action of this device about which a person must decide. */
const isUndecided = (state: State, did: string): boolean =>
  [...state.outbox.actions.values()].some(
    ({ status, dismissed, account, intent }) =>
      status.state === "unconfirmed" &&
      !dismissed &&
      account === state.session.current?.account &&
      "did" in intent.input &&
      intent.input.did === did,
  )

const waysTo = ({ lan, kind }: NonNullable<ReturnType<typeof listedCard>>) => [
  ...(kind === "bound" ? (["cloud"] as const) : []),
  ...(lan !== null && (lan.known === "now" || kind === "near") ? [lan.kind] : []),
]

/** On the list of the account, or on this network and on no list. */
const listedIn = (state: State): readonly string[] => {
  const account = state.session.current?.account
  const bound = account === undefined || account !== state.devices.account ? [] : [...state.devices.bound.keys()]
  const near = answered(state).own.flatMap((id) => (state.lan.devices.get(id) ?? state.lan.left.get(id))?.did ?? [])
  return [...bound, ...near]
}

const EVERYTHING: DeviceQuery = { ...NO_FILTER, search: "", sort: "name", reversed: false }

test("[DEVICE-12][PICTURE-5] what is found of the account and of this network is what the cards say: every filter holds, and nothing that passes is left out", () => {
  fc.assert(
    fc.property(clients(), fc.nat(3 * PRESENCE_TICK_MS), query, ({ state, now }, later, wanted) => {
      const moment = now + later
      const { ids, of } = makeDeviceFinder(compare)(state, moment, wanted)
      const all = listedIn(state)
      const any = <Value>(list: readonly Value[], value: Value) => list.length === 0 || list.includes(value)
      const expected = all.filter((did) => {
        const card = listedCard(state, did, moment)
        return (
          card !== null &&
          (wanted.kinds.length === 0 || waysTo(card).some((kind) => wanted.kinds.includes(kind))) &&
          (card.kind === "bound" ? any(wanted.owners, ownerOf(card)) : wanted.owners.length === 0) &&
          (!wanted.outdated || card.newBuild !== null) &&
          any(wanted.types, card.type) &&
          any(wanted.statuses, card.status) &&
          (!wanted.needsYou || isUndecided(state, did)) &&
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

test("[DEVICE-12] each order holds from row to row, and the other way round when reversed", () => {
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

test("[DEVICE-12] letter by letter a finder finds what one asked at once does, parts of MAC addresses included", () => {
  const names = ["Desk a", "a1b2 desk", "Undesk", "de ad be", "De-ad 1", "b2"]
  const client = withDevices(names.map((name, index) => device(`c0de${index}`, { name })))
  expect([...foldAhead(client.state)]).toHaveLength(names.length)
  const typed = fc
    .array(fc.constantFrom("d", "e", "a", "1", "b", "2", "s", "k", " ", ":", "c", "0"), { maxLength: 8 })
    .map((letters) => letters.join(""))
  fc.assert(
    fc.property(typed, (text) => {
      const finder = makeDeviceFinder(compare)
      for (let length = 0; length <= text.length; length += 1) {
        const wanted = { ...EVERYTHING, search: text.slice(0, length) }
        const found = finder(client.state, client.now, wanted)
        expect(found).toEqual(makeDeviceFinder(compare)(client.state, client.now, wanted))
      }
    }),
  )
})

const macNeedle = fc
  .array(fc.constantFrom("a", "1", ":", "b", " ", "g", "-"), { minLength: 1, maxLength: 6 })
  .map((letters) => letters.join(""))

test("[DEVICE-12] a device that matches a longer search also matches its beginning", () => {
  const mac = fc.constantFrom("A1:1B:AA:BB:1A:11", "a11b.aabb.1a11", "a11baabb1a11")
  fc.assert(
    fc.property(macNeedle, macNeedle, mac, fc.constantFrom("a b", "1-a", "g1 ab"), (begun, more, address, name) => {
      const [before, after] = [needleOf(begun), needleOf(begun + more)]
      if (before === null || after === null || !isNarrower(before, after)) return
      const haystack = haystackOf({ name, id: "x", mac: address })
      if (matches(after, haystack)) expect(matches(before, haystack)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test("[DEVICE-19] each choice says how many it would show, of what the search and the other parts of the filter leave, those of this network included", () => {
  fc.assert(
    fc.property(clients(undefined, 30), query, ({ state, now: moment }, asked) => {
      const now = moment - (moment % 30_000)
      const counts = makeOverview()(state, now, asked)
      const shown = (part: Partial<DeviceQuery>) => {
        const wanted = { ...asked, ...part }
        return makeDeviceFinder(compare)(state, now, wanted).ids.length
      }
      for (const status of deviceStatuses) expect(counts.statuses.get(status) ?? 0).toBe(shown({ statuses: [status] }))
      for (const kind of deviceKinds) expect(counts.kinds.get(kind) ?? 0).toBe(shown({ kinds: [kind] }))
      for (const type of deviceTypes) expect(counts.types.get(type) ?? 0).toBe(shown({ types: [type] }))
      for (const owner of counts.allOwners) expect(counts.owners.get(owner) ?? 0).toBe(shown({ owners: [owner] }))
      for (const tag of ["studio", "lab"]) expect(counts.tags.get(tag) ?? 0).toBe(shown({ tags: [tag] }))
      expect(counts.outdated).toBe(shown({ outdated: true }))
      expect(counts.needsYou).toBe(shown({ needsYou: true }))
    }),
    { numRuns: 50 },
  )
})

test("[DEVICE-19] a device that answers twice on this network counts once", () => {
  const client = withDevices([device("d1")])
  client.do({ type: "ReportBridge", link: CONNECTED })
  const twice = ["n1", "n2"].map((id) => fieldsOf(lanDevice(id, { did: "d1" })))
  client.do({ type: "RecordLanDevices", devices: twice, gone: [] })
  const counts = makeOverview()(client.state, client.now, EVERYTHING)
  expect([counts?.kinds.get("cloud"), counts?.kinds.get("lan")]).toEqual([1, 1])
})

test("[DEVICE-19][FW-2] an update is available where a newer build is known: what is unknown counts as new", () => {
  const client = withDevices([
    device("old", { build: 1 }),
    device("new", { build: 2 }),
    device("unknown", { build: 0 }),
  ])
  const outdated = () => makeDeviceFinder(compare)(client.state, client.now, { ...EVERYTHING, outdated: true }).ids
  expect(outdated()).toEqual([])
  client.do({ type: "LearnLatestFirmware", build: 2, hash: "a".repeat(32) })
  expect(outdated()).toEqual(["old"])
  expect(makeOverview()(client.state, client.now, EVERYTHING).outdated).toBe(1)
  expect(deviceCard(client.state, "old", client.now)?.newBuild).toBe(2)
  expect(deviceCard(client.state, "new", client.now)?.newBuild).toBeNull()
})

test("[DEVICE-12] a search puts first what answers it best, and forgives separators", () => {
  const names = ["Old desk 9", "Undesk", "Desk", "Desk 2", "Front-desk", "Control room"]
  const { state, now } = withDevices([
    ...names.map((name, index) => device(`x${index}`, { name })),
    device("desk-id", { name: "Dome" }),
  ])
  const found = (search: string) =>
    makeDeviceFinder(compare)(state, now, { ...EVERYTHING, search }).ids.map(
      (did) => state.devices.bound.get(did)?.name,
    )
  expect(found("desk")).toEqual(["Desk", "Desk 2", "Front-desk", "Old desk 9", "Undesk", "Dome"])
  expect(found("controlroom")).toEqual(["Control room"])
})

const MINUTE = 60_000

/** A client that has given commands for a device, and a server that has accepted them. */
const asked = (lastSeen: number, ...commands: readonly Command[]) => {
  const client = withDevices([device("d1", { flags: 4, lastSeen })])
  const account = client.state.session.current?.account
  if (account === undefined) throw new Error("no account is signed in")
  client.do({ type: "ReportConnection", status: "online" })
  client.do({ type: "TakeLeadership" })
  for (const command of commands) {
    client.do(command)
    const open = client.state.outbox.actions.open.at(-1)?.id ?? ""
    client.do({ type: "ClaimAction", action: open, epoch: client.state.outbox.epoch })
    client.do({ type: "RecordOutcome", action: open, attempt: 1, outcome: { kind: "done" }, jitter: 0 })
  }
  return {
    client,
    read: (after: number, seen: number) => {
      client.now = START + after
      const devices = [device("d1", { flags: 4, lastSeen: seen })]
      client.do({ type: "RecordDevices", account, begunAt: client.now, devices })
    },
    notice: (after: number) => {
      const outcome = deviceCard(client.state, "d1", START + after)?.notice?.outcome ?? null
      return outcome === null ? null : `${outcome.stage} ${(outcome.seenAt ?? START) - START}`
    },
  }
}

test("[DEVICE-20][WAKE-4] after the server took a reboot the device says that it is gone, back after how long, or not back yet, and then no more", () => {
  const { client, read, notice } = asked(START, { type: "RebootDevice", did: "d1" })
  expect([notice(1_000), notice(6 * MINUTE), notice(40 * MINUTE)]).toEqual(["taken 0", "notBack 0", null])
  // A later read in which the device was not seen. Its earlier presence does not count.
  read(31 * MINUTE, START)
  expect(notice(32 * 1_000)).toBe("gone 0")
  // The first sign counts. Later signs do not change it, neither in the same half hour nor in the folded log.
  read(49_000, START + 48_000)
  read(2 * MINUTE, START + 119_000)
  expect(notice(3 * MINUTE)).toBe("back 48000")
  expect(fold(client.log).devices.bound.get("d1")?.awaited).toEqual({ at: START, seen: START + 48_000 })
  expect([notice(5 * MINUTE + 47_000), notice(6 * MINUTE)]).toEqual(["back 48000", null])
  const history = historyOf(
    client.log.flatMap((event) => factsOf(event, "d1")),
    client.now,
  )
  expect(history.entries.find(({ kind }) => kind === "asked")).toMatchObject({ seenAt: START + 48_000 })
})

test("[DEVICE-20][WAKE-4] where the clock of the server is days ahead, what it said before is no sign, and the next is one of now", () => {
  const ahead = 3 * 24 * 60 * MINUTE
  const { read, notice } = asked(START + ahead, { type: "RebootDevice", did: "d1" })
  expect([notice(1_000), notice(6 * MINUTE)]).toEqual(["taken 0", "notBack 0"])
  read(50_000, START + ahead + 48_000)
  expect(notice(60_000)).toBe("back 50000")
})

test("[WAKE-4] of a wake a sign tells something only when the device was away: then it says when it was seen, else that it was not", () => {
  const wake = { type: "WakeDevice", did: "d1", mac: null } as const
  const online = asked(START - MINUTE, wake)
  online.read(20_000, START + 9_000)
  expect([30_000, 6 * MINUTE, 31 * MINUTE].map(online.notice)).toEqual(["taken 0", "notBack 0", null])
  const away = asked(START - 3 * 60 * MINUTE, wake)
  expect([away.notice(1_000), away.notice(6 * MINUTE)]).toEqual(["taken 0", "notBack 0"])
  away.read(20_000, START + 9_000)
  expect(away.notice(30_000)).toBe("back 9000")
})

test("[WAKE-4] what a newer action waits for is not taken for the older one's", () => {
  const { read, notice } = asked(START, { type: "RebootDevice", did: "d1" }, { type: "RebootDevice", did: "d1" })
  read(49_000, START + 48_000)
  expect(notice(MINUTE)).toBe("back 48000")
})
