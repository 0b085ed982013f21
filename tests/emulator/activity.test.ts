import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest"
import { type Activity, createActivity } from "../../emulator/node/devices/activity.ts"
import { nodePorts } from "../../emulator/node/devices/ports.ts"
import { createEmulation, type Emulation } from "../../emulator/node/emulation.ts"
import { PROTOCOL_VERSION } from "../../src/domain/wire/device/limits.ts"
import { encodeClientMessage } from "../../src/domain/wire/device/message.ts"
import { begin, chunkFrame, imageOf } from "./deviceWorld.ts"

/** Devices in use at the emulator's time, without sockets. */

/** Longer than an update takes, ms. */
const LATER_MS = 120_000
/** A device of the demo without a passcode, and with an unknown build. */
const DEVICE = "Green room"
const NEW_BUILD = 260_101_000_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Uploads an image, which the device then verifies. */
const beginUpdate = (emulation: Emulation, activity: Activity): void => {
  const { did = "" } = [...emulation.world().devices()].find(({ name }) => name === DEVICE) ?? {}
  const image = imageOf(NEW_BUILD)
  const caller = activity.call(did, { binding: "", send: () => {}, close: () => {} })
  caller?.receive(encodeClientMessage({ type: "hello", version: PROTOCOL_VERSION, client: "test" }))
  caller?.receive(encodeClientMessage(begin(image)))
  for (let index = 0; index < image.chunks; index += 1) caller?.receive(chunkFrame(image, index))
  caller?.receive(encodeClientMessage({ type: "fw_commit", n: 2 }))
}

const open = () => {
  const emulation = createEmulation({ scenario: "demo", seed: 1 })
  const ports = nodePorts(() => emulation.faults, emulation.chance, emulation.frames)
  const activity = createActivity(emulation, ports)
  onTestFinished(activity.close)
  beginUpdate(emulation, activity)
  expect(emulation.world().units()).toMatchObject([{ updating: { stage: "verifying" } }])
  return emulation
}

const cutPower = (emulation: Emulation): void =>
  void emulation.faults.add({ fault: "power-cut", stage: "update", percent: 10 })

test("[EMU-3][EMU-4] an update goes on unasked, and an accident happens when it has come so far", async () => {
  const emulation = open()
  cutPower(emulation)
  await vi.advanceTimersByTimeAsync(LATER_MS)
  expect(emulation.faults.list()).toEqual([])
})

test("[EMU-4] an update in a world that was left behind uses up no fault of the one that follows", async () => {
  const emulation = open()
  emulation.reset({ scenario: "demo", seed: 1 })
  cutPower(emulation)
  await vi.advanceTimersByTimeAsync(LATER_MS)
  expect(emulation.faults.list()).toHaveLength(1)
})
