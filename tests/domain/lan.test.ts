import * as fc from "fast-check"
import { expect, test } from "vitest"
import { fieldsOf } from "../../src/domain/client/lan/lanDevices.ts"
import { lanDevicesOf } from "../../src/domain/features/lan/state.ts"
import { packedState, unpackedState } from "../../src/domain/product/stored.ts"
import { canonicalJson } from "../../src/domain/values/canonicalJson.ts"
import { LAN_LEFT_KEPT, LAN_WAKES_KEPT, SUBNETS_MAX } from "../../src/domain/values/limits.ts"
import { storedSubnets, subnetsIn, withSubnet } from "../../src/domain/values/subnets.ts"
import { commandDevices } from "../../src/domain/views/commandDevices.ts"
import { NO_FILTER } from "../../src/domain/views/deviceFilter.ts"
import { devicePage } from "../../src/domain/views/devicePage.ts"
import { deviceCard } from "../../src/domain/views/devices.ts"
import { makeDeviceFinder } from "../../src/domain/views/findDevices.ts"
import { firmwareView } from "../../src/domain/views/firmware.ts"
import { answered, lanDeviceAt, lanViewOf, scanView, suggestedTargets, targets } from "../../src/domain/views/lan.ts"
import { FLAG_NO_FIRMWARE } from "../../src/domain/wire/deviceFlags.ts"
import { clients } from "./logs.ts"
import { CONNECTED, device } from "./playedBridge.ts"
import { fold, Recorder } from "./recorder.ts"

const ids = ["n1", "n2", "n3", "__proto__"]
const items = fc.array(
  fc.record({
    id: fc.constantFrom(...ids),
    over: fc.record({
      did: fc.constantFrom("d1", "d2", "constructor"),
      name: fc.constantFrom("A", "B"),
      addr: fc.constantFrom("", "10.0.7.1", "10.0.7.2"),
      timestamp: fc.nat(),
    }),
  }),
  { maxLength: 4 },
)

test("[LAN-6] only what really changed is an event, and the log knows the last word on each device", () => {
  const step = fc.record({ reported: items, gone: fc.subarray(ids) })
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const client = new Recorder()
      const world = new Map<string, ReturnType<typeof fieldsOf>>()
      for (const { reported, gone } of steps) {
        const devices = reported.map(({ id, over }) => fieldsOf(device(id, over)))
        const before = canonicalJson([...world].map(([id, known]) => [id, { ...known, timestamp: 0 }]).sort())
        for (const id of gone) world.delete(id)
        for (const one of devices) world.set(one.id, one)
        const after = canonicalJson([...world].map(([id, known]) => [id, { ...known, timestamp: 0 }]).sort())
        const length = client.log.length
        client.do({ type: "RecordLanDevices", devices, gone })
        expect(client.log.length - length).toBe(before === after ? 0 : 1)
        const known = [...client.state.lan.devices].map(([id, { foundAt, toldAt, ...rest }]) => [
          id,
          { ...rest, timestamp: 0 },
        ])
        expect(canonicalJson(known.sort())).toBe(after)
      }
    }),
  )
})

test("[LAN-7] the ways to a device are found by its did, the address before the cable, through any changes", () => {
  fc.assert(
    fc.property(fc.array(items), (steps) => {
      const client = new Recorder()
      for (const reported of steps) {
        client.do({
          type: "RecordLanDevices",
          devices: reported.map(({ id, over }) => fieldsOf(device(id, over))),
          gone: reported.slice(2).map(({ id }) => id),
        })
        const { lan } = client.state
        for (const did of ["d1", "d2", "constructor"]) {
          const ways = lanDevicesOf(lan, did)
          expect(ways.map(({ id }) => id).sort()).toEqual(
            [...lan.devices.values()].flatMap((one) => (one.did === did ? [one.id] : [])).sort(),
          )
          expect(ways.map(({ addr }) => addr === "")).toEqual(ways.map(({ addr }) => addr === "").sort())
        }
      }
    }),
  )
})

test("[LAN-6][EVENT-4] after any log the state folds again to the same, also out of a snapshot", () => {
  fc.assert(
    fc.property(clients(), ({ log, state }) => {
      expect(canonicalJson(fold(log).lan)).toBe(canonicalJson(state.lan))
      expect(canonicalJson(unpackedState(packedState(state))?.lan)).toBe(canonicalJson(state.lan))
    }),
    { numRuns: 30 },
  )
})

