import { Effect } from "effect"
import fc from "fast-check"
import { expect, test } from "vitest"
import { answerTo } from "../../src/domain/client/answering.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import type { ListName } from "../../src/domain/event/listRead.ts"
import { USER_KEY } from "../../src/domain/features/session/savedUser.ts"
import { listRead } from "../../src/domain/product/lists.ts"
import type { State } from "../../src/domain/product/state.ts"
import { ownerOf, UNNAMED } from "../../src/domain/views/deviceFilter.ts"
import { listState } from "../../src/domain/views/listState.ts"
import { sharedBy } from "../../src/domain/views/unlisted.ts"
import { readAnswer } from "../../src/domain/wire/answer.ts"
import { parseBridgeCallback } from "../../src/domain/wire/bridge.ts"
import type { CallName } from "../../src/domain/wire/cloud.ts"
import { accountOf, fold, Recorder, SERVER, START } from "./recorder.ts"
import { type CloudRequest, TestBrowser } from "./tabs.ts"

const SECRET = "only the server knows this"
const who = { uid: "u1", name: "n", email: "n@example.com", createdAt: 0 }

/** A signed-in person whose server answers with these fields. */
const browserOf = () => {
  const browser = new TestBrowser()
  const user = { ...who, id: "u1", token: "t", type: "main", status: "active", server: SERVER, sessionId: "s1" }
  browser.storage.set(USER_KEY, JSON.stringify({ ...user, loginAt: 0 }))
  const signIn = Effect.gen(function* () {
    const engine = yield* Engine
    const session = { ...who, id: "s1", server: SERVER, serverType: "public" as const }
    yield* engine.dispatch({ type: "CompleteSignIn", session })
    return engine
  })
  const answer = (fields: object) => {
    browser.respond = () => ({ status: 0, ...who, token: "t", devices: [], subdevices: [], ...fields })
  }
  return { browser, signIn, answer }
}

const read = (list: ListName) => answerTo({ type: "Refresh", list, asked: true }, true)

interface OddList {
  readonly list: ListName
  readonly field: string
  readonly also: string
  readonly item: (id: string) => Readonly<Record<string, unknown>>
  readonly shown: (state: State) => readonly string[]
}

const lists: readonly OddList[] = [
  {
    list: "devices",
    field: "devices",
    also: "subdevices",
    item: (id) => ({ id, name: `device ${id}`, model: 1, lastSeen: START, flags: 0, build: 0 }),
    shown: ({ devices }) => [...devices.bound.values()].map(({ name }) => name),
  },
  {
    list: "devices",
    field: "subdevices",
    also: "devices",
    item: (id) => ({ id, name: `device ${id}`, model: 1, lastSeen: START, flags: 0, build: 0 }),
    shown: ({ devices }) => [...devices.bound.values()].map(({ name }) => name),
  },
  {
    list: "subAccounts",
    field: "accounts",
    also: "devices",
    item: (id) => ({ id, name: `sub ${id}`, email: `${id}@example.com`, createdAt: 1, status: 2, devices: ["d1"] }),
    shown: ({ sharing }) => [...sharing.subAccounts.values()].map(({ name }) => name),
  },
  {
    list: "mainAccounts",
    field: "result",
    also: "",
    item: (id) => ({ id, name: `main ${id}`, email: `${id}@example.com` }),
    shown: ({ sharing }) => [...sharing.mainAccounts.values()].map(({ name }) => name),
  },
]

const ODD: readonly (readonly [string, (item: Readonly<Record<string, unknown>>) => unknown])[] = [
  ["has no name", (item) => ({ ...item, name: null })],
  ["has another type of name", (item) => ({ ...item, name: [SECRET] })],
  ["lacks a field", ({ name: _, ...item }) => item],
  ["has a number for an id that has lost digits", (item) => ({ ...item, id: 2 ** 53 + 2 })],
  ["has yes or no for an id", (item) => ({ ...item, id: true })],
  ["has an empty id", (item) => ({ ...item, id: "" })],
  ["has half a letter in its id", (item) => ({ ...item, id: "\ud83d" })],
  ["has an id that a browser resolves", (item) => ({ ...item, id: ".." })],
  ["is null", () => null],
  ["has an id of a megabyte", (item) => ({ ...item, id: "x".repeat(1_000_000) })],
  ["is a list of such", (item) => [item]],
  ["is a text", () => SECRET],
  ["is an empty object", () => ({})],
]

