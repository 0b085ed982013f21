import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { answerTo } from "../../src/domain/client/answering.ts"
import { backgroundLoops } from "../../src/domain/client/backgroundLoops.ts"
import { runClient } from "../../src/domain/client/client.ts"
import { followLanDevices } from "../../src/domain/client/lan/lanDevices.ts"
import { Scanning } from "../../src/domain/client/lan/scanDesk.ts"
import { answeredWake } from "../../src/domain/client/lan/waking.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import type { BridgeLink } from "../../src/domain/features/bridge/feature.ts"
import {
  LAN_REPORTED_WITHIN_MS,
  LAN_REPORTS_BURST,
  LAN_WAKE_CONFIRM_MS,
  SCAN_PART_HOSTS,
  SCAN_SILENCE_MS,
} from "../../src/domain/values/limits.ts"
import type { BridgeMessage } from "../../src/domain/wire/bridge.ts"
import { CONNECTED, device, PlayedBridge } from "./playedBridge.ts"
import { TestBrowser } from "./tabs.ts"

/** Lets time pass in small steps, so that fibers that wait for one another run in between. */
const pass = (ms: number) =>
  Effect.gen(function* () {
    for (let passed = 0; passed < ms; passed += 500) yield* TestClock.adjust(Math.min(500, ms - passed))
  })

const scans = (sent: readonly BridgeMessage[]) =>
  sent.flatMap((message) => (message.type === "scan_network" ? [message.targets] : []))

interface Tab {
  readonly browser: TestBrowser
  readonly bridge: PlayedBridge
  readonly engine: Engine["Service"]
}

type Steps = ReturnType<Parameters<TestBrowser["gen"]>[0]>

/**
 * Runs steps in a tab, one second after its client and loops have started. `link`: the first report of the native side.
 */
const inTab = (
  steps: (tab: Tab) => Steps,
  { link = CONNECTED, ...options }: Partial<TestBrowser> & { readonly link?: BridgeLink | null } = {},
) => {
  const browser = Object.assign(new TestBrowser(), options)
  const bridge = new PlayedBridge()
  browser.bridge = bridge.service
  return browser.gen(function* () {
    const running = yield* Effect.forkScoped(Effect.all([runClient, backgroundLoops], { concurrency: "unbounded" }))
    yield* pass(1_000)
    if (link !== null) bridge.link(link)
    yield* pass(1_000)
    const engine = yield* Engine
    yield* Effect.gen(() => steps({ browser, bridge, engine }))
    yield* Fiber.interrupt(running)
  })
}

test("[LAN-5] a scan goes part by part, each host once and in order, and ends with its number", () =>
  fc.assert(
    fc.asyncProperty(fc.subarray(["10.0.7.*", "10.9.*.*", "10.1.2.3", "[fe80::1]"], { minLength: 1 }), (texts) =>
      inTab(function* ({ bridge, engine }) {
        bridge.answers = (message) =>
          message.type === "scan_network"
            ? [
                { type: "scan_progress", done: 0, total: message.targets.length },
                { type: "scan_progress", done: message.targets.length, total: message.targets.length, ended: true },
              ]
            : []
        yield* answerTo({ type: "Scan", targets: texts }, true)
        yield* pass(20_000)
        const { scan } = engine.state().lan
        expect(scan?.end?.outcome).toBe("done")
        const hosts = scans(bridge.sent).flat()
        expect(hosts).toHaveLength(scan?.total ?? -1)
        expect(new Set(hosts).size).toBe(hosts.length)
        expect(scan?.done).toBe(hosts.length)
        for (const part of scans(bridge.sent)) expect(part.length).toBeLessThanOrEqual(SCAN_PART_HOSTS)
      }),
    ),
    { numRuns: 8 },
  ))