const withBound = (client: Recorder, lastSeen: number) => {
  const account = client.signIn()
  const fields = { name: "Desk", model: 1, lastSeen, flags: 4, build: 0, shared: false, owner: "" }
  client.do({ type: "RecordDevices", account, begunAt: client.now, devices: [{ ...fields, id: "d1" }] })
}

test("[LAN-7][DEVICE-5][DEVICE-12] a bound device on this network is one card: online by both ways, found by its address", () => {
  const client = new Recorder()
  withBound(client, client.now - 3 * 3_600_000)
  client.do({ type: "ReportBridge", link: CONNECTED })
  client.do({ type: "RecordLanDevices", devices: [fieldsOf(device("n1", { did: "d1", addr: "10.0.7.9" }))], gone: [] })
  client.do({ type: "RecordLanDevices", devices: [fieldsOf(device("n2", { did: "d2" }))], gone: [] })
  const card = () => deviceCard(client.state, "d1", client.now)
  expect(card()).toMatchObject({ status: "online", online: true, lan: { address: "10.0.7.9", kind: "lan" } })
  expect(answered(client.state)).toMatchObject({ ids: ["n1", "n2"], own: ["n2"] })
  const find = makeDeviceFinder((a, b) => (a < b ? -1 : 1))
  const query = { ...NO_FILTER, search: "10.0.7.9", sort: "name", reversed: false } as const
  expect(find(client.state, client.now, query).ids).toEqual(["d1"])
  const offline = { ...query, search: "", statuses: ["offline" as const] }
  expect(find(client.state, client.now, offline).ids).toEqual([])
  expect(find(client.state, client.now, { ...query, search: "", kinds: ["lan"] }).ids).toEqual(["d1", "d2"])
  expect(find(client.state, client.now, { ...query, search: "", kinds: ["cloud"] }).ids).toEqual(["d1"])
  // After a wake that names its MAC address, a search finds the bound computer by that address.
  client.do({ type: "TellLanWake", wake: "w1", id: "n1", did: "d1", stage: "asked", mac: null })
  client.do({ type: "TellLanWake", wake: "w1", id: "n1", did: "d1", stage: "sent", mac: "AA:BB:CC:DD:EE:0F" })
  expect(find(client.state, client.now, { ...query, search: "aa-bb-cc" }).ids).toEqual(["d1"])
  // While the bridge is away its devices are unknown, and the status comes from the cloud alone.
  client.do({ type: "ReportBridge", link: { state: "away" } })
  expect(card()).toMatchObject({ online: false, lan: { known: "last" } })
  expect(find(client.state, client.now, offline).ids).toEqual(["d1"])
  expect(lanViewOf(client.state, "d1")?.known).toBe("last")
  // The same finder finds the device by its present address, and by no address after the device left.
  const found = (search: string) => find(client.state, client.now, { ...query, search }).ids
  client.do({ type: "RecordLanDevices", devices: [fieldsOf(device("n1", { did: "d1", addr: "10.0.8.1" }))], gone: [] })
  expect([found("10.0.7.9"), found("10.0.8.1"), found("desk")]).toEqual([[], ["d1"], ["d1"]])
  client.do({ type: "RecordLanDevices", devices: [], gone: ["n1"] })
  expect([found("10.0.8.1"), found("desk")]).toEqual([[], ["d1"]])
})

test("[DEVICE-12][UX-5] a device that this network reports moves none of the account in the order of names", () => {
  const client = new Recorder()
  withBound(client, client.now)
  const find = makeDeviceFinder((a, b) => (a < b ? -1 : 1))
  const found = (sort: "name" | "build", reversed = false) =>
    find(client.state, client.now, { ...NO_FILTER, search: "", sort, reversed }).ids
  expect(found("name")).toEqual(["d1"])
  client.do({ type: "ReportBridge", link: CONNECTED })
  const near = [
    device("n2", { did: "d2", name: "Attic", build: 9 }),
    device("n3", { did: "d3", name: "Aisle", build: 8 }),
  ]
  client.do({ type: "RecordLanDevices", devices: near.map(fieldsOf), gone: [] })
  expect(found("name")).toEqual(["d1", "d3", "d2"])
  expect(found("name", true)).toEqual(["d1", "d2", "d3"])
  expect(found("build")).toEqual(["d2", "d3", "d1"])
})