const cases = lists.flatMap((list) => ODD.map(([what, odd]) => [list.list, list.field, what, list, odd] as const))

test.each(cases)("[CALL-2][DEVICE-2] of %s in %s an item that %s costs itself alone", (_l, _f, _w, of, odd) => {
  const { browser, signIn, answer } = browserOf()
  const { list, field, item, shown } = of
  return browser.gen(function* () {
    const engine = yield* signIn
    const others = of.also === "" ? {} : { [of.also]: [] }
    answer({ ...others, [field]: [item("a"), item("b"), item("c")] })
    yield* read(list)
    const before = shown(engine.state())
    expect(before).toHaveLength(3)
    answer({ ...others, [field]: [item("c"), odd(item("b")), { ...item("a"), name: "another name" }] })
    yield* read(list)
    yield* read(list)
    const state = engine.state()
    // The unreadable item keeps its earlier fields. Changes of other items count.
    expect([...shown(state)].sort()).toEqual(["another name", ...before.filter((name) => !name.endsWith(" a"))].sort())
    expect(listRead(state, accountOf("u1"), list)).toMatchObject({ failure: null, unread: 1 })
    const [named] = listState(state, list, 3, START).odd
    expect(["b", "#2"]).toContain(named?.item)
    expect(named?.item === "b" ? ["name"] : ["", "id"]).toContain(named?.field)
    expect(listState(state, list, 3, START)).toMatchObject({ status: "list", failure: null, unread: 1 })
    expect(state.connection.status).toBe("online")
    const noted = state.diagnostics.filter(({ source }) => source === "cloud")
    expect(noted).toHaveLength(1)
    expect(noted[0]?.problem).toContain(`.${field}.1`)
    expect(JSON.stringify(noted)).not.toContain(SECRET)
    // When the item can be read again, the list reports nothing.
    answer({ ...others, [field]: [item("c")] })
    yield* read(list)
    expect(shown(engine.state())).toEqual([item("c").name])
    expect(listRead(engine.state(), accountOf("u1"), list).unread).toBe(0)
  })
})

test.each(lists)("[CALL-2][DEVICE-2] a list $field of odd items alone is not an empty one", ({ list, field, also }) => {
  const { browser, signIn, answer } = browserOf()
  return browser.gen(function* () {
    const engine = yield* signIn
    answer({ ...(also === "" ? {} : { [also]: [] }), [field]: [null, 1] })
    yield* read(list)
    expect(listState(engine.state(), list, 0, START)).toMatchObject({ status: "failed", unread: 2 })
  })
})

test.each([
  ["1e20", 1e20],
  ["-1e300", -1e300],
  ["a text", "yesterday"],
  ["a text of 1e20", "100000000000000000000"],
  ["an empty text", ""],
  ["a list", [START]],
])("[CALL-2] a device last seen at %s is left out", (_name, lastSeen) => {
  const { browser, signIn, answer } = browserOf()
  const device = { id: "a", name: "A", model: 1, lastSeen: START, flags: 0, build: 0 }
  return browser.gen(function* () {
    const engine = yield* signIn
    answer({ devices: [device, { ...device, id: "b", lastSeen }] })
    yield* read("devices")
    expect([...engine.state().devices.bound.keys()]).toEqual(["a"])
    expect(engine.state().devices.read.unread).toBe(1)
  })
})

const MEGABYTES = "x".repeat(10 * 1024 * 1024)

