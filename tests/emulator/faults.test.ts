import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { type RunningEmulation, start, type TestSession } from "./server.ts"

/** Every fault of the cloud over real sockets: the client's answer, the cloud's effect, and the journal's entry. */

/** Longer than any test, ms. */
const LONG = 300_000
/** A busy machine may be late. */
const PATIENT = { timeout: 60_000 }

let running: RunningEmulation
let owner: TestSession
let did: string

beforeAll(async () => {
  running = await start()
})
afterAll(() => running.close())
beforeEach(async () => {
  await running.control("POST", "reset", { scenario: "demo", seed: 1 })
  owner = await running.signIn()
  did = await owner.device("Control room A")
})

const rename = (title = "Control room B"): Promise<Response> => owner.post("rename_device", { did, title })
const fault = (name: string, more: object = {}): Promise<Response> =>
  running.control("POST", "faults", { match: { path: "/api/v2/rename_device" }, fault: name, ...more })
const name = (): string => running.emulation.world().device(did)?.name ?? ""
const journal = async () =>
  (await running.requests())
    .filter(({ path }) => path === "/api/v2/rename_device")
    .map(({ fault: what, applied, status }) => [what, applied, status])

test("[EMU-4] without a fault a call is applied once", async () => {
  expect(await (await rename()).json()).toEqual({ status: 0 })
  expect(name()).toBe("Control room B")
  expect(await journal()).toEqual([[null, true, 0]])
})

test("[EMU-4] drop-request: the connection ends and nothing happened", async () => {
  await fault("drop-request")
  await expect(rename()).rejects.toThrow()
  expect(name()).toBe("Control room A")
  expect(await journal()).toEqual([["drop-request", false, null]])
  expect((await rename()).status).toBe(200)
})

test("[EMU-4] drop-reply: the connection ends and it happened", async () => {
  await fault("drop-reply")
  await expect(rename()).rejects.toThrow()
  expect(name()).toBe("Control room B")
  expect(await journal()).toEqual([["drop-reply", true, 0]])
})

test("[EMU-4] duplicate: applied twice, answered once, the second marked", async () => {
  await running.control("POST", "faults", { match: { did }, fault: "duplicate" })
  const answer = await owner.post("request_device", { did, cmd: "reboot" })
  expect(await answer.json()).toEqual({ status: 0 })
  expect(running.emulation.world().device(did)?.reboots).toBe(2)
  const entries = (await running.requests()).filter(({ path }) => path === "/api/v2/request_device")
  expect(entries.map(({ fault: what, applied }) => [what, applied])).toEqual([
    [null, true],
    ["duplicate", true],
  ])
})

test("[EMU-4] duplicate of a call that gives something away: the reply is the first one's", async () => {
  await running.control("POST", "faults", { match: { path: "loginWithToken" }, fault: "duplicate" })
  const { token } = await (await owner.post("loginWithToken", { isWeb: true })).json()
  expect((await running.post("get_main_accounts", { uid: owner.uid, token })).status).toBe(200)
})

describe.each(["http-500", "http-html"])("%s", (word) => {
  test("[EMU-4] the request is lost, or with stage reply applied before", async () => {
    await fault(word)
    const lost = await rename("Lost")
    expect([lost.ok, name()]).toEqual([false, "Control room A"])
    await fault(word, { stage: "reply" })
    const applied = await rename("Applied")
    expect([applied.ok, name()]).toEqual([false, "Applied"])
    expect(applied.headers.get("access-control-allow-origin")).toBe("*")
    expect(await journal()).toEqual([
      [word, false, null],
      [word, true, 0],
    ])
  })
})

test("[EMU-4] truncate: applied, and the answer is no JSON", async () => {
  await fault("truncate")
  const answer = await rename()
  expect(answer.ok).toBe(true)
  await expect(answer.json()).rejects.toThrow()
  expect(name()).toBe("Control room B")
})

