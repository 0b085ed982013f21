import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { connectMessage, itemOfAccount } from "../../src/domain/client/bridge/connectMessage.ts"
import { fieldsOf } from "../../src/domain/client/lan/lanDevices.ts"
import { report } from "../../src/domain/client/sync/reporting.ts"
import type { BridgeCallback } from "../../src/domain/wire/bridge.ts"
import { device } from "./playedBridge.ts"
import { played } from "./playedViewing.ts"
import { Recorder } from "./recorder.ts"

const target = { id: "n1", did: "d1", name: "Rack", isUsb: false, cloudType: 0 }
/** The time in which BRIDGE-7 demands a clear state, ms. */
const END_MS = 10_000
const plain = { state: "connected", version: "", os: "", capabilities: [] } as const

const bound = (did: string, shared: boolean) =>
  ({ id: did, name: did, model: 1, lastSeen: 1, flags: 0, build: 0, shared, owner: "" }) as const

const elapse = (ms: number, settle: Effect.Effect<void>) => Effect.andThen(TestClock.adjust(ms), settle)

test("[BRIDGE-7] a host of the basic messages alone has opened the device when it says nothing more", async () => {
  const { ask, reach, run, settle } = played()
  await run(function* () {
    yield* report({ type: "ReportBridge", link: plain })
    yield* ask({ type: "ConnectDevice", ...target })
    expect((yield* reach).device).toMatchObject({ phase: "connecting" })
    yield* elapse(END_MS, settle)
    expect((yield* reach).device).toMatchObject({ phase: "handedOver", reason: null })
  })
})

test("[BRIDGE-7] while a person types the passcode nothing is over; the passcode that opened the device is kept", async () => {
  const { browser, say, ask, reach, run, settle } = played()
  await run(function* () {
    yield* report({ type: "ReportBridge", link: plain })
    yield* ask({ type: "ConnectDevice", ...target })
    yield* say({ type: "auth_device", id: "n1" })
    yield* elapse(10 * END_MS, settle)
    expect((yield* reach).device).toMatchObject({ phase: "connecting" })
    yield* ask({ type: "AnswerPasscode", passcode: "2468", keep: true })
    expect(browser.storage.has("passcode.d1")).toBe(false)
    yield* elapse(END_MS, settle)
    expect((yield* reach).device).toMatchObject({ phase: "handedOver" })
    expect(browser.storage.get("passcode.d1")).toBe("2468")
  })
})

test("[BRIDGE-7] the host's error is the end, also after the device counted as opened; it can be opened again", async () => {
  const { sent, say, ask, reach, run, settle } = played()
  await run(function* () {
    yield* report({ type: "ReportBridge", link: plain })
    yield* ask({ type: "ConnectDevice", ...target })
    yield* say({ type: "error", reason: "unreachable", about: "connect_device", id: "n1" })
    expect((yield* reach).device).toMatchObject({ phase: "failed", reason: "unreachable" })
    yield* elapse(END_MS, settle)
    expect((yield* reach).device).toMatchObject({ phase: "failed" })
    yield* ask({ type: "RetryDevice" })
    yield* elapse(END_MS, settle)
    expect((yield* reach).device).toMatchObject({ phase: "handedOver" })
    yield* say({ type: "disconnected", id: "n1", reason: "vanished" })
    expect((yield* reach).device).toMatchObject({ phase: "failed", reason: "vanished" })
    expect(sent.filter(({ type }) => type === "connect_device")).toHaveLength(2)
  })
})

test("[BRIDGE-7] a host that offers pictures and never answers fails in time, and its late answer is received", async () => {
  const { say, ask, greet, reach, run, settle } = played()
  await run(function* () {
    yield* greet
    yield* ask({ type: "ConnectDevice", ...target })
    yield* elapse(END_MS, settle)
    expect((yield* reach).device).toMatchObject({ phase: "failed", reason: "timed_out" })
    yield* say({ type: "connected", id: "n1", viewer: "ws://127.0.0.1:1/viewer/x" })
    expect((yield* reach).device).toMatchObject({ phase: "connected", reason: null })
    yield* elapse(10 * END_MS, settle)
    expect((yield* reach).device).toMatchObject({ phase: "connected" })
  })
})

test("[BRIDGE-7] a way through the cloud takes longer; a picture elsewhere is no picture here", async () => {
  const { say, ask, greet, reach, run, settle } = played()
  await run(function* () {
    yield* greet
    yield* ask({ type: "ConnectDevice", ...target })
    yield* say({ type: "nat_request", did: "d1", payload: {} })
    yield* elapse(2 * END_MS, settle)
    expect((yield* reach).device).toMatchObject({ phase: "connecting" })
    yield* say({ type: "connected", id: "n1" })
    expect((yield* reach).device).toMatchObject({ phase: "handedOver" })
  })
})