test.each([
  ["ten megabytes of a name", MEGABYTES, `${"x".repeat(1_024)}…`],
  ["a surrogate pair where the cut is", `${"x".repeat(1_023)}😀${MEGABYTES}`, `${"x".repeat(1_023)}…`],
])("[CALL-2][SEC-1] %s costs no list, and is cut", (_name, name, shown) => {
  const { browser, signIn, answer } = browserOf()
  const device = { id: "a", name: "A", model: 1, lastSeen: START, flags: 0, build: 0 }
  return browser.gen(function* () {
    const engine = yield* signIn
    answer({ devices: [device, { ...device, id: "b", name }] })
    yield* read("devices")
    expect([...engine.state().devices.bound.values()].map((one) => one.name)).toEqual(["A", shown])
  })
})

test.each(["", "  ", "\u0301", "\u200b\u2066", "\u2800", null])(
  "[DEVICE-2][SEC-1] the owner %j of a shared device is one whose name is not known",
  (owner) => {
    const { browser, signIn, answer } = browserOf()
    const device = { id: "a", name: "A", model: 1, lastSeen: START, flags: 0, build: 0, owner }
    return browser.gen(function* () {
      const engine = yield* signIn
      answer({ subdevices: [device, { ...device, id: "b", owner: " Noor\u202e " }] })
      yield* read("devices")
      expect([...engine.state().devices.bound.values()].map(ownerOf)).toEqual([UNNAMED, "Noor"])
      expect(sharedBy(engine.state(), "a")).toBe("")
    })
  },
)

test.each([
  ["null", null],
  ["yes or no", true],
  ["an empty id", ""],
  ["a megabyte", "d".repeat(1_000_000)],
  ["a list", ["d3"]],
])("[CALL-2][SUB-5] of the devices of a sub-account %s costs itself alone", (_name, odd) => {
  const { browser, signIn, answer } = browserOf()
  const sub = { id: "s", name: "S", email: "s@example.com", createdAt: 1, status: 2 }
  return browser.gen(function* () {
    const engine = yield* signIn
    answer({ devices: [{ id: "d1", name: "D" }], accounts: [{ ...sub, devices: ["d1", odd, odd, "d2"] }] })
    yield* read("subAccounts")
    expect([...engine.state().sharing.subAccounts.values()]).toMatchObject([{ id: "s", devices: ["d1", "d2"] }])
    const [noted] = engine.state().diagnostics.filter(({ source }) => source === "cloud")
    expect(noted?.problem).toContain(".accounts.0.devices.1")
  })
})

test("[CALL-2] a device that can be assigned and cannot be read is named with the sub-accounts", () => {
  const { browser, signIn, answer } = browserOf()
  return browser.gen(function* () {
    const engine = yield* signIn
    answer({ devices: [{ id: 17, name: [4] }, null], accounts: [] })
    yield* read("subAccounts")
    expect(listState(engine.state(), "subAccounts", 0, START)).toMatchObject({
      status: "empty",
      odd: [
        { item: "17", field: "name" },
        { item: "#2", field: "" },
      ],
    })
  })
})

test("[CALL-2] a thousand odd spans in each of a hundred devices are read once", () => {
  const { browser, signIn, answer } = browserOf()
  const heard = Array.from({ length: 1_000 }, (_, at) => (at % 2 === 0 ? [START, START] : [at, null]))
  const device = { name: "A", model: 1, lastSeen: START, flags: 0, build: 0, heard }
  return browser.gen(function* () {
    const engine = yield* signIn
    answer({ devices: Array.from({ length: 100 }, (_, at) => ({ ...device, id: `d${at}` })) })
    yield* read("devices")
    expect(engine.state().devices.bound.size).toBe(100)
    expect(engine.state().devices.bound.get("d1")?.heardFrom).toBeDefined()
    expect(engine.state().devices.read.unread).toBe(0)
  })
})