test("[EMU-4] wrong-shape: applied, and the answer is JSON that does not fit", async () => {
  await fault("wrong-shape")
  expect(await (await rename()).json()).toEqual({ status: "fine" })
  await running.control("POST", "faults", { match: { path: "/api/v2/get_main_accounts" }, fault: "wrong-shape" })
  expect(await (await owner.post("get_main_accounts")).json()).toEqual({ status: 0, result: null })
  // A refusal has no fields that could be wrong.
  await running.control("POST", "faults", { match: { path: "signin" }, fault: "wrong-shape" })
  const refused = await owner.post("signin", { email: "0".repeat(32), password: "0".repeat(32) })
  expect(await refused.json()).toMatchObject({ status: "fine" })
})

test("[EMU-4] status:<code>: that status, and nothing happened", async () => {
  await fault("status:-100")
  expect(await (await rename()).json()).toEqual({ status: -100 })
  expect(name()).toBe("Control room A")
  expect(await journal()).toEqual([["status:-100", false, -100]])
})

test("[EMU-4] expire-session: the session of the caller ends with this request", async () => {
  await fault("expire-session")
  expect(await (await rename()).json()).toEqual({ status: -106 })
  expect(await (await rename()).json()).toEqual({ status: -106 })
})

test("[EMU-4] vanish: the device is gone at once, or when the call names it", async () => {
  const answer = await running.control("POST", "faults", { match: { did }, fault: "vanish" })
  expect(answer.status).toBe(201)
  const reboot = () => owner.post("request_device", { did, cmd: "reboot" }).then((given) => given.json())
  expect(await reboot()).toEqual({ status: -121 })
  await running.control("PATCH", `devices/${did}`, { power: "on" })
  await running.control("POST", "faults", { match: { path: "request_device" }, fault: "vanish" })
  expect(running.emulation.world().device(did)?.power).toBe("on")
  expect(await reboot()).toEqual({ status: -121 })
})

test("[EMU-4] vanish with a time: the device comes back after it, named alone or by a call", async () => {
  const reboot = () => owner.post("request_device", { did, cmd: "reboot" }).then((given) => given.json())
  const later = (ms: number) => running.control("POST", "clock", { advanceMs: ms })
  await running.control("POST", "faults", { match: { did }, fault: "vanish", ms: LONG })
  expect(await reboot()).toEqual({ status: -121 })
  await later(LONG)
  expect(await reboot()).toEqual({ status: 0 })
  await running.control("POST", "faults", { match: { did, path: "request_device" }, fault: "vanish", ms: LONG })
  expect(await reboot()).toEqual({ status: -121 })
  await later(LONG)
  expect(await reboot()).toEqual({ status: 0 })
})

test("[EMU-4] delay: nothing happens before its time, or with stage reply only the answer waits", async () => {
  const faultsLeft = async () => (await (await running.control("GET", "faults")).json()).length
  await fault("delay", { ms: LONG })
  const late = rename("Late").catch(() => "cut off")
  await expect.poll(faultsLeft).toBe(0)
  expect([name(), await journal()]).toEqual(["Control room A", []])
  await fault("delay", { ms: LONG, stage: "reply" })
  const answeredLate = rename("Answered late").catch(() => "cut off")
  await expect.poll(name).toBe("Answered late")
  expect(await journal()).toEqual([["delay", true, 0]])
  await running.close()
  expect(await Promise.all([late, answeredLate])).toEqual(["cut off", "cut off"])
  running = await start()
})

/** Long enough for a reset to come first on a busy machine, ms. */
const LONG_MS = 1_000

