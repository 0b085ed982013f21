import fc from "fast-check"
import { expect, test } from "vitest"
import { answerTo } from "../../src/domain/client/answering.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { USER_KEY } from "../../src/domain/features/session/savedUser.ts"
import { answered } from "../../src/domain/views/lan.ts"
import { listState } from "../../src/domain/views/listState.ts"
import { parseBridgeCallback } from "../../src/domain/wire/bridge.ts"
import { fold, Recorder, SERVER, START } from "./recorder.ts"
import { TestBrowser } from "./tabs.ts"

const who = { uid: "u1", name: "n", email: "n@example.com", createdAt: 0 }

/** The engine after one read of this list. The server answers the read with these fields. */
const reading = (list: "devices" | "subAccounts" | "mainAccounts", ...answers: readonly object[]) => {
  const browser = new TestBrowser()
  const user = { ...who, id: "u1", token: "t", type: "main", status: "active", server: SERVER, sessionId: "s1" }
  browser.storage.set(USER_KEY, JSON.stringify({ ...user, loginAt: 0 }))
  return browser.gen(function* () {
    const engine = yield* Engine
    const session = { ...who, id: "s1", server: SERVER, serverType: "public" as const }
    yield* engine.dispatch({ type: "CompleteSignIn", session })
    for (const answer of answers) {
      browser.respond = () => ({ status: 0, ...who, token: "t", devices: [], ...answer })
      yield* answerTo({ type: "Refresh", list, asked: true }, true)
    }
    return { state: engine.state(), events: engine.cursor() }
  })
}

const device = (id: string, name: string, fields: object = {}) => ({
  id,
  name,
  model: 1,
  lastSeen: START,
  flags: 0,
  build: 0,
  ...fields,
})
const sub = (id: string, name: string, fields: object = {}) => ({
  id,
  name,
  email: `${name}@example.com`,
  createdAt: 1,
  status: 2,
  devices: [],
  ...fields,
})

test("[CALL-2][DEVICE-2] two devices with one id are one entry, the id is named, and the order of the list says nothing", async () => {
  const [a, b, c] = [device("a", "Left"), device("a", "Right"), device("b", "Other")]
  const names = []
  for (const devices of [
    [a, b, c],
    [c, b, a],
    [b, c, a],
  ]) {
    const { state } = await reading("devices", { devices, subdevices: [] })
    names.push([...state.devices.bound.values()].map(({ name }) => name).sort())
    expect(listState(state, "devices", 2, START)).toMatchObject({
      status: "list",
      failure: null,
      unread: 0,
      doubled: ["a"],
    })
  }
  expect(new Set(names.map((all) => all.join())).size).toBe(1)
})

test("[CALL-2] an id that is doubled no longer is named no longer", async () => {
  const twice = { devices: [device("a", "Left"), device("a", "Right")], subdevices: [] }
  const { state } = await reading("devices", twice, { devices: [device("a", "Left")], subdevices: [] })
  expect(listState(state, "devices", 1, START).doubled).toEqual([])
})

test.each([
  ["the same row twice", { devices: [device("a", "A"), device("a", "A", { lastSeen: START - 1 })], subdevices: [] }],
  ["own and shared", { devices: [device("a", "A")], subdevices: [device("a", "A", { owner: "Me" })] }],
])("[CALL-2][SUB-6] %s is one device, the person's own, and nothing is odd about it", async (_what, answer) => {
  const { state } = await reading("devices", answer)
  expect([...state.devices.bound.values()]).toMatchObject([{ id: "a", name: "A", shared: false }])
  expect(listState(state, "devices", 1, START).doubled).toEqual([])
})

test("[CALL-2] of a row of the past and one that is still seen the latter counts", async () => {
  const old = device("a", "A before", { lastSeen: START - 40 * 24 * 3_600_000 })
  for (const devices of [
    [old, device("a", "Z now")],
    [device("a", "Z now"), old],
  ]) {
    const { state } = await reading("devices", { devices, subdevices: [] })
    expect([...state.devices.bound.values()]).toMatchObject([{ name: "Z now", lastSeen: START }])
  }
})

test("[CALL-2][SUB-1] two sub-accounts or main accounts with one id are one entry, and the id is named", async () => {
  const subs = await reading("subAccounts", { accounts: [sub("a", "one"), sub("a", "two"), sub("b", "three")] })
  expect([...subs.state.sharing.subAccounts.keys()].sort()).toEqual(["a", "b"])
  expect(listState(subs.state, "subAccounts", 2, START).doubled).toEqual(["a"])
  const main = (id: string, name: string) => ({ id, name, email: "m@example.com" })
  const mains = await reading("mainAccounts", { result: [main("m", "one"), main("m", "two")] })
  expect([...mains.state.sharing.mainAccounts.keys()]).toEqual(["m"])
  expect(listState(mains.state, "mainAccounts", 1, START).doubled).toEqual(["m"])
})