const answers: readonly (readonly [string, Partial<Record<CloudRequest["call"], object>>])[] = [
  ["another object", { loginWithToken: { hello: 1 }, get_main_accounts: { hello: 1 } }],
  ["no lists", { loginWithToken: { status: 0, uid: "u1", token: "t" }, get_main_accounts: { status: 0 } }],
]
test.each(answers)("[CALL-2][MSG-3] %s as an answer is one that cannot be read, not a silent server", (_name, all) => {
  const { browser, signIn } = browserOf()
  browser.respond = ({ call }) => all[call] ?? null
  return browser.gen(function* () {
    const engine = yield* signIn
    for (const list of ["devices", "mainAccounts"] as const) {
      yield* read(list)
      expect(listRead(engine.state(), accountOf("u1"), list).failure).toBe("unreadable")
    }
  })
})

test("[CALL-2][EVENT-2] whatever is left out, the fold of the log is the state and nothing known goes", () => {
  const ids = fc.constantFrom("a", "b", "c", "d")
  const devices = fc.uniqueArray(ids, { maxLength: 4 }).map((all) =>
    all.map((id) => ({
      id,
      name: id,
      model: 1,
      lastSeen: START,
      flags: 0,
      build: 0,
      shared: false,
      owner: "",
    })),
  )
  const leftOut = fc.record({ ids: fc.uniqueArray(ids, { maxLength: 3 }), unnamed: fc.boolean() })
  fc.assert(
    fc.property(fc.array(fc.tuple(devices, leftOut), { maxLength: 5 }), (reads) => {
      const client = new Recorder()
      const account = client.signIn()
      for (const [list, left] of reads) {
        const before = new Set(client.state.devices.bound.keys())
        const count = left.ids.length + Number(left.unnamed)
        client.do({ type: "RecordDevices", account, begunAt: client.now, devices: list, leftOut: { ...left, count } })
        const read = new Set<string>(list.map(({ id }) => id))
        const named = new Set<string>(left.ids)
        const stays = [...before].filter((id) => left.unnamed || named.has(id))
        expect([...client.state.devices.bound.keys()].sort()).toEqual([...new Set([...read, ...stays])].sort())
        expect(client.state.devices.read.unread).toBe(count)
        client.now += 1_000
      }
      expect(fold(client.log)).toEqual(client.state)
    }),
  )
})

const lanDevice = {
  id: "n",
  did: "n",
  name: "Desk",
  model: 1,
  cloud_type: 0,
  timestamp: 1,
  is_usb: false,
  is_hid: true,
  flags: 4,
  addr: "192.168.1.7",
  build: 1,
}

test.each(ODD)("[LAN-6][BRIDGE-1] of the devices on this network one that %s costs itself alone", (_what, odd) => {
  const devices = [lanDevice, odd({ ...lanDevice, id: "o" }), { ...lanDevice, id: "m" }]
  const parsed = parseBridgeCallback(JSON.stringify({ type: "devices_discovered", devices, gone: ["x", null] }))
  expect(parsed).toMatchObject({
    ok: true,
    value: { devices: [lanDevice, { ...lanDevice, id: "m" }], gone: ["x"], unread: { leftOut: { count: 1 } } },
  })
  const [named] = (parsed.ok ? parsed.value.unread?.leftOut.odd : undefined) ?? []
  expect(["o", "#2"]).toContain(named?.item)
  expect(JSON.stringify(parsed)).not.toContain(SECRET)
})

const reading = (call: CallName, fields: object) =>
  readAnswer(call, { status: 200, text: JSON.stringify({ status: 0, uid: "u1", token: "t", ...fields }) })
const account = { id: "s", name: "s", email: "s@example.com", createdAt: 1, status: 2, devices: [] }
const bound = { id: "d", name: "D", model: 1, lastSeen: START, flags: 0, build: 0 }

