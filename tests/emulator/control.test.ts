import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { DAY, md5, namedIn } from "./actors.ts"
import { type RunningEmulation, start } from "./server.ts"

let running: RunningEmulation
beforeAll(async () => {
  running = await start()
})
afterAll(() => running.close())
beforeEach(async () => {
  await running.control("POST", "reset", { scenario: "demo", seed: 1 })
})

const ask = async (method: string, path: string, body?: unknown) => {
  const answer = await running.control(method, path, body)
  return [answer.status, await answer.json()] as const
}

test("[EMU-2] state shows accounts, devices, hosts and clock, and no secret", async () => {
  await running.signIn()
  const [status, state] = await ask("GET", "state")
  expect(status).toBe(200)
  expect(Object.keys(state)).toEqual(expect.arrayContaining(["accounts", "devices", "hosts", "clock"]))
  expect(state.clock).toEqual({ now: expect.any(Number), offsetMs: 0 })
  const text = JSON.stringify(state)
  expect(text).not.toMatch(/token|passwordHash|emailHash/)
  expect(text).not.toContain(md5("sightline"))
  const [, few] = await ask("GET", "state?devices=2")
  expect([few.devices.length, few.deviceCount]).toEqual([2, state.devices.length])
  const dids = (shown: { devices: readonly { did: string }[] }) => shown.devices.map(({ did }) => did)
  expect(dids((await ask("GET", "state?devices=2&from=3"))[1])).toEqual(dids(state).slice(3, 5))
  expect((await ask("GET", "state?from=x"))[0]).toBe(400)
})

test("[EMU-2] mail is found by address, newest first", async () => {
  await running.post("reset_password", { email: md5("sub@example.com") })
  await running.post("reset_password", { email: md5("sub@example.com") })
  const [, mails] = await ask("GET", "mail?to=sub@example.com")
  expect(mails).toHaveLength(2)
  expect(mails[0]).toMatchObject({ to: "sub@example.com", code: expect.stringMatching(/^[0-9]{6}$/) })
  expect(mails[0].n).toBeGreaterThan(mails[1].n)
})

test("[EMU-2] requests are numbered without gaps and read from any number on", async () => {
  const owner = await running.signIn()
  await owner.post("get_main_accounts")
  const [, all] = await ask("GET", "requests?since=0")
  const [first] = all
  expect(all.map(({ n }: { n: number }) => n)).toEqual([first.n, first.n + 1])
  const [, later] = await ask("GET", `requests?since=${first.n}`)
  expect(later).toHaveLength(1)
  expect(later[0]).toMatchObject({ path: "/api/v2/get_main_accounts", fault: null, applied: true, status: 0 })
  expect(later[0].answer).toMatchObject({ status: 0 })
  expect((await ask("GET", "requests?since=x"))[0]).toBe(400)
})

test("[EMU-2] effects tell what was applied, from any number on", async () => {
  const owner = await running.signIn()
  await owner.post("rename_account", { newName: "One" })
  await owner.post("rename_account", { newName: "Two" })
  const [, effects] = await ask("GET", "effects?since=1")
  expect(effects).toMatchObject([{ n: 2, call: "rename_account", uid: owner.uid, value: "Two" }])
})

test("[EMU-2] devices are added and changed", async () => {
  const [status, { dids }] = await ask("POST", "devices", { count: 2, name: "Extra", build: 0, kind: "cloud" })
  expect([status, dids.length]).toEqual([201, 2])
  const owner = await running.signIn()
  expect(await owner.device("Extra 2")).toBe(dids[1])
  const lastSeen = Date.now() - DAY
  const [, changed] = await ask("PATCH", `devices/${dids[1]}`, { name: "Renamed", build: 7, mode: "usb", lastSeen })
  expect(changed).toMatchObject({ name: "Renamed", build: 7, mode: "usb", lastSeen })
  const { devices } = await (await owner.post("loginWithToken", { isWeb: true })).json()
  expect(namedIn(devices).find(({ id }) => id === dids[1])).toMatchObject({ name: "Renamed", build: 7, lastSeen })
  expect((await ask("PATCH", "devices/none", { power: "off" }))[0]).toBe(404)
  expect((await ask("PATCH", `devices/${dids[1]}`, { power: "sideways" }))[0]).toBe(400)
})