test("[BRIDGE-7] whatever a host says, a device that went silent is in a clear state within the time", async () => {
  const messages = fc.array(
    fc.constantFrom<BridgeCallback>(
      { type: "connected", id: "n1" },
      { type: "connected", id: "n1", viewer: "ws://127.0.0.1:1/viewer/x" },
      { type: "connected", id: "n2" },
      { type: "disconnected", id: "n1", reason: "closed" },
      { type: "error", reason: "refused", about: "connect_device", id: "n1" },
      { type: "error", reason: "refused", about: "wake" },
      { type: "fw_progress", id: "n1", state: 0, percent: 1 },
      { type: "mode_changed", id: "n1", mode: "usb" },
    ),
    { maxLength: 6 },
  )
  await fc.assert(
    fc.asyncProperty(messages, fc.boolean(), async (said, offers) => {
      const { say, ask, greet, reach, run, settle } = played()
      await run(function* () {
        yield* offers ? greet : report({ type: "ReportBridge", link: plain })
        yield* ask({ type: "ConnectDevice", ...target })
        for (const message of said) yield* say(message)
        yield* elapse(END_MS, settle)
        expect((yield* reach).device?.phase).not.toBe("connecting")
      })
    }),
    { numRuns: 40 },
  )
})

test("[BRIDGE-7] a host that answers everything twice opens the device once, and asks for its passcode once", async () => {
  const { sent, say, ask, greet, reach, run, settle } = played()
  await run(function* () {
    yield* greet
    yield* ask({ type: "ConnectDevice", ...target })
    const question: BridgeCallback = { type: "auth_device", id: "n1" }
    yield* say(question, question)
    yield* ask({ type: "AnswerPasscode", passcode: "2468", keep: false })
    expect(sent.filter(({ type }) => type === "auth_device")).toHaveLength(1)
    const opened: BridgeCallback = { type: "connected", id: "n1", viewer: "ws://127.0.0.1:1/viewer/x" }
    yield* say(opened, opened)
    yield* say({ ...opened, viewer: "ws://127.0.0.1:1/viewer/y" })
    yield* elapse(2 * END_MS, settle)
    expect((yield* reach).device).toMatchObject({ phase: "connected" })
    const over: BridgeCallback = { type: "disconnected", id: "n1", reason: "vanished" }
    yield* say(over, over)
    expect((yield* reach).device?.phase).toBe("lost")
    expect(sent.filter(({ type }) => type === "connect_device").length).toBeLessThanOrEqual(2)
  })
})

test("[BRIDGE-7][BRIDGE-4] a host that dies in the middle of a connect is said to be away, and the device opens once it is back", async () => {
  const { native, sent, say, ask, greet, cut, mend, reach, run, settle } = played()
  await run(function* () {
    yield* greet
    yield* ask({ type: "ConnectDevice", ...target })
    yield* cut
    yield* elapse(END_MS, settle)
    const { device: left } = yield* reach
    expect(left?.phase).not.toBe("connecting")
    expect(left?.reason).toBe("away")
    expect(native.isThere).toBe(false)
    yield* mend
    yield* ask({ type: "RetryDevice" })
    yield* say({ type: "connected", id: "n1", viewer: "ws://127.0.0.1:1/viewer/x" })
    expect((yield* reach).device).toMatchObject({ phase: "connected" })
    expect(sent.filter(({ type }) => type === "connect_device").length).toBeGreaterThanOrEqual(2)
  })
})

const desk = (over: Parameters<typeof device>[1] = {}): Recorder => {
  const client = new Recorder()
  client.do({ type: "RecordLanDevices", devices: [fieldsOf(device("n1", { did: "d1", ...over }))], gone: [] })
  return client
}

test("[BRIDGE-8][DEVICE-7] connect_device carries what the item says, whatever the list said when it was chosen", () => {
  fc.assert(
    fc.property(fc.boolean(), fc.integer({ min: 0, max: 7 }), (is_usb, cloud_type) => {
      const { state } = desk({ is_usb, cloud_type })
      expect(connectMessage(state, { ...target, isUsb: !is_usb })).toMatchObject({ id: "n1", is_usb, cloud_type })
      expect(itemOfAccount(state, "n1").isOnline).toBe((cloud_type & 1) !== 0 || (cloud_type & 2) !== 0)
      const unknown = connectMessage(new Recorder().state, { ...target, isUsb: is_usb, cloudType: cloud_type })
      expect(unknown).toMatchObject({ is_usb, cloud_type })
    }),
  )
})

test("[BRIDGE-8][DEVICE-7] a device of the account is one of the cloud, one that is shared with it a sub-device", () => {
  const typeOf = (shared: boolean) => {
    const client = desk()
    const account = client.signIn()
    client.do({ type: "RecordDevices", account, begunAt: client.now, devices: [bound("d1", shared)] })
    return [connectMessage(client.state, target).cloud_type, itemOfAccount(client.state, "n1").isOnline]
  }
  expect(typeOf(false)).toEqual([1, true])
  expect(typeOf(true)).toEqual([3, true])
})

test("[BRIDGE-8] connect_device carries what Settings say of the picture, the sound and the input", () => {
  const client = desk()
  expect(connectMessage(client.state, target)).toMatchObject({ render_type: "dx11", audio: true, input: true })
  client.do({ type: "ObservePreference", key: "renderType", value: "dx9" })
  client.do({ type: "ObservePreference", key: "audio", value: "false" })
  client.do({ type: "ObservePreference", key: "input", value: "false" })
  expect(connectMessage(client.state, target)).toMatchObject({ render_type: "dx9", audio: false, input: false })
})