test("[SUB-3] a sub-account that was removed hides none that has its id now", async () => {
  for (const accounts of [
    [sub("a", "a", { status: 4 }), sub("a", "z")],
    [sub("a", "z"), sub("a", "a", { status: 4 })],
  ]) {
    const { state } = await reading("subAccounts", { accounts })
    expect([...state.sharing.subAccounts.values()]).toMatchObject([{ name: "z", status: 2 }])
    expect(listState(state, "subAccounts", 1, START).doubled).toEqual([])
  }
})

test("[CALL-2][EVENT-2] in whatever order doubled entries come, a second reading of them is no news of devices", () => {
  const name = fc.constantFrom("x", "y", "z")
  // Each time is within the online window of the next one. The first and the last are further apart.
  const seen = fc.constantFrom(0, 20, 40, 60).map((minutes) => START - minutes * 60_000)
  const items = fc.array(fc.tuple(fc.constantFrom("a", "b"), name, seen, fc.boolean()), { maxLength: 6 })
  fc.assert(
    fc.property(
      items.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
      ([first, second]) => {
        const client = new Recorder()
        const account = client.signIn()
        for (const list of [first, second]) {
          const devices = list.map(([id, called, lastSeen, shared]) => ({
            ...device(id, called, { lastSeen }),
            shared,
            owner: "",
          }))
          client.do({ type: "RecordDevices", account, begunAt: client.now, devices })
        }
        expect(client.log.filter(({ type }) => type === "DevicesRead").length).toBeLessThanOrEqual(1)
        expect(fold(client.log)).toEqual(client.state)
      },
    ),
  )
})

const lanDevice = (addr: string, fields: object = {}) => ({
  id: "n",
  did: "n",
  name: `Desk ${addr}`,
  model: 1,
  cloud_type: 0,
  timestamp: 1,
  is_usb: false,
  is_hid: true,
  flags: 4,
  addr,
  build: 1,
  ...fields,
})

const discovered = (...devices: readonly object[]) => {
  const parsed = parseBridgeCallback(JSON.stringify({ type: "devices_discovered", devices }))
  if (!parsed.ok || parsed.value.type !== "devices_discovered") throw new Error("not a list")
  return parsed.value.devices
}

test("[LAN-6][BRIDGE-1] two units of one list with one id are one device that names both addresses, in any order", () => {
  const [a, b, c] = [lanDevice("192.168.1.7"), lanDevice("192.168.1.9"), lanDevice("10.0.0.2")]
  const expected = [{ ...c, others: ["192.168.1.7", "192.168.1.9"] }]
  for (const list of [
    [a, b, c],
    [c, b, a],
    [b, a, c, b],
  ])
    expect(discovered(...list)).toEqual(expected)
  expect(discovered(lanDevice(""), a)).toEqual([a])
  // An unreadable list of other addresses loses that list alone.
  expect(discovered(lanDevice("192.168.1.7", { others: [[7]] }))).toEqual([{ ...a, others: [] }])
})

test("[LAN-6][LAN-7] the network says that several addresses answer with one id, and no longer when they do not", () => {
  const client = new Recorder()
  const report = (id: string, did: string, addr: string, others?: readonly string[]) => {
    const { cloud_type: cloudType, is_usb: isUsb, is_hid: isHid, ...item } = lanDevice(addr)
    return { ...item, id, did, cloudType, isUsb, isHid, ...(others !== undefined && { others }) }
  }
  const record = (...devices: readonly ReturnType<typeof report>[]) =>
    client.do({ type: "RecordLanDevices", devices, gone: [] })
  const doubled = () => answered(client.state).doubled.map(({ did, addresses }) => [did, ...addresses])
  record(report("n", "d", "192.168.1.7"), report("cable", "d", ""), report("m", "e", "192.168.1.8"))
  expect(doubled()).toEqual([])
  record(report("n", "d", "192.168.1.7", ["192.168.1.9"]))
  expect(doubled()).toEqual([["d", "192.168.1.7", "192.168.1.9"]])
  const events = client.log.length
  record(report("n", "d", "192.168.1.7", ["192.168.1.9"]))
  expect(client.log).toHaveLength(events)
  record(report("n", "d", "192.168.1.7"))
  expect(doubled()).toEqual([])
  record(report("x", "e", "192.168.1.20"))
  expect(doubled()).toEqual([["e", "192.168.1.8", "192.168.1.20"]])
  expect(fold(client.log)).toEqual(client.state)
})