test("[LAN-5] what is cancelled says nothing more, and a native side that goes away or falls silent loses the scan, as does another one that is begun", () =>
  Promise.all(
    (["cancel", "away", "silent", "other"] as const).map((how) =>
      inTab(function* ({ bridge, engine }) {
        const scanning = yield* Scanning
        yield* answerTo({ type: "Scan", targets: ["10.*.*.*"] }, true)
        yield* pass(1_000)
        bridge.say({ type: "scan_progress", done: 100, total: SCAN_PART_HOSTS })
        yield* pass(1_000)
        expect(scanning.shown(engine.state()).lan.scan?.done).toBe(100)
        expect(engine.state().lan.scan?.done).toBe(0)
        if (how === "cancel") yield* answerTo({ type: "CancelScan" }, true)
        if (how === "away") bridge.link({ state: "away" })
        if (how === "other")
          yield* engine.dispatch({ type: "StartScan", scan: "other", targets: ["10.0.7.*"], total: 254 })
        yield* pass(SCAN_SILENCE_MS + 10_000)
        expect(engine.state().lan.scan).toMatchObject(
          how === "other"
            ? { id: "other", end: null }
            : { done: 100, end: { outcome: how === "cancel" ? "cancelled" : "lost" } },
        )
        expect(scans(bridge.sent)).toHaveLength(1)
        expect(bridge.sent.at(-1)?.type).toBe("cancel_scan")
      }),
    ),
  ))

test("[LAN-5] an address that lies in two targets is asked once", () =>
  inTab(function* ({ bridge }) {
    yield* answerTo({ type: "Scan", targets: ["10.0.7.9", "10.0.7.*", "10.0.7.*"] }, true)
    yield* pass(1_000)
    expect(scans(bridge.sent).flat()).toHaveLength(254)
  }))

test("[LAN-6] a report during a full disk is shown once it can be written", () => {
  let full = false
  return inTab(
    function* ({ bridge, engine }) {
      full = true
      bridge.say({ type: "devices_discovered", devices: [device("n1")] })
      yield* pass(5_000)
      expect(engine.state().lan.devices.size).toBe(0)
      full = false
      yield* pass(180_000)
      expect([...engine.state().lan.devices.keys()]).toEqual(["n1"])
    },
    { storeOptions: { fault: () => (full ? "quota" : undefined) } },
  )
})

test("[LAN-1][LAN-2][PICTURE-4] a scan that cannot begin says why, and one wrong line leaves the rest to be scanned", () =>
  inTab(
    function* ({ bridge }) {
      const refusal = (targets: readonly string[]) => Effect.flip(answerTo({ type: "Scan", targets }, true))
      expect(yield* refusal(["10.0.7.*"])).toBe("bridgeAway")
      bridge.link({ ...CONNECTED, capabilities: [] })
      yield* pass(1_000)
      expect(yield* refusal(["10.0.7.*"])).toBe("bridgeUnable")
      bridge.link(CONNECTED)
      yield* pass(1_000)
      expect(yield* refusal([])).toBe("noTargets")
      expect(yield* refusal(["host.example"])).toBe("invalidAddress")
      expect(yield* refusal(["8.8.*.*"])).toBe("targetTooWide")
      expect(yield* refusal(["224.0.0.*"])).toBe("invalidAddress")
      /* A target that cannot be scanned does not keep the others from being scanned. */
      yield* answerTo({ type: "Scan", targets: ["*.*.*.*", "224.0.0.*", "10.0.7.9"] }, true)
      yield* pass(1_000)
      expect((yield* Engine).state().lan.scan?.targets).toEqual(["10.0.7.9"])
    },
    { link: null },
  ))