test.each([
  ["get_main_accounts", { result: null }, { result: [] }],
  ["get_main_accounts", { result: {} }, { result: [] }],
  ["get_subaccount_list", { devices: null, accounts: null }, { devices: [], accounts: [] }],
  ["get_subaccount_list", { devices: [], accounts: [{ ...account, devices: null }] }, { accounts: [account] }],
  ["get_subaccount_list", { devices: [], accounts: { 2: account } }, { accounts: [account] }],
  ["loginWithToken", { devices: [{ ...bound, owner: null, heard: null }], subdevices: null }, { devices: [bound] }],
  ["loginWithToken", { devices: [], subdevices: [], name: null, createdAt: null }, { devices: [], subdevices: [] }],
] as const)(
  "[CALL-2] %s reads %j: null is what is missing or empty, numbered fields are a list",
  (call, fields, read) => {
    const answer = reading(call, fields)
    expect(answer).toMatchObject({ _tag: "Success", success: read })
    expect(answer).not.toHaveProperty("success.unread")
  },
)

test.each([
  ["get_main_accounts", {}, "get_main_accounts.result"],
  ["get_main_accounts", { result: { items: [] } }, "get_main_accounts.result"],
  ["get_main_accounts", { result: "[]" }, "get_main_accounts.result"],
  ["signin", { uid: null, name: "n" }, "signin.uid"],
] as const)("[CALL-2] %s cannot read %j: what is no list is not an empty one", (call, fields, field) => {
  expect(reading(call, fields)).toMatchObject({ _tag: "Failure", failure: { kind: "wrongShape", field } })
})

test.each([
  [
    { type: "devices_discovered", devices: [lanDevice], gone: null },
    { devices: [lanDevice], gone: [] },
  ],
  [
    { type: "devices_discovered", devices: null, gone: ["x"] },
    { devices: [], gone: ["x"] },
  ],
  [{ type: "devices_discovered", devices: { 0: lanDevice } }, { devices: [lanDevice] }],
  [{ type: "hello", version: "1", os: "linux", app: null, capabilities: null }, { capabilities: [] }],
  [{ type: "auth_device", id: "n", error: null, wait_ms: null }, { id: "n" }],
  [{ type: "connected", id: "n", viewer: null }, { id: "n" }],
  [{ type: "error", reason: "unreachable", about: null, id: null }, { reason: "unreachable" }],
])("[BRIDGE-1] a native side may say null for what is missing: %j", (message, read) => {
  const parsed = parseBridgeCallback(JSON.stringify(message))
  expect(parsed).toMatchObject({ ok: true, value: read })
  expect(parsed).not.toHaveProperty("value.unread")
})

test("[LAN-6][BRIDGE-1] ten megabytes of a name cost no other device of the message", () => {
  const parsed = parseBridgeCallback(
    JSON.stringify({ type: "devices_discovered", devices: [lanDevice, { ...lanDevice, id: "m", name: MEGABYTES }] }),
  )
  expect(parsed).toMatchObject({ ok: true, value: { devices: [{ id: "n" }, { id: "m" }] } })
})

test("[LAN-6][BRIDGE-1] of the further addresses of a device one that is odd costs itself alone", () => {
  const others = ["192.168.1.8", null, [9], "192.168.1.9"]
  const parsed = parseBridgeCallback(
    JSON.stringify({ type: "devices_discovered", devices: [{ ...lanDevice, others }] }),
  )
  expect(parsed).toMatchObject({ ok: true, value: { devices: [{ others: ["192.168.1.8", "192.168.1.9"] }] } })
})

test("[BRIDGE-1] an odd field that may be missing costs itself alone, and is named", () => {
  const parsed = parseBridgeCallback(JSON.stringify({ type: "devices_discovered", devices: [lanDevice], gone: SECRET }))
  expect(parsed).toMatchObject({
    ok: true,
    value: { devices: [lanDevice], unread: { leftOut: { count: 0 }, problem: "devices_discovered.gone" } },
  })
})

