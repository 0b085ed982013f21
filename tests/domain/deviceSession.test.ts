import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { itemOfAccount } from "../../src/domain/client/bridge/connectMessage.ts"
import { fieldsOf } from "../../src/domain/client/lan/lanDevices.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { report } from "../../src/domain/client/sync/reporting.ts"
import { noticeOf } from "../../src/domain/views/messages.ts"
import { readEvent } from "../../src/domain/views/readEvent.ts"
import type { BridgeCallback } from "../../src/domain/wire/bridge.ts"
import { FLAG_BOUND_MAC } from "../../src/domain/wire/deviceFlags.ts"
import { device } from "./playedBridge.ts"
import { played } from "./playedViewing.ts"
import { accountOf, SERVER } from "./recorder.ts"

const target = { id: "n1", did: "d1", name: "Rack", isUsb: false, cloudType: 0 }
/** The streams that Settings have at first. */
const streams = { render_type: "dx11", audio: true, input: true } as const
const connect = { type: "connect_device", id: "n1", is_usb: false, cloud_type: 0, ...streams } as const

test("[DEVICE-8] selecting a device asks the native side for it, and what it answers is shown", async () => {
  const { sent, say, ask, reach, run } = played()
  await run(function* () {
    yield* ask({ type: "ConnectDevice", ...target })
    expect(sent).toEqual([connect])
    expect((yield* reach).device).toMatchObject({ id: "n1", phase: "connecting" })
    yield* say({ type: "connected", id: "n1", viewer: "ws://127.0.0.1:1/viewer/x" })
    expect((yield* reach).device).toMatchObject({ phase: "connected", reason: null })
    yield* say({ type: "mode_changed", id: "n1", mode: "usb" })
    expect((yield* reach).device).toMatchObject({ mode: "usb" })
    yield* ask({ type: "DisconnectDevice" })
    expect(sent.at(-1)).toEqual({ type: "disconnect_device", id: "n1" })
    expect((yield* reach).device).toBeNull()
  })
})

test("[DEVICE-9] the passcode is asked for, tried, kept under the device's own key, and tried first the next time", async () => {
  const { browser, sent, say, ask, reach, run } = played()
  await run(function* () {
    yield* ask({ type: "ConnectDevice", ...target })
    yield* say({ type: "auth_device", id: "n1" })
    expect((yield* reach).passcode).toMatchObject({ did: "d1", name: "Rack", tried: "none" })
    yield* ask({ type: "AnswerPasscode", passcode: "  ", keep: true })
    expect(sent).toEqual([connect])
    yield* ask({ type: "AnswerPasscode", passcode: " 9999 ", keep: true })
    expect(sent.at(-1)).toEqual({ type: "auth_device", password: "9999" })
    expect(browser.storage.get("passcode.d1")).toBeUndefined()
    yield* say({ type: "auth_device", id: "n1", error: "wrong_passcode", wait_ms: 1_000 })
    expect((yield* reach).passcode).toMatchObject({ tried: "typed" })
    yield* ask({ type: "AnswerPasscode", passcode: "1234", keep: true })
    yield* say({ type: "connected", id: "n1" })
    expect((yield* reach).passcode).toBeNull()
    expect(browser.storage.get("passcode.d1")).toBe("1234")
    yield* ask({ type: "DisconnectDevice" })
    yield* ask({ type: "ConnectDevice", ...target })
    yield* say({ type: "auth_device", id: "n1" })
    expect(sent.at(-1)).toEqual({ type: "auth_device", password: "1234" })
    expect((yield* reach).passcode).toBeNull()
    yield* say({ type: "auth_device", id: "n1", error: "wrong_passcode", wait_ms: 1_000 })
    expect((yield* reach).passcode).toMatchObject({ tried: "stored" })
    expect(browser.storage.get("passcode.d1")).toBeUndefined()
  })
  expect(JSON.stringify([...browser.log.events])).not.toMatch(/1234|9999/)
})