test("[DEVICE-12] a device of this network that is on no list is found by its name, address, id and MAC", () => {
  const client = new Recorder()
  const near = [
    device("n1", { did: "d1", name: "Foyer screen", addr: "10.0.7.9" }),
    device("n2", { did: "d2", name: "Rack 3", addr: "10.0.7.21" }),
  ]
  client.do({ type: "RecordLanDevices", devices: near.map(fieldsOf), gone: [] })
  client.do({ type: "TellLanWake", wake: "w1", id: "n2", did: "d2", stage: "asked", mac: null })
  client.do({ type: "TellLanWake", wake: "w1", id: "n2", did: "d2", stage: "sent", mac: "AA:BB:CC:DD:EE:0F" })
  const finder = makeDeviceFinder((a, b) => (a < b ? -1 : 1))
  const find = (search: string) =>
    finder(client.state, client.now, { ...NO_FILTER, search, sort: "name", reversed: false }).ids
  expect(find(" ")).toEqual(["d1", "d2"])
  expect(["rack", "10.0.7.21", "d2", "aa-bb-cc"].map(find)).toEqual([["d2"], ["d2"], ["d2"], ["d2"]])
  expect(find("zzzz")).toEqual([])
  expect(find("foyer")).toBe(find("foyer"))
})

test("[LAN-3][LAN-4] the stored targets are one JSON list, without doubles, whatever somebody wrote there", () => {
  const text = fc.oneof(fc.ipV4(), fc.constantFrom("192.168.1.*", " 10.0.0.* ", "[::1]", "[0:0::1]", "x", ""))
  fc.assert(
    fc.property(fc.array(text, { maxLength: 100 }), fc.anything(), (texts, anything) => {
      let list: readonly string[] = []
      for (const one of texts) {
        const next = withSubnet(list, one)
        if (next.ok) list = next.value
        else expect(["invalidAddress", "duplicateSubnet", "tooManySubnets"]).toContain(next.reason)
        expect(withSubnet(list, one).ok).toBe(false)
      }
      expect(new Set(list).size).toBe(list.length)
      expect(list.length).toBeLessThanOrEqual(SUBNETS_MAX)
      expect(subnetsIn(storedSubnets(list))).toEqual(list)
      expect(() => subnetsIn(JSON.stringify(anything) ?? "{")).not.toThrow()
    }),
  )
  expect(subnetsIn('["10.0.0.*", 7, "10.0.0.*", "no host", null]')).toEqual(["10.0.0.*"])
})

test("[LAN-1] each target says how many of its hosts answered, and the last search how far it is in each", () => {
  const client = new Recorder()
  client.do({ type: "ObservePreference", key: "subnets", value: '["10.0.7.*","10.0.8.9"]' })
  client.do({
    type: "RecordLanDevices",
    devices: [fieldsOf(device("n1")), fieldsOf(device("n2", { addr: "10.0.8.9" }))],
    gone: [],
  })
  expect(targets(client.state).map(({ state, found }) => [state, found])).toEqual([
    ["never", 1],
    ["never", 1],
  ])
  expect(scanView(client.state, "tab-1")).toMatchObject({ state: "idle", done: 0, total: 255 })
  client.do({ type: "StartScan", scan: "s1", targets: ["10.0.7.*", "10.0.8.9"], total: 255 })
  expect(scanView(client.state, "tab-1").state).toBe("running")
  expect(scanView(client.state, "tab-2").state).toBe("elsewhere")
  client.do({ type: "EndScan", scan: "s1", done: 255, outcome: "done" })
  expect(scanView(client.state, "tab-1")).toMatchObject({
    state: "done",
    parts: [
      { done: 254, found: 1, hits: [0] },
      { done: 1, found: 1, hits: [0] },
    ],
  })
  expect(targets(client.state).map(({ state }) => state)).toEqual(["scanned", "scanned"])
  expect(suggestedTargets(client.state)).not.toContain("10.0.7.*")
  expect(suggestedTargets(client.state)[0]).toBe("10.0.8.*")
})