test("[LAN-6] a repeated device is no event; one not reported after a greeting is gone; a flood is few events", () =>
  inTab(function* ({ bridge, engine }) {
    bridge.say({ type: "devices_discovered", devices: [device("n1"), device("n2")] })
    yield* pass(LAN_REPORTED_WITHIN_MS + 2_000)
    const at = engine.cursor()
    bridge.say({ type: "devices_discovered", devices: [device("n1", { timestamp: 99 })] })
    yield* pass(2_000)
    expect(engine.cursor()).toBe(at)
    // After the next greeting the native side reports only one of them.
    bridge.link({ state: "away" })
    yield* pass(1_000)
    expect([...engine.state().lan.devices.keys()]).toEqual(["n1", "n2"])
    bridge.link(CONNECTED)
    bridge.say({ type: "devices_discovered", devices: [device("n2")] })
    yield* pass(1_000)
    expect([...engine.state().lan.devices.keys()]).toEqual(["n1", "n2"])
    yield* pass(LAN_REPORTED_WITHIN_MS + 2_000)
    expect([...engine.state().lan.devices.keys()]).toEqual(["n2"])
    const before = engine.cursor()
    for (let n = 0; n < 600; n += 1) {
      bridge.say({ type: "devices_discovered", devices: [device("n2", { name: `Name ${n}` })] })
      yield* TestClock.adjust(100)
    }
    yield* pass(20_000)
    expect(engine.state().lan.devices.get("n2")?.name).toBe("Name 599")
    expect(engine.cursor() - before).toBeLessThanOrEqual(LAN_REPORTS_BURST + 10)
  }))

test("[LAN-6] a page receives what the native side says right after the link", async () => {
  const browser = new TestBrowser()
  const bridge = new PlayedBridge()
  bridge.link(CONNECTED)
  let isFirst = true
  // The native side reports a device right after the listener is added.
  browser.bridge = {
    ...bridge.service,
    onLink: (listener) =>
      Effect.tap(bridge.service.onLink(listener), () =>
        Effect.sync(() => {
          if (isFirst) queueMicrotask(() => bridge.say({ type: "devices_discovered", devices: [device("n1")] }))
          isFirst = false
        }),
      ),
  }
  await browser.gen(function* () {
    const running = yield* Effect.forkScoped(followLanDevices)
    yield* pass(2_000)
    expect([...(yield* Engine).state().lan.devices.keys()]).toEqual(["n1"])
    yield* Fiber.interrupt(running)
  })
})

test("[LAN-6] an unreadable report removes no known device, and what comes after it is received", () =>
  inTab(function* ({ bridge, engine }) {
    bridge.say({ type: "devices_discovered", devices: [device("n1"), device("n2")] })
    yield* pass(LAN_REPORTED_WITHIN_MS + 2_000)
    const broken = Object.defineProperty(device("n3"), "addr", {
      enumerable: true,
      get: () => {
        throw new Error("planted")
      },
    })
    bridge.say({ type: "devices_discovered", devices: [broken] })
    yield* pass(3 * LAN_REPORTED_WITHIN_MS)
    expect([...engine.state().lan.devices.keys()]).toEqual(["n1", "n2"])
    bridge.say({ type: "devices_discovered", devices: [device("n4")], gone: ["n1"] })
    yield* pass(2_000)
    expect([...engine.state().lan.devices.keys()]).toEqual(["n2", "n4"])
  }))