test("[FW-8][DEVICE-9] one passcode serves all devices of a campaign that ask, each once; a person is asked where it is wrong", async () => {
  const { browser, sent, say, ask, reach, run } = played()
  browser.storage.set("passcode.n1", "1111")
  const given = () => sent.flatMap((message) => (message.type === "auth_device" ? [message.password] : []))
  await run(function* () {
    const devices = ["n1", "n2", "n3"].map((id) => device(id, { did: id, name: id, build: 1 }))
    yield* say({ type: "devices_discovered", devices })
    yield* report({ type: "RecordLanDevices", devices: devices.map(fieldsOf), gone: [] })
    yield* report({ type: "LearnLatestFirmware", build: 2, hash: "a".repeat(32) })
    yield* report({ type: "StartCampaign", devices: ["n1", "n2", "n3"], limit: 2, atOnce: 3 })
    yield* ask({ type: "OfferPasscode", passcode: " 1234 ", keep: true })
    for (const _each of devices) yield* report({ type: "AdvanceCampaign" })
    yield* say({ type: "auth_device", id: "n1" })
    yield* say({ type: "auth_device", id: "n2" })
    expect(given()).toEqual(["1111", "1234"])
    yield* say({ type: "fw_progress", id: "n2", state: 1, percent: 1 })
    expect(browser.storage.get("passcode.n2")).toBe("1234")
    yield* say({ type: "auth_device", id: "n3" })
    yield* say({ type: "auth_device", id: "n3", error: "wrong_passcode" })
    expect((yield* reach).passcode).toMatchObject({ id: "n3", tried: "typed" })
    expect(given()).toEqual(["1111", "1234", "1234"])
    // A campaign without a passcode makes the client forget the offered one.
    yield* ask({ type: "GiveUpPasscode" })
    yield* ask({ type: "OfferPasscode", passcode: "", keep: true })
    yield* say({ type: "auth_device", id: "n1" })
    yield* say({ type: "auth_device", id: "n1", error: "wrong_passcode" })
    expect((yield* reach).passcode).toMatchObject({ id: "n1", tried: "stored" })
  })
  expect(browser.storage.get("passcode.n3")).toBeUndefined()
  expect(JSON.stringify([...browser.log.events])).not.toMatch(/1234|1111/)
})

/** A campaign of LAN devices, and the passcodes that the client sends in it. */
const inCampaign = (ids: readonly string[]) => {
  const side = played()
  const given = () => side.sent.flatMap((message) => (message.type === "auth_device" ? [message.password] : []))
  const devices = ids.map((id) => device(id, { did: id, name: id, build: 1 }))
  const start = (some: readonly string[]) => report({ type: "StartCampaign", devices: some, limit: 2, atOnce: 1 })
  const ready = Effect.gen(function* () {
    yield* side.say({ type: "devices_discovered", devices })
    yield* report({ type: "RecordLanDevices", devices: devices.map(fieldsOf), gone: [] })
    yield* report({ type: "LearnLatestFirmware", build: 2, hash: "a".repeat(32) })
  })
  return { ...side, given, start, ready }
}

test("[FW-8][DEVICE-9] the passcode of a campaign ends with it: not for one that did not begin, was stopped, or came after it", async () => {
  const { say, ask, reach, given, run, start, ready } = inCampaign(["n1", "n2", "n3"])
  await run(function* () {
    yield* ready
    const isAsked = function* (id: string) {
      yield* report({ type: "AdvanceCampaign" })
      yield* say({ type: "auth_device", id })
      expect([(yield* reach).passcode?.id, given()]).toEqual([id, []])
      yield* ask({ type: "GiveUpPasscode" })
    }
    // The engine refuses this campaign, so nothing begins.
    yield* ask({ type: "OfferPasscode", passcode: "1234", keep: true })
    yield* start(["n1", "n2"])
    yield* isAsked("n1")
    yield* ask({ type: "OfferPasscode", passcode: "1234", keep: true })
    yield* report({ type: "StopCampaign" })
    yield* report({ type: "ResumeCampaign" })
    yield* isAsked("n1")
    yield* ask({ type: "OfferPasscode", passcode: "1234", keep: true })
    yield* report({ type: "StopCampaign" })
    yield* report({ type: "DismissCampaign" })
    yield* start(["n3"])
    yield* isAsked("n3")
  })
})