test("[EMU-2] devices of the network and of USB are kept and not listed by the cloud", async () => {
  const [status, { dids }] = await ask("POST", "devices", { count: 1, name: "On the desk", kind: "usb" })
  expect([status, dids.length]).toEqual([201, 1])
  expect(await (await running.signIn()).device("On the desk")).toBe("")
})

test("[EMU-2] the clock goes on, and with it codes and sessions end", async () => {
  const owner = await running.signIn()
  const [, { token }] = [0, await (await running.post("reset_password", { email: md5("sub@example.com") })).json()]
  const [status, clock] = await ask("POST", "clock", { advanceMs: 31 * DAY })
  expect([status, clock.offsetMs]).toEqual([200, 31 * DAY])
  expect(clock.now).toBeGreaterThanOrEqual(Date.now() + 31 * DAY - 60_000)
  expect((await (await owner.post("get_main_accounts")).json()).status).toBe(-109)
  const body = { token, verificationcode: "000000", newpassword: md5("x") }
  expect((await (await running.post("verify_resetpassword_code", body)).json()).status).toBe(-106)
  expect((await ask("POST", "clock", { advanceMs: -1 }))[0]).toBe(400)
})

test("[EMU-2] reset starts over: fresh accounts, no faults, an empty journal, the real time", async () => {
  const owner = await running.signIn()
  await ask("POST", "faults", { fault: "delay" })
  await ask("POST", "clock", { advanceMs: DAY })
  const [, before] = await ask("GET", "state")
  expect((await ask("POST", "reset", { scenario: "empty", seed: 2 }))[0]).toBe(200)
  const [, state] = await ask("GET", "state")
  expect([state.accounts, state.clock.offsetMs]).toEqual([[], 0])
  expect([state.world, (await ask("GET", "state"))[1].world]).toEqual([expect.any(String), state.world])
  expect(state.world).not.toBe(before.world)
  expect((await ask("GET", "faults"))[1]).toEqual([])
  expect((await ask("GET", "requests"))[1]).toEqual([])
  expect((await ask("POST", "devices", { count: 1, kind: "cloud" }))[0]).toBe(409)
  expect((await (await owner.post("get_main_accounts")).json()).status).toBe(-109)
})

test("[EMU-2][AUTH-10] a cloud that rotates tokens ends the one that a renewal was asked with, until it is reset", async () => {
  expect((await ask("POST", "reset", { rotateTokens: true }))[0]).toBe(200)
  const owner = await running.signIn()
  expect((await (await owner.post("loginWithToken", { isWeb: true })).json()).status).toBe(0)
  expect((await (await owner.post("get_main_accounts")).json()).status).toBe(-109)
  expect((await ask("POST", "reset", {}))[0]).toBe(200)
  const other = await running.signIn()
  expect((await (await other.post("loginWithToken", { isWeb: true })).json()).status).toBe(0)
  expect((await (await other.post("get_main_accounts")).json()).status).toBe(0)
})

test("[EMU-2] a reader of the journal misses nothing when it is reset", async () => {
  const owner = await running.signIn()
  await owner.post("get_main_accounts")
  const last = (await ask("GET", "requests"))[1].at(-1).n
  await ask("POST", "reset", {})
  await owner.post("get_main_accounts")
  const [, later] = await ask("GET", `requests?since=${last}`)
  expect(later).toMatchObject([{ n: last + 1, status: -109 }])
})