test("[LAN-5] a search that takes the place of one that never ended ends it, and an end counts once", () => {
  const client = new Recorder()
  client.do({ type: "StartScan", scan: "s1", targets: ["10.0.7.*"], total: 254 })
  client.do({ type: "StartScan", scan: "s2", targets: ["10.0.8.*"], total: 254 })
  client.do({ type: "EndScan", scan: "s1", done: 254, outcome: "done" })
  client.do({ type: "EndScan", scan: "s2", done: 3, outcome: "cancelled" })
  client.do({ type: "EndScan", scan: "s2", done: 254, outcome: "done" })
  expect(client.log.flatMap((event) => (event.type === "ScanEnded" ? [event.payload] : []))).toEqual([
    { scan: "s1", done: 0, outcome: "lost" },
    { scan: "s2", done: 3, outcome: "cancelled" },
  ])
  expect(client.state.lan.scanned.size).toBe(0)
})

test("[WAKE-4] what is known of a wake only grows, a confirmed or failed one stays so, and few are kept", () => {
  const stages = fc.constantFrom("asked", "sent", "awake", "notConfirmed", "failed")
  const ranks = { asked: 0, sent: 1, notConfirmed: 2, awake: 3, failed: 3 }
  const client = new Recorder()
  const tell = (n: number, stage: keyof typeof ranks) => {
    client.do({ type: "TellLanWake", wake: `w${n}`, id: "n1", did: "d1", stage, mac: null })
    expect(client.state.lan.wakes.length).toBeLessThanOrEqual(LAN_WAKES_KEPT)
    return client.state.lan.wakes.find(({ wake }) => wake === `w${n}`)?.stage
  }
  let wakes = 0
  fc.assert(
    fc.property(fc.array(stages, { minLength: 1, maxLength: 6, size: "max" }), ([first = "asked", ...reported]) => {
      wakes += 1
      let known = tell(wakes, first)
      if (first !== "asked") expect(known).toBeUndefined()
      known ??= tell(wakes, "asked")
      for (const stage of reported) {
        const before: keyof typeof ranks = known ?? "asked"
        known = tell(wakes, stage)
        expect(ranks[known ?? "asked"]).toBeGreaterThanOrEqual(ranks[before])
        if (ranks[before] === ranks.awake) expect(known).toBe(before)
      }
    }),
  )
  expect(client.state.lan.wakes).toHaveLength(LAN_WAKES_KEPT)
})

test.each([
  ["10.0.7.9", true, true],
  ["[fe80::9]:36459", true, true],
  ["127.0.0.1.example:5", true, true],
  ["10.0.7.9", false, true],
  ["127.0.1.9:36459", true, false],
  ["127.0.1.9:36459", false, true],
  ["", true, false],
])("[DEVICE-7] of a device at %j that says of its cable %s, the address is shown: %s", (addr, is_usb, isShown) => {
  const client = new Recorder()
  const item = device("n1", { did: "d1", addr, is_usb, is_hid: !is_usb })
  client.do({ type: "RecordLanDevices", devices: [fieldsOf(item)], gone: [] })
  expect(lanDeviceAt(client.state, "n1")).toMatchObject({ isStreaming: is_usb, showsAddress: isShown })
})

test("[DEVICE-16][FW-2] the page of a device says why it cannot be opened or updated, as long as that is so", () => {
  const client = new Recorder()
  withBound(client, client.now)
  const whys = () => {
    const page = devicePage(client.state, "d1", client.now)
    return [page?.connect, page?.update]
  }
  const tell = (over: Parameters<typeof device>[1]) =>
    client.do({ type: "RecordLanDevices", devices: [fieldsOf(device("n1", { did: "d1", ...over }))], gone: [] })
  expect(whys()).toEqual(["noBridge", "noBridge"])
  client.do({ type: "ReportBridge", link: CONNECTED })
  expect(whys()).toEqual([null, "notOnNetwork"])
  tell({ addr: "", is_usb: true })
  expect(whys()).toEqual([null, "usbOnly"])
  tell({ flags: FLAG_NO_FIRMWARE })
  expect(whys()).toEqual([null, "noFirmware"])
  // The page does not know the latest build yet; the dialog asks for it.
  tell({ build: 7 })
  expect(whys()).toEqual([null, null])
  client.do({ type: "LearnLatestFirmware", build: 7, hash: "a".repeat(32) })
  expect(whys()).toEqual([null, "upToDate"])
  client.do({ type: "LearnLatestFirmware", build: 8, hash: "b".repeat(32) })
  expect(whys()).toEqual([null, null])
  client.do({ type: "ReportBridge", link: { state: "away" } })
  expect(whys()).toEqual(["noBridge", "noBridge"])
})