test("[DEVICE-9] what was typed for a wake is kept once the packet has left, and not before", async () => {
  const { browser, say, ask, greet, run } = played({ capabilities: ["wake"] })
  const near = device("n1", { did: "n1", flags: FLAG_BOUND_MAC })
  await run(function* () {
    yield* greet
    yield* say({ type: "devices_discovered", devices: [near] })
    yield* report({ type: "RecordLanDevices", devices: [fieldsOf(near)], gone: [] })
    yield* ask({ type: "WakeOverLan", id: "n1", mac: null })
    yield* say({ type: "auth_device", id: "n1" })
    yield* ask({ type: "AnswerPasscode", passcode: "1234", keep: true })
    expect(browser.storage.get("passcode.n1")).toBeUndefined()
    yield* say({ type: "wake_result", id: "n1", mac: "00:11:22:33:44:55", sent: true })
    expect(browser.storage.get("passcode.n1")).toBe("1234")
  })
})

test("[DEVICE-9][SEC-2] a question for a passcode that nothing was asked for opens nothing, and is recorded", async () => {
  const { browser, sent, say, ask, reach, run } = played()
  browser.storage.set("passcode.n2", "1234")
  const item = {
    id: "n2",
    did: "n2",
    name: "Known",
    model: 1,
    cloud_type: 0,
    timestamp: 1,
    is_usb: false,
    is_hid: true,
    flags: 0,
    addr: "10.0.0.1",
    build: 1,
  }
  await run(function* () {
    yield* say({ type: "auth_device", id: "n9" })
    yield* say({ type: "devices_discovered", devices: [item] }, { type: "auth_device", id: "n2" })
    yield* ask({ type: "ConnectDevice", ...target })
    yield* say({ type: "auth_device", id: "n2", error: "wrong_passcode" }, { type: "auth_device", id: "" })
    expect((yield* reach).passcode).toBeNull()
    expect(sent).toEqual([connect])
    yield* say({ type: "auth_device", id: "n1" })
    expect((yield* reach).passcode).toMatchObject({ id: "n1" })
  })
  const rejected = [...browser.log.events].filter((event) => event.type === "InputRejected")
  expect(rejected.map((event) => event.payload)).toEqual([
    { source: "bridge", subject: "auth_device", problem: "unasked" },
  ])
})

test("[SEC-4] when a session ends the page leaves the native side, which knew passcodes for it", async () => {
  const { native, ask, reach, run, settle } = played()
  const session = { id: "s1", server: SERVER, serverType: "public", uid: "u1" } as const
  await run(function* () {
    yield* report({
      type: "CompleteSignIn",
      session: { ...session, name: "Ann", email: "ann@example.com", createdAt: 1 },
    })
    yield* ask({ type: "ConnectDevice", ...target })
    expect(native.left).toBe(0)
    yield* report({ type: "EndSession", sessionId: "s1", reason: "person" })
    yield* settle
    expect(native.left).toBe(1)
    expect((yield* reach).device).toBeNull()
  })
})

test("[DEVICE-9] who gives the passcode up is asked no more, and nothing is kept that was not to be", async () => {
  const { browser, sent, say, ask, reach, run } = played()
  await run(function* () {
    yield* ask({ type: "ConnectDevice", ...target })
    yield* say({ type: "auth_device", id: "n1" })
    yield* ask({ type: "GiveUpPasscode" })
    expect(sent.at(-1)).toEqual({ type: "disconnect_device", id: "n1" })
    expect(yield* reach).toEqual({ device: null, passcode: null, key: null })
    yield* ask({ type: "ConnectDevice", ...target })
    yield* say({ type: "auth_device", id: "n1" })
    yield* ask({ type: "AnswerPasscode", passcode: "1234", keep: false })
    yield* say({ type: "connected", id: "n1" })
    expect(browser.storage.has("passcode.d1")).toBe(false)
  })
})