test("[EMU-4] what is delayed over a reset never arrives in the world that begins with it", async () => {
  const faultsLeft = async () => (await (await running.control("GET", "faults")).json()).length
  await fault("delay", { ms: LONG_MS })
  await fault("duplicate", { ms: LONG_MS, match: { path: "request_device" } })
  const late = rename("Late").catch(() => "cut off")
  const reboot = await owner.post("request_device", { did, cmd: "reboot" })
  expect(await reboot.json()).toEqual({ status: 0 })
  await expect.poll(faultsLeft).toBe(0)
  await running.control("POST", "reset", { scenario: "demo", seed: 1 })
  expect(await late).toBe("cut off")
  await fault("delay", { ms: LONG_MS, stage: "reply" })
  owner = await running.signIn()
  const answeredLate = rename("Answered late").catch(() => "cut off")
  await expect.poll(faultsLeft).toBe(0)
  await running.control("POST", "reset", { scenario: "demo", seed: 1 })
  expect(await answeredLate).toBe("cut off")
  await fault("delay", { ms: 1.5 * LONG_MS })
  owner = await running.signIn()
  await rename("Later")
  expect((await running.requests()).filter(({ fault: what }) => what === "duplicate")).toEqual([])
  expect(running.emulation.world().device(did)?.reboots).toBe(0)
})

test("[EMU-4] delay: its time comes", async () => {
  await fault("delay", { ms: 1 })
  expect(await (await rename("Late")).json()).toEqual({ status: 0 })
  expect(name()).toBe("Late")
})

test("[EMU-4] a delay comes along with the first other fault", async () => {
  await fault("delay", { ms: 1 })
  await fault("drop-reply")
  await expect(rename()).rejects.toThrow()
  expect(name()).toBe("Control room B")
})

test("[EMU-4] a fault acts as often as it says, then is gone; a probability acts until it is removed", async () => {
  await fault("status:-1", { times: 2 })
  const statuses = async (count: number) => {
    const given: unknown[] = []
    for (let sent = 0; sent < count; sent++) given.push((await (await rename()).json()).status)
    return given
  }
  expect(await statuses(3)).toEqual([-1, -1, 0])
  await fault("status:-2", { probability: 0.5 })
  const mixed = await statuses(40)
  expect(new Set(mixed)).toEqual(new Set([0, -2]))
  expect(await (await running.control("DELETE", "faults")).json()).toEqual({ removed: 1 })
  expect(new Set(await statuses(5))).toEqual(new Set([0]))
})

test("[EMU-4] a fault meets only what it matches", async () => {
  const other = await owner.device("Workshop bench")
  await running.control("POST", "faults", { match: { path: "rename_device", did: other }, fault: "status:-1" })
  expect(await (await rename()).json()).toEqual({ status: 0 })
  expect(await (await owner.post("get_main_accounts")).json()).toMatchObject({ status: 0 })
  expect(await (await owner.post("rename_device", { did: other, title: "Bench" })).json()).toEqual({ status: -1 })
})

test("[EMU-4] faults of devices wait for their update, and meet no request", async () => {
  const answer = await running.control("POST", "faults", { fault: "stall-firmware", match: { did }, stage: "update" })
  expect(answer.status).toBe(201)
  expect(await answer.json()).toMatchObject({ stage: "update", percent: 50, remaining: 1 })
  expect(await (await rename()).json()).toEqual({ status: 0 })
  expect(await (await running.control("GET", "faults")).json()).toHaveLength(1)
})

test("[EMU-4] a server that is down breaks every connection, and is back after its time or when faults are removed", async () => {
  const reached = async () => {
    try {
      return (await (await rename()).json()).status
    } catch {
      return "nobody"
    }
  }
  const down = await running.control("POST", "faults", { fault: "server-down", ms: 60_000 })
  expect(await down.json()).toEqual({ fault: "server-down", ms: 60_000, times: 1, remaining: 0 })
  expect(await reached()).toBe("nobody")
  expect((await running.requests()).at(-1)).toMatchObject({ fault: "server-down", applied: false, status: null })
  await running.control("POST", "clock", { advanceMs: 60_000 })
  expect(await reached()).toBe(0)
  await running.control("POST", "faults", { fault: "server-down" })
  expect(await reached()).toBe("nobody")
  await running.control("DELETE", "faults")
  expect(await reached()).toBe(0)
})