test("[UX-3][LAN-7] commands know the devices of this network beside those of the account, while they can be opened", () => {
  const client = new Recorder()
  withBound(client, client.now)
  const known = () => commandDevices(client.state)
  for (const [id, did] of [
    ["n1", "d1"],
    ["n2", "d2"],
  ] as const)
    client.do({ type: "RecordLanDevices", devices: [fieldsOf(device(id, { did }))], gone: [] })
  expect(known()).toEqual([{ did: "d1", name: "Desk" }])
  client.do({ type: "ReportBridge", link: CONNECTED })
  expect(known()).toEqual([
    { did: "d1", name: "Desk" },
    { did: "d2", name: "Device n2", nearId: "n2" },
  ])
  expect(known()).toBe(known())
})

const HASH = "0123456789abcdef0123456789abcdef"

test("[FW-4][LAN-6] a device that leaves the network in its update stays where it was, as last reported", () => {
  const client = new Recorder()
  withBound(client, client.now - 3 * 3_600_000)
  client.do({ type: "ReportBridge", link: CONNECTED })
  client.do({ type: "LearnLatestFirmware", build: 241_204_091_500, hash: HASH })
  const reported = [
    ["n1", "d1"],
    ["n2", "d2"],
    ["n3", "d3"],
  ].map(([id = "", did = ""]) => fieldsOf(device(id, { did, name: `Name ${id}`, addr: "10.0.7.9", build: 0 })))
  client.do({ type: "RecordLanDevices", devices: reported, gone: [] })
  for (const id of ["n1", "n2"]) client.do({ type: "StartFirmwareUpdate", device: id })
  client.do({ type: "RecordLanDevices", devices: [], gone: ["n1", "n2", "n3"] })
  expect(answered(client.state)).toMatchObject({ ids: ["n1", "n2"], own: ["n2"] })
  expect(lanDeviceAt(client.state, "n2")).toMatchObject({ name: "Name n2", known: "last" })
  expect(lanDeviceAt(client.state, "n3")).toBeNull()
  expect(deviceCard(client.state, "d1", client.now)).toMatchObject({ online: false, lan: { id: "n1", known: "last" } })
  expect(firmwareView(client.state, "n2")).toMatchObject({ name: "Name n2", stage: "checking", isAwaited: true })
  // An update whose device vanished stays until the person dismisses it; a completed one is gone.
  client.do({ type: "RecordNativeProgress", device: "n2", state: -1, percent: 0, error: "vanished" })
  client.do({ type: "RecordNativeProgress", device: "n1", state: 3, percent: 100 })
  expect(answered(client.state).ids).toEqual(["n2"])
  expect(firmwareView(client.state, "n2")).toMatchObject({ mayTryAgain: true, hindrance: "notOnNetwork" })
  client.do({ type: "DismissFirmwareUpdate", device: "n2" })
  expect(answered(client.state).ids).toEqual([])
  client.do({ type: "RecordLanDevices", devices: reported, gone: [] })
  expect(lanDeviceAt(client.state, "n2")?.known).toBe("now")
  expect(client.state.lan.left.size).toBe(0)
})

test("[LAN-6] of devices that have left, the last ones are remembered", () => {
  const client = new Recorder()
  const ids = Array.from({ length: LAN_LEFT_KEPT + 3 }, (_, n) => `n${n}`)
  client.do({ type: "RecordLanDevices", devices: ids.map((id) => fieldsOf(device(id))), gone: [] })
  client.do({ type: "RecordLanDevices", devices: [], gone: ids })
  expect([...client.state.lan.left.keys()]).toEqual(ids.slice(3))
})