test("[BRIDGE-4] a device that is lost is tried again with growing waits, at once when the bridge is back, and not for ever", async () => {
  const { sent, say, ask, reach, cut, mend, run, settle } = played()
  const asked = () => sent.filter(({ type }) => type === "connect_device").length
  await run(function* () {
    yield* ask({ type: "ConnectDevice", ...target })
    yield* say({ type: "connected", id: "n1", viewer: "ws://127.0.0.1:1/viewer/x" })
    yield* say({ type: "disconnected", id: "n1", reason: "vanished" })
    expect((yield* reach).device).toMatchObject({ phase: "lost", reason: "vanished", attempt: 1 })
    yield* TestClock.adjust(1_000)
    yield* settle
    expect(asked()).toBe(2)
    yield* say({ type: "connected", id: "n1", viewer: "ws://127.0.0.1:1/viewer/y" })
    expect((yield* reach).device).toMatchObject({ phase: "connected", attempt: 0 })
    yield* cut
    expect((yield* reach).device).toMatchObject({ phase: "lost", reason: "away" })
    yield* mend
    expect(asked()).toBe(3)
    for (let attempt = 0; attempt < 12; attempt += 1) {
      yield* say({ type: "error", reason: "unreachable", about: "connect_device", id: "n1" })
      yield* TestClock.adjust(60_000)
      yield* settle
    }
    expect((yield* reach).device).toMatchObject({ phase: "failed", reason: "unreachable", until: null })
    const before = asked()
    yield* TestClock.adjust(600_000)
    expect(asked()).toBe(before)
    yield* ask({ type: "RetryDevice" })
    expect(asked()).toBe(before + 1)
  })
})

test("[BRIDGE-4] a page that opens on a device waits for the bridge, and for the bridge to find the device", async () => {
  const { sent, say, ask, reach, run, settle } = played({ isKnown: false })
  const asked = () => sent.filter(({ type }) => type === "connect_device").length
  await run(function* () {
    yield* ask({ type: "ConnectDevice", ...target })
    yield* say({ type: "error", reason: "unknown_device", about: "connect_device", id: "n1" })
    expect((yield* reach).device).toMatchObject({ phase: "connecting" })
    yield* TestClock.adjust(1_000)
    yield* settle
    expect(asked()).toBe(2)
    for (let look = 0; look < 12; look += 1) {
      yield* say({ type: "error", reason: "unknown_device", about: "connect_device", id: "n1" })
      yield* TestClock.adjust(1_000)
      yield* settle
    }
    expect((yield* reach).device).toMatchObject({ phase: "failed", reason: "unknown_device", until: null })
  })
})

const KEYS = { known: "0".repeat(64), offered: "f".repeat(64) }
const changedKey = { type: "error", reason: "key_changed", about: "connect_device", id: "n1", ...KEYS } as const