test("[EMU-2] power alone decides whether a device can be reached; a lastSeen holds until it boots", async () => {
  const owner = await running.signIn()
  const did = await owner.device("Control room A")
  const lastSeen = Date.now() - DAY
  const reboot = async () => (await (await owner.post("request_device", { did, cmd: "reboot" })).json()).status
  const state = async () => (await ask("PATCH", `devices/${did}`, {}))[1]
  await ask("PATCH", `devices/${did}`, { lastSeen })
  await ask("POST", "clock", { advanceMs: 10 * 60_000 })
  expect(await state()).toMatchObject({ power: "on", lastSeen })
  expect(await reboot()).toBe(0)
  await ask("POST", "clock", { advanceMs: 10 * 60_000 })
  expect((await state()).lastSeen).toBeGreaterThan(lastSeen + DAY)
  await ask("PATCH", `devices/${did}`, { power: "off", lastSeen: Date.now() + DAY })
  expect(await reboot()).toBe(-121)
  await ask("PATCH", `devices/${did}`, { power: "on", lastSeen })
  expect([await state(), await reboot()]).toMatchObject([{ power: "on", lastSeen }, 0])
})

test.each([
  ["POST", "faults", { fault: "drop-request", match: { foo: 1 } }, "match.foo: there is no such field"],
  ["POST", "faults", { fault: "drop-request", math: { path: "signin" } }, "math: there is no such field"],
  ["POST", "faults", { fault: "drop-request", match: { path: "/api/v2/nowhere" } }, "match.path: "],
  ["POST", "faults", { fault: "drop-request", match: { path: "__proto__" } }, "match.path: "],
  ["POST", "faults", { match: {} }, "fault: is missing"],
  ["POST", "devices", { count: 1, kind: "cloud", nmae: "X" }, "nmae: there is no such field"],
  ["PATCH", "devices/any", { last_seen: 1 }, "last_seen: there is no such field"],
  ["POST", "clock", { advance: 1, advanceMs: 1 }, "advance: there is no such field"],
  ["POST", "reset", { scenario: "empty", sead: 2 }, "sead: there is no such field"],
  ["POST", "reset", 5, "the body: "],
])(
  "[EMU-2] %s %s %j is refused on one line that names the field, and changes nothing",
  async (method, path, body, line) => {
    const [status, { error }] = await ask(method, path, body)
    expect([status, error]).toEqual([400, expect.stringContaining(line)])
    expect(error).not.toMatch(/\n/)
    expect((await ask("GET", "faults"))[1]).toEqual([])
    expect((await ask("GET", "state"))[1].accounts).not.toEqual([])
  },
)

test("[EMU-4] a fault names its call by path or by name, and the answer says how often it acts", async () => {
  const times = async (more: object) => (await ask("POST", "faults", { fault: "delay", ...more }))[1].times
  expect(await times({ match: { path: "/api/v2/signin" } })).toBe(1)
  expect(await times({ match: { path: "signin" }, times: 3, probability: 0.5 })).toBe(3)
  expect(await times({ match: {}, probability: 0.5 })).toBe(null)
  expect((await ask("GET", "fault-names"))[1]).toEqual(expect.arrayContaining(["delay", "vanish", "bridge-close"]))
})

test("[EMU-2] faults are listed, and removed one by one or all", async () => {
  const [, first] = await ask("POST", "faults", { fault: "drop-reply", times: 3 })
  await ask("POST", "faults", { fault: "delay", probability: 0.1, ms: 5 })
  const [, list] = await ask("GET", "faults")
  expect(list).toMatchObject([
    { fault: "drop-reply", remaining: 3 },
    { fault: "delay", remaining: null, probability: 0.1, ms: 5 },
  ])
  expect(await ask("DELETE", `faults/${first.id}`)).toEqual([200, { removed: 1 }])
  expect((await ask("DELETE", `faults/${first.id}`))[0]).toBe(404)
  expect(await ask("DELETE", "faults")).toEqual([200, { removed: 1 }])
})

test("[EMU-2] what the control API does not know is 404, and what it cannot read 400", async () => {
  expect((await ask("GET", "nothing"))[0]).toBe(404)
  expect((await ask("PUT", "state"))[0]).toBe(404)
  expect((await ask("POST", "reset", { scenario: "moon" }))[0]).toBe(400)
  const noJson = await fetch(`${running.urls.cloud}/emulator/api/reset`, { method: "POST", body: "{" })
  expect(noJson.status).toBe(400)
})