test("[WAKE-3][WAKE-4] a wake over the network goes from asked to sent to awake, or is not confirmed after its time", () =>
  inTab(function* ({ bridge, engine }) {
    bridge.say({ type: "devices_discovered", devices: [device("n1")] })
    yield* pass(1_000)
    const stages = () => engine.state().lan.wakes.map(({ stage }) => stage)
    expect(yield* Effect.flip(answerTo({ type: "WakeOverLan", id: "n9", mac: null }, true))).toBe("unknownDevice")
    expect(yield* Effect.flip(answerTo({ type: "WakeOverLan", id: "n1", mac: "x" }, true))).toBe("invalidMac")
    yield* answerTo({ type: "WakeOverLan", id: "n1", mac: null }, true)
    expect(bridge.sent.at(-1)).toEqual({ type: "wake", id: "n1", mac: "" })
    expect(stages()).toEqual(["asked"])
    bridge.say({ type: "wake_result", id: "n2", mac: "aa:bb:cc:dd:ee:0f", sent: true })
    yield* pass(1_000)
    expect(stages()).toEqual(["asked"])
    bridge.say({ type: "wake_result", id: "n1", mac: "aa:bb:cc:dd:ee:0f", sent: true })
    yield* pass(1_000)
    expect(stages()).toEqual(["sent"])
    expect(engine.state().lan.macs.get("did n1")).toBe("AA:BB:CC:DD:EE:0F")
    bridge.say({ type: "wake_result", id: "n1", mac: "aa:bb:cc:dd:ee:0f", sent: true, awake: true })
    yield* pass(1_000)
    expect(stages()).toEqual(["awake"])
    yield* answerTo({ type: "WakeOverLan", id: "n1", mac: "AA-BB-CC-DD-EE-01" }, true)
    bridge.say({ type: "wake_result", id: "n1", mac: "AA:BB:CC:DD:EE:01", sent: true })
    yield* pass(LAN_WAKE_CONFIRM_MS - 5_000)
    expect(stages()).toEqual(["awake", "sent"])
    yield* pass(10_000)
    expect(stages()).toEqual(["awake", "notConfirmed"])
    bridge.say({ type: "wake_result", id: "n1", mac: "AA:BB:CC:DD:EE:01", sent: true })
    yield* pass(1_000)
    expect(stages()).toEqual(["awake", "notConfirmed"])
    bridge.say({ type: "wake_result", id: "n1", mac: "AA:BB:CC:DD:EE:01", sent: true, awake: true })
    yield* pass(1_000)
    expect(stages()).toEqual(["awake", "awake"])
    yield* answerTo({ type: "WakeOverLan", id: "n1", mac: "AA-BB-CC-DD-EE-01" }, true)
    bridge.say({ type: "error", reason: "refused", about: "wake", id: "n1" })
    yield* pass(1_000)
    expect(stages()).toEqual(["awake", "awake", "failed"])
    expect(answeredWake(engine.state().lan.wakes, "n1", "AA:BB:CC:DD:EE:01")).toBe(undefined)
  }))

test.each(["asked", "sent"])("[WAKE-4][BRIDGE-4] a wake that is %s waits for no bridge that is lost", (stage) =>
  inTab(function* ({ bridge, engine }) {
    bridge.say({ type: "devices_discovered", devices: [device("n1")] })
    yield* pass(1_000)
    yield* answerTo({ type: "WakeOverLan", id: "n1", mac: "AA-BB-CC-DD-EE-01" }, true)
    if (stage === "sent") bridge.say({ type: "wake_result", id: "n1", mac: "AA:BB:CC:DD:EE:01", sent: true })
    yield* pass(1_000)
    const stages = () => engine.state().lan.wakes.map((wake) => wake.stage)
    expect(stages()).toEqual([stage])
    bridge.link({ state: "away" })
    yield* pass(1_000)
    expect(stages()).toEqual(["notConfirmed"])
    bridge.link(CONNECTED)
    bridge.say({ type: "wake_result", id: "n1", mac: "AA:BB:CC:DD:EE:01", sent: true, awake: true })
    yield* pass(1_000)
    expect(stages()).toEqual(["awake"])
  }),
)

test("[LAN-3][LAN-4] targets live in local storage, and another tab's are kept", () =>
  new TestBrowser().gen(function* (browser) {
    const engine = yield* Engine
    yield* answerTo({ type: "AddSubnet", text: " 10.0.7.* " }, true)
    browser.storage.set("subnets", '["10.0.7.*","192.168.1.*"]')
    expect(yield* Effect.flip(answerTo({ type: "AddSubnet", text: "192.168.1.*" }, true))).toBe("duplicateSubnet")
    expect(yield* Effect.flip(answerTo({ type: "AddSubnet", text: "10.0.7.0/24" }, true))).toBe("duplicateSubnet")
    expect(yield* Effect.flip(answerTo({ type: "AddSubnet", text: "10.0.7.0/22" }, true))).toBe("invalidAddress")
    yield* answerTo({ type: "AddSubnet", text: "[::1]:80" }, true)
    expect(browser.storage.get("subnets")).toBe('["10.0.7.*","192.168.1.*","[::1]:80"]')
    expect(engine.state().settings.get("subnets")).toBe('["10.0.7.*","192.168.1.*","[::1]:80"]')
    yield* answerTo({ type: "RemoveSubnet", text: "10.0.7.*" }, true)
    expect(browser.storage.get("subnets")).toBe('["192.168.1.*","[::1]:80"]')
  }))