test("[SEC-5] a changed key is a person's decision: trusted, it is kept and the device asked again; else the device is left", async () => {
  const { browser, sent, say, ask, reach, run, greet } = played({ capabilities: ["viewer", "trust_key"] })
  await run(function* () {
    yield* greet
    yield* ask({ type: "ConnectDevice", ...target })
    yield* say({ ...changedKey, since: 5 })
    expect((yield* reach).key).toEqual({ id: "n1", did: "d1", name: "Rack", ...KEYS, since: 5 })
    expect((yield* reach).device).toMatchObject({ phase: "failed", reason: "key_changed", until: null })
    yield* ask({ type: "DecideAboutKey", id: "n1", offered: KEYS.offered, isTrusted: true })
    expect(sent.slice(1)).toEqual([{ type: "trust_key", id: "n1", fingerprint: KEYS.offered }, connect])
    expect(yield* reach).toMatchObject({ key: null, device: { phase: "connecting" } })
    yield* say({ type: "connected", id: "n1", viewer: "ws://127.0.0.1:1/viewer/x" })
    expect((yield* reach).device).toMatchObject({ phase: "connected" })
    // The device is lost and comes back with another key. The client waits for the person's decision before another
    // attempt.
    yield* say({ type: "disconnected", id: "n1", reason: "vanished" })
    yield* TestClock.adjust("2 seconds")
    yield* say(changedKey)
    expect((yield* reach).key).toMatchObject({ since: null })
    const before = sent.length
    yield* TestClock.adjust("10 minutes")
    expect(sent).toHaveLength(before)
    yield* ask({ type: "DecideAboutKey", id: "n1", offered: KEYS.offered, isTrusted: false })
    expect(sent.slice(before)).toEqual([{ type: "disconnect_device", id: "n1" }])
    expect(yield* reach).toEqual({ device: null, passcode: null, key: null })
  })
  const kept = [...browser.log.events].filter(({ type }) => type.startsWith("DeviceKey"))
  expect(kept.map(({ type, payload }) => [type, Reflect.get(Object(payload), "isTrusted")])).toEqual([
    ["DeviceKeyChanged", undefined],
    ["DeviceKeyJudged", true],
    ["DeviceKeyChanged", undefined],
    ["DeviceKeyJudged", false],
  ])
})

test("[SEC-5] no person is asked about the key of a device not asked for, nor where no answer is taken", async () => {
  for (const capabilities of [["viewer", "trust_key"], ["viewer"]] as const) {
    const { sent, say, ask, reach, run, greet } = played({ capabilities })
    await run(function* () {
      yield* greet
      yield* ask({ type: "ConnectDevice", ...target })
      yield* say({ ...changedKey, id: "n2" })
      expect((yield* reach).key).toBeNull()
      yield* ask({ type: "DecideAboutKey", id: "n1", offered: KEYS.offered, isTrusted: true })
      yield* say(changedKey)
      expect((yield* reach).key === null).toBe(capabilities.length === 1)
      expect((yield* reach).device).toMatchObject({ phase: "failed", reason: "key_changed" })
      expect(sent).toEqual([connect])
    })
  }
})

test("[SEC-5] a changed key is asked about on every way to a device, and a trusted one that could not be saved is said", async () => {
  for (const about of ["connect_device", "set_mode", "wake", "update_fw", "fw_begin"]) {
    const { browser, sent, say, ask, reach, run, greet } = played({ capabilities: ["wake", "trust_key"] })
    await run(function* () {
      yield* greet
      yield* report({ type: "RecordLanDevices", devices: [fieldsOf(device("n1", { did: "d1" }))], gone: [] })
      yield* ask({ type: "WakeOverLan", id: "n1", mac: null })
      yield* say({ ...changedKey, about })
      expect((yield* reach).key).toMatchObject({ id: "n1", ...KEYS })
      yield* ask({ type: "DecideAboutKey", id: "n1", offered: KEYS.offered, isTrusted: true })
      expect(sent.at(-1)).toEqual({ type: "trust_key", id: "n1", fingerprint: KEYS.offered })
      const before = (yield* Engine).state()
      yield* say({ type: "error", reason: "storage_failed", about: "trust_key", id: "n1" })
      const said = browser.log.events.at(-1)
      expect(said).toMatchObject({ type: "DeviceKeyUnkept", payload: { id: "n1" } })
      const event = said === undefined ? null : readEvent(said)
      const notice = { kind: "error", message: "keyUnkept" }
      expect([event && noticeOf(event, before, "tab-1"), event && noticeOf(event, before, "tab-2")]).toEqual([
        notice,
        null,
      ])
    })
  }
})