test("[EMU-4] a fault that is none is refused with its field", async () => {
  for (const body of [{ fault: "explode" }, { fault: "status:abc" }, { fault: "delay", ms: -1 }, { fault: "vanish" }]) {
    const answer = await running.control("POST", "faults", body)
    expect(answer.status).toBe(400)
    expect(Object.keys(await answer.json())).toEqual(["error"])
  }
})

describe("on schedule", () => {
  const advance = (advanceMs: number) => running.control("POST", "clock", { advanceMs })
  const listed = async (): Promise<readonly { readonly fault: string }[]> =>
    (await running.control("GET", "faults")).json()

  test("[EMU-4] a fault acts from its time on, for as long as was said, and is gone", async () => {
    await fault("http-500", { afterMs: LONG, forMs: LONG })
    expect((await rename("Before")).status).toBe(200)
    await advance(LONG)
    for (const title of ["Within", "Within again"]) expect((await rename(title)).status).toBe(500)
    expect(await listed()).toMatchObject([{ fault: "http-500", times: null, fired: 2 }])
    await advance(LONG)
    expect(await listed()).toEqual([])
    expect((await rename("After")).status).toBe(200)
    expect(name()).toBe("After")
  })

  test("[EMU-4] one that acts once waits for its time, and the next request after it", async () => {
    await fault("drop-reply", { afterMs: LONG })
    expect((await rename("Before")).status).toBe(200)
    await advance(LONG)
    await expect(rename("Lost")).rejects.toThrow()
    expect((await rename("After")).status).toBe(200)
  })

  test("[EMU-4] a device vanishes, the cloud goes and the bridge is cut when their time comes, unless they are removed", async () => {
    let cuts = 0
    running.emulation.onBridgeClose(() => {
      cuts += 1
    })
    const isOff = () => running.emulation.world().device(did)?.power === "off"
    for (const body of [
      { fault: "vanish", match: { did } },
      { fault: "server-down", ms: LONG },
      { fault: "bridge-close" },
    ])
      expect((await running.control("POST", "faults", { ...body, afterMs: LONG })).status).toBe(201)
    expect(await listed()).toHaveLength(3)
    // These faults do not wait for a request.
    expect((await rename("Before")).status).toBe(200)
    expect([isOff(), running.emulation.isDown(), cuts]).toEqual([false, false, 0])
    await advance(LONG)
    expect([isOff(), running.emulation.isDown(), cuts]).toEqual([true, true, 1])
    expect(await listed()).toEqual([])
    await running.control("DELETE", "faults")
    await running.control("POST", "faults", { fault: "bridge-close", afterMs: LONG })
    await running.control("DELETE", "faults")
    await advance(LONG)
    expect(cuts).toBe(1)
  })

  test("[EMU-4] real time brings one, too", async () => {
    await running.control("POST", "faults", { fault: "vanish", match: { did }, afterMs: 20 })
    await expect.poll(() => running.emulation.world().device(did)?.power, PATIENT).toBe("off")
  })

  test("[EMU-4] one whose timer fires before the clock has come to its time acts all the same", async () => {
    const real = Date.now
    let behindMs = 0
    const slow = vi.spyOn(Date, "now").mockImplementation(() => real() - behindMs)
    const other = await start()
    try {
      const [device] = other.emulation.world().devices()
      await other.control("POST", "faults", { fault: "vanish", match: { did: device?.did }, afterMs: 20 })
      behindMs = 100
      await expect.poll(() => other.emulation.world().device(device?.did ?? "")?.power, PATIENT).toBe("off")
    } finally {
      slow.mockRestore()
      await other.close()
    }
  })

  test.each([
    [{ fault: "server-down", forMs: 1 }, "give ms instead of forMs"],
    [{ fault: "delay", afterMs: -1 }, "afterMs"],
    [{ fault: "vanish", afterMs: 5 }, "vanish needs a did"],
  ])("[EMU-4] %j is refused with its reason", async (body, reason) => {
    const answer = await running.control("POST", "faults", body)
    expect(answer.status).toBe(400)
    expect((await answer.json()).error).toContain(reason)
  })
})