test("[BRIDGE-1] a greeting with an odd capability is a greeting", () => {
  const hello = { type: "hello", version: "1", os: "linux", capabilities: ["wake", null, [7]] }
  expect(parseBridgeCallback(JSON.stringify(hello))).toMatchObject({ ok: true, value: { capabilities: ["wake"] } })
})

const asText = (value: unknown): unknown => (typeof value === "number" ? String(value) : value)
/** A value as a loosely typed program writes it: numbers for texts and booleans, and texts for numbers. */
const otherTypes = (value: unknown): unknown => {
  if (typeof value === "boolean") return Number(value)
  if (typeof value === "string" && /^[0-9]+$/.test(value)) return Number(value)
  return asText(value)
}
const inOther = (item: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(item).map(([key, value]) => [key, Array.isArray(value) ? value.map(otherTypes) : otherTypes(value)]),
  )

const numbered = { id: "42", name: "7", model: 1, lastSeen: START, flags: 4, build: 241_129_184_309 }
const subAccount = {
  id: "9",
  name: "8",
  email: "8@example.com",
  createdAt: START,
  status: 2,
  devices: ["42", "d", "43"],
}

test.each([
  ["loginWithToken", { devices: [numbered, { ...numbered, id: "43", lastSeen: 0 }], subdevices: [numbered] }],
  ["get_subaccount_list", { devices: [{ id: "42", name: "7" }], accounts: [subAccount] }],
  ["get_main_accounts", { result: [{ id: "9", name: "8", email: "8@example.com" }] }],
] as const)("[CALL-2] %s is read the same with numbers as texts and texts as numbers", (call, lists) => {
  const other = Object.fromEntries(Object.entries(lists).map(([field, items]) => [field, items.map(inOther)]))
  expect(other).not.toEqual(lists)
  const answer = reading(call, { ...other, uid: 1, token: 2 })
  expect(answer).toMatchObject({ success: lists })
  expect(answer).not.toHaveProperty("success.unread")
})

const DEEP = "[".repeat(10_000) + "]".repeat(10_000)

test.each([DEEP, `{"id":"b","name":${DEEP}}`, `{"id":${DEEP}}`])(
  "[CALL-2][LAN-6] an item of ten thousand levels costs itself alone (%#)",
  (odd) => {
    const text = (item: object) => `[${JSON.stringify(item)},${odd}]`
    const body = `{"status":0,"uid":"u1","token":"t","devices":${text(bound)},"subdevices":[]}`
    expect(readAnswer("loginWithToken", { status: 200, text: body })).toMatchObject({
      success: { devices: [bound], unread: { lists: { devices: { count: 1 } } } },
    })
    expect(parseBridgeCallback(`{"type":"devices_discovered","devices":${text(lanDevice)}}`)).toMatchObject({
      value: { devices: [lanDevice], unread: { leftOut: { count: 1 } } },
    })
  },
)

test("[CALL-2][AUTH-5] a session that is named by a number is that session", () => {
  expect(reading("signin", { uid: 42, name: "n", token: 7 })).toMatchObject({ success: { uid: "42", token: "7" } })
  const lost = reading("signin", { uid: 1e20, name: "n", token: 7 })
  expect(lost).toMatchObject({ failure: { kind: "wrongShape", field: "signin.uid" } })
})

test("[LAN-6][BRIDGE-1] a native side may write numbers, texts and truth in each other's place", () => {
  const device = { ...lanDevice, id: "42", did: "43", name: "8", others: ["192.168.1.9"] }
  const text = JSON.stringify({ type: "devices_discovered", devices: [inOther(device)], gone: [41] })
  const parsed = parseBridgeCallback(text)
  expect(parsed).toMatchObject({ ok: true, value: { devices: [device], gone: ["41"] } })
  expect(parsed).not.toHaveProperty("value.unread")
  const progress = { type: "fw_progress", id: 42, state: "-1", percent: "12.5" }
  expect(parseBridgeCallback(JSON.stringify(progress))).toMatchObject({
    value: { id: "42", state: -1, percent: 12.5 },
  })
})