test("[SEC-5] a press is for the key that was on the screen: a later one, and that of another device, stay in question", async () => {
  const { sent, say, ask, reach, run, greet } = played({ capabilities: ["viewer", "trust_key"] })
  await run(function* () {
    yield* greet
    yield* ask({ type: "ConnectDevice", ...target })
    yield* say(changedKey)
    const later = "e".repeat(64)
    yield* say({ ...changedKey, offered: later })
    for (const decision of [
      { id: "n1", offered: KEYS.offered },
      { id: "n2", offered: later },
    ])
      for (const isTrusted of [true, false]) yield* ask({ type: "DecideAboutKey", ...decision, isTrusted })
    expect((yield* reach).key).toMatchObject({ id: "n1", offered: later })
    expect(sent).toEqual([connect])
  })
})

test("[SEC-5] the key that the account's server knows of a device goes with each way to it, and nothing that is no key", async () => {
  for (const [key, said] of [
    ["a".repeat(64), { key: "a".repeat(64) }],
    [Array(32).fill("AB").join(":"), { key: "ab".repeat(32) }],
    ["A key", {}],
  ] as const) {
    const { browser, sent, ask, run, settle, greet } = played({ capabilities: ["viewer", "wake"] })
    const bound = { id: "d1", name: "Rack", model: 1, lastSeen: 5, flags: 0, build: 1, key }
    browser.respond = () => ({ status: 0, uid: "u1", token: "t", devices: [bound], subdevices: [] })
    const session = { id: "s1", server: SERVER, serverType: "public", uid: "u1" } as const
    await run(function* () {
      yield* report({
        type: "CompleteSignIn",
        session: { ...session, name: "Ann", email: "ann@example.com", createdAt: 1 },
      })
      const reading = { ...bound, shared: false, owner: "" }
      yield* report({ type: "RecordDevices", account: accountOf("u1"), begunAt: 1, devices: [reading] })
      yield* settle
      yield* ask({ type: "ConnectDevice", ...target })
      expect(sent).toEqual([{ ...connect, cloud_type: 1, ...said }])
      yield* report({ type: "RecordLanDevices", devices: [fieldsOf(device("n1", { did: "d1" }))], gone: [] })
      yield* greet
      yield* ask({ type: "WakeOverLan", id: "n1", mac: null })
      expect(sent.at(-1)).toEqual({ type: "wake", id: "n1", mac: "", ...said })
      expect(itemOfAccount((yield* Engine).state(), "n1").key).toEqual(said)
    })
  }
})

test("[BRIDGE-4] whatever the native side says in whatever order, a passcode is sent only when one was asked for", async () => {
  const messages = fc.array(
    fc.constantFrom<BridgeCallback>(
      { type: "auth_device", id: "n1" },
      { type: "auth_device", id: "n1", error: "wrong_passcode", wait_ms: 5 },
      { type: "auth_device", id: "n2" },
      { type: "connected", id: "n1", viewer: "ws://127.0.0.1:1/viewer/x" },
      { type: "connected", id: "n2" },
      { type: "disconnected", id: "n1", reason: "vanished" },
      { type: "error", reason: "busy", about: "connect_device", id: "n1" },
      { type: "mode_changed", id: "n1", mode: "usb" },
    ),
    { maxLength: 12 },
  )
  await fc.assert(
    fc.asyncProperty(messages, async (said) => {
      const { browser, sent, say, ask, run } = played()
      browser.storage.set("passcode.d1", "1234")
      await run(function* () {
        yield* ask({ type: "ConnectDevice", ...target })
        let questions = 0
        for (const message of said) {
          if (message.type === "auth_device") questions += 1
          yield* say(message)
          const answers = sent.filter(({ type }) => type === "auth_device").length
          expect(answers).toBeLessThanOrEqual(questions)
        }
      })
    }),
    { numRuns: 40 },
  )
})
