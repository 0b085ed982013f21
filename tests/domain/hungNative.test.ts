import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect, test } from "vitest"
import { switchMode } from "../../src/domain/client/bridge/asking.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { report } from "../../src/domain/client/sync/reporting.ts"
import { CONNECT_PATIENCE_MS, MODE_PATIENCE_MS } from "../../src/domain/values/limits.ts"
import { device } from "./playedBridge.ts"
import { played } from "./playedViewing.ts"

/**
 * A native side that hangs with an open socket is found to be away. Then every part of a device session reports the
 * same (BRIDGE-4).
 */

const target = { id: "n1", did: "d1", name: "Rack", isUsb: false, cloudType: 0 }

const foundAway = (world: ReturnType<typeof played>) =>
  Effect.andThen(report({ type: "ReportBridge", link: { state: "away" } }), world.cut)

test("[BRIDGE-4][DEVICE-9] a passcode that a hung native side asked for is asked for no more", async () => {
  const world = played()
  const { say, ask, reach, run, greet } = world
  await run(function* () {
    yield* greet
    yield* ask({ type: "ConnectDevice", ...target })
    yield* say({ type: "auth_device", id: "n1" })
    yield* foundAway(world)
    const { device, passcode } = yield* reach
    expect(device).toMatchObject({ phase: "failed", reason: "away" })
    expect(passcode).toBeNull()
  })
})

test("[BRIDGE-4][DEVICE-9] a passcode given in the moment that the native side goes is not called a device in another window", async () => {
  const world = played()
  const { say, ask, reach, run, greet } = world
  await run(function* () {
    yield* greet
    yield* ask({ type: "ConnectDevice", ...target })
    yield* say({ type: "auth_device", id: "n1" })
    world.native.isThere = false
    yield* ask({ type: "AnswerPasscode", passcode: "1234", keep: true })
    yield* report({ type: "ReportBridge", link: { state: "away" } })
    yield* TestClock.adjust(2 * CONNECT_PATIENCE_MS)
    expect((yield* reach).device).toMatchObject({ phase: "failed", reason: "away" })
    expect(world.browser.storage.has("passcode.d1")).toBe(false)
  })
})

test("[BRIDGE-4][MODE-1] a switch that waits for a passcode ends with the native side, and its question with it", async () => {
  const world = played()
  const { say, reach, run, greet, browser, settle } = world
  await run(function* () {
    yield* greet
    yield* say({ type: "devices_discovered", devices: [device("n2")] })
    const switching = yield* Effect.forkChild(Effect.flip(switchMode("n2", "usb")))
    yield* settle
    yield* say({ type: "auth_device", id: "n2" })
    expect((yield* reach).passcode).toMatchObject({ id: "n2" })
    yield* foundAway(world)
    yield* settle
    expect(switching.pollUnsafe()).toMatchObject({ value: "bridgeAway" })
    expect((yield* reach).passcode).toBeNull()
    yield* TestClock.adjust(MODE_PATIENCE_MS)
    expect((yield* Engine).state().reach.size).toBeGreaterThan(0)
    expect(browser.log.events.some(({ type }) => type === "DeviceHandedOver")).toBe(false)
  })
})
