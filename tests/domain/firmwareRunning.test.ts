import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect, test } from "vitest"
import { runFirmware } from "../../src/domain/client/firmware/running.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { until } from "../../src/domain/client/triggers.ts"
import { isConfirmed } from "../../src/domain/features/firmware/state.ts"
import type { LanDeviceFields } from "../../src/domain/features/lan/events.ts"
import { FirmwareError } from "../../src/domain/ports/firmware.ts"
import type { Command } from "../../src/domain/product/decide.ts"
import type { State } from "../../src/domain/product/state.ts"
import {
  ASK_AGAIN_MS,
  BRIDGE_GREETING_MS,
  BRIDGE_PATIENCE_MS,
  BUILD_READ_MS,
  DEVICE_BACK_MS,
  HEARTBEAT_MS,
  PASSCODE_TURN_MS,
} from "../../src/domain/values/limits.ts"
import { HASH, IMAGE, imagesOf, NEW, OLD, ScriptedNativeSide } from "./nativeSide.ts"
import { TestBrowser } from "./tabs.ts"

const lanDevice = (id: string, build = OLD): LanDeviceFields => ({
  id,
  did: `did-${id}`,
  name: `Device ${id}`,
  model: 1,
  cloudType: 0,
  timestamp: 0,
  isUsb: false,
  isHid: true,
  flags: 0,
  addr: "192.168.1.42",
  build,
})

/** A tab that leads. Devices on its network and a native side are there. */
const desk = (given: Uint8Array | null = IMAGE, devices: readonly string[] = ["a"]) => {
  const browser = new TestBrowser()
  const native = new ScriptedNativeSide()
  const images = imagesOf(given)
  browser.bridge = native.port
  browser.images = images
  let asked = 0
  browser.storeOptions = {
    latency: Effect.sync(() => {
      asked += 1
    }),
  }
  const run = (
    steps: (desk: {
      readonly send: (command: Command) => Effect.Effect<unknown, unknown>
      readonly state: () => State
      /** Waits until the state fulfils the condition. */
      readonly seen: (is: (state: State) => boolean) => Effect.Effect<void>
    }) => ReturnType<Parameters<TestBrowser["gen"]>[0]>,
  ) =>
    browser.gen(function* () {
      const engine = yield* Engine
      const send = (command: Command) => engine.dispatch(command)
      yield* send({ type: "TakeLeadership" })
      yield* send({ type: "RecordLanDevices", devices: devices.map((id) => lanDevice(id)), gone: [] })
      yield* send({ type: "LearnLatestFirmware", build: NEW, hash: HASH })
      yield* Effect.forkScoped(runFirmware)
      const publishes = (wake: () => void) => Effect.sync(() => engine.onPublish(() => wake()))
      const seen = (is: (state: State) => boolean) => until([publishes], () => is(engine.state()))
      yield* Effect.gen(() => steps({ send, state: engine.state, seen }))
    })
  /** Stage and percentage of each step of an update, in order. */
  const moves = () =>
    browser.log.events.flatMap(({ type, payload }) => {
      const { stage, percent }: { readonly stage?: string; readonly percent?: number } = Object(payload)
      return type === "FirmwareUpdateMoved" ? [`${stage} ${percent}`] : []
    })
  /** `asked`: the number of accesses to the log. */
  return { native, images, run, moves, asked: () => asked }
}

const stageOf = (device: string) => (state: State) => state.firmware.updates.get(device)?.stage
const ends = (device: string) => (state: State) => ["completed", "error"].includes(stageOf(device)(state) ?? "")

test("[FW-7][FW-6] the verified image goes to the native side in chunks with checksums, and the new build confirms it", async () => {
  const { native, run } = desk()
  await run(function* ({ send, state, seen }) {
    yield* send({ type: "StartFirmwareUpdate", device: "a" })
    yield* seen(ends("a"))
    expect(stageOf("a")(state())).toBe("completed")
    expect(native.image).toEqual(IMAGE)
    expect(native.sent).toMatchObject([{ type: "fw_begin", id: "a", build: NEW, hash: HASH, size: IMAGE.length }])
    expect(state().firmware.image).toMatchObject({ status: "kept", hash: HASH, size: IMAGE.length })
    yield* send({ type: "RecordLanDevices", devices: [lanDevice("a", NEW)], gone: [] })
    yield* TestClock.adjust(HEARTBEAT_MS)
    yield* seen(({ firmware }) => {
      const update = firmware.updates.get("a")
      return update !== undefined && isConfirmed(update) === true
    })
  })
})

test("[FW-3] a device that still says its old build after a while is doubted, once", async () => {
  const { run, asked } = desk()
  await run(function* ({ send, state, seen }) {
    yield* send({ type: "StartFirmwareUpdate", device: "a" })
    yield* seen(ends("a"))
    expect(state().firmware.updates.get("a")?.reported).toBeNull()
    yield* TestClock.adjust(BUILD_READ_MS + 2 * HEARTBEAT_MS)
    yield* seen(({ firmware }) => firmware.updates.get("a")?.reported === OLD)
    yield* TestClock.adjust(HEARTBEAT_MS)
    const before = asked()
    yield* TestClock.adjust(20 * HEARTBEAT_MS)
    expect(asked()).toBe(before)
  })
})

test("[FW-7] after a lost link only what is missing is sent", async () => {
  const { native, run } = desk()
  native.takes = ({ head }) => {
    if (head.index !== 2) return true
    native.takes = () => true
    native.connect({ state: "away" })
    return false
  }
  await run(function* ({ send, state, seen }) {
    yield* send({ type: "StartFirmwareUpdate", device: "a" })
    yield* Effect.yieldNow
    while (native.link.state === "connected") yield* Effect.promise(() => new Promise((done) => setImmediate(done)))
    native.connect()
    yield* seen(ends("a"))
    expect(stageOf("a")(state())).toBe("completed")
    expect(native.image).toEqual(IMAGE)
    expect(native.chunks.map(({ head }) => head.index)).toEqual([0, 1, 2, 2, 3])
  })
})

test("[FW-7] a native side that stays away ends the update, and trying again goes on where it stopped", async () => {
  const { native, run } = desk()
  native.takes = ({ head }) => {
    if (head.index !== 1) return true
    native.takes = () => true
    native.connect({ state: "away" })
    return false
  }
  await run(function* ({ send, state, seen }) {
    yield* send({ type: "StartFirmwareUpdate", device: "a" })
    while (native.link.state === "connected") yield* Effect.promise(() => new Promise((done) => setImmediate(done)))
    yield* TestClock.adjust(BRIDGE_PATIENCE_MS)
    yield* seen(ends("a"))
    expect(state().firmware.updates.get("a")).toMatchObject({ stage: "error", failure: "bridgeLost" })
    native.connect()
    yield* send({ type: "StartFirmwareUpdate", device: "a" })
    yield* seen((now) => stageOf("a")(now) === "completed")
    expect(native.chunks.map(({ head }) => head.index)).toEqual([0, 1, 1, 2, 3])
  })
})

test("[FW-7] an image with a wrong hash is refused before the native side hears of it", async () => {
  const { native, run } = desk(IMAGE.map((byte) => byte ^ 1))
  await run(function* ({ send, state, seen }) {
    yield* send({ type: "StartFirmwareUpdate", device: "a" })
    yield* seen(ends("a"))
    expect(state().firmware.updates.get("a")).toMatchObject({ stage: "error", failure: "wrongHash" })
    expect(native.sent).toEqual([])
    expect(native.chunks).toEqual([])
  })
})

test("[FW-6][FW-7] without room, with half an image or a broken disk the update says which, and the device hears nothing", async () => {
  for (const reason of ["quota", "truncated", "storage"] as const) {
    const { native, images, run } = desk()
    const { download } = images
    images.download = () => Effect.fail(new FirmwareError({ reason }))
    await run(function* ({ send, state, seen }) {
      yield* send({ type: "StartFirmwareUpdate", device: "a" })
      yield* seen(ends("a"))
      expect(state().firmware.updates.get("a")).toMatchObject({ stage: "error", failure: reason })
      expect(native.sent).toEqual([])
      images.download = download
      yield* send({ type: "StartFirmwareUpdate", device: "a" })
      yield* seen((now) => stageOf("a")(now) === "completed")
      expect(native.chunks).toHaveLength(4)
    })
  }
})

test("[FW-6][MSG-3] an update that downloads in the page ends with the HTTP status of the update server", async () => {
  const { images, run } = desk()
  images.download = () => Effect.fail(new FirmwareError({ reason: "connect", httpStatus: 404 }))
  await run(function* ({ send, state, seen }) {
    yield* send({ type: "StartFirmwareUpdate", device: "a" })
    yield* seen(ends("a"))
    expect(state().firmware.updates.get("a")).toMatchObject({ stage: "error", failure: "connect", httpStatus: 404 })
  })
})

test("[FW-6][FW-7] an image that goes while it is handed over is brought again, and nothing is handed over twice; not for ever", async () => {
  for (const losses of [1, Number.POSITIVE_INFINITY]) {
    const { native, images, run } = desk()
    const { chunk } = images
    let lost = 0
    images.chunk = (hash, index) =>
      Effect.suspend(() => {
        if (index === 2 && lost < losses) {
          lost += 1
          images.kept = null
        }
        return chunk(hash, index)
      })
    await run(function* ({ send, state, seen }) {
      yield* send({ type: "StartFirmwareUpdate", device: "a" })
      yield* seen(ends("a"))
      const isSaved = losses === 1
      const ended = isSaved ? { stage: "completed" } : { stage: "error", failure: "storage" }
      expect(state().firmware.updates.get("a")).toMatchObject(ended)
      expect(native.chunks.map(({ head }) => head.index)).toEqual(isSaved ? [0, 1, 2, 3] : [0, 1])
    })
  }
})

test("[FW-6] a kept image needs no provider; without either the update cannot connect", async () => {
  const { images, run, moves } = desk(null, ["a", "b"])
  await run(function* ({ send, state, seen }) {
    yield* send({ type: "StartFirmwareUpdate", device: "a" })
    yield* seen(ends("a"))
    expect(state().firmware.updates.get("a")).toMatchObject({ stage: "error", failure: "connect" })
    images.kept = IMAGE
    yield* send({ type: "StartFirmwareUpdate", device: "b" })
    yield* seen(ends("b"))
    expect(stageOf("b")(state())).toBe("completed")
  })
  // The client checks a stored image before it sends it, and the update shows the progress of the check.
  expect(moves().slice(0, 2)).toEqual(["checking 60", "downloading 0"])
})

test("[FW-5] a native side without chunks downloads the image itself", async () => {
  const { native, run } = desk(null)
  native.link = { state: "connected", version: "1", os: "win", capabilities: [] }
  await run(function* ({ send, state, seen }) {
    yield* send({ type: "StartFirmwareUpdate", device: "a" })
    yield* seen(ends("a"))
    expect(stageOf("a")(state())).toBe("completed")
    expect(native.sent).toEqual([{ type: "update_fw", id: "a", is_online_device: false, build: NEW, hash: HASH }])
  })
})

test("[FW-5][BRIDGE-8] a device that an account leads to is updated as an online device", async () => {
  const { native, run } = desk(null)
  native.link = { state: "connected", version: "1", os: "win", capabilities: [] }
  await run(function* ({ send, seen }) {
    yield* send({ type: "RecordLanDevices", devices: [{ ...lanDevice("a"), cloudType: 1 }], gone: [] })
    yield* send({ type: "StartFirmwareUpdate", device: "a" })
    yield* seen(ends("a"))
    expect(native.sent).toEqual([{ type: "update_fw", id: "a", is_online_device: true, build: NEW, hash: HASH }])
  })
})

test("[FW-4] a restarted native side is asked again when it knows nothing of an update under way", async () => {
  const { native, run } = desk()
  native.whole = (device) => native.progress(device, 1, 60)
  await run(function* ({ send, state, seen }) {
    yield* send({ type: "StartFirmwareUpdate", device: "a" })
    yield* seen((now) => stageOf("a")(now) === "uploading")
    native.connect({ state: "away" })
    native.whole = (device) => native.updates(device)
    native.connect()
    yield* Effect.yieldNow
    yield* TestClock.adjust(2 * BRIDGE_GREETING_MS)
    yield* seen(ends("a"))
    expect(stageOf("a")(state())).toBe("completed")
    expect(native.chunks).toHaveLength(4)
  })
})

/** Yields to other fibers. */
const given = (turns = 40) => Effect.forEach(Array.from({ length: turns }), () => Effect.yieldNow, { discard: true })

test("[FW-7] a native side without room for one more device is asked again, and one that is at it already is not", async () => {
  const { native, run } = desk(IMAGE, ["a", "b"])
  native.full = 2
  await run(function* ({ send, state, seen }) {
    const begun = () => native.sent.length
    yield* send({ type: "StartFirmwareUpdate", device: "a" })
    while (begun() === 0) yield* Effect.promise(() => new Promise((done) => setImmediate(done)))
    for (const turn of [2, 3]) {
      yield* given()
      yield* TestClock.adjust(ASK_AGAIN_MS)
      while (begun() < turn) yield* Effect.promise(() => new Promise((done) => setImmediate(done)))
    }
    yield* seen(ends("a"))
    expect(stageOf("a")(state())).toBe("completed")

    native.full = 100
    yield* send({ type: "StartFirmwareUpdate", device: "b" })
    while (begun() < 4) yield* Effect.promise(() => new Promise((done) => setImmediate(done)))
    native.progress("b", 1, 10)
    yield* seen((now) => stageOf("b")(now) === "uploading")
    yield* given()
    yield* TestClock.adjust(5 * ASK_AGAIN_MS)
    expect(begun()).toBe(4)
    native.updates("b")
    yield* seen(ends("b"))
    expect(stageOf("b")(state())).toBe("completed")
  })
})

test("[FW-8] a campaign updates its devices in turn and stops after the chosen number of failures", async () => {
  const { native, run } = desk(IMAGE, ["a", "b", "c", "d"])
  native.whole = (device) => {
    if (device === "a") native.updates(device)
    else native.progress(device, -1, 0, "vanished")
  }
  await run(function* ({ send, state, seen }) {
    yield* send({ type: "StartCampaign", devices: ["a", "b", "c", "d"], limit: 2, atOnce: 1 })
    yield* seen(({ firmware }) => firmware.campaign?.ended !== null)
    const { campaign, updates } = state().firmware
    expect(campaign?.ended).toBe("limit")
    expect([...updates.values()].map(({ device, stage }) => `${device} ${stage}`)).toEqual([
      "a completed",
      "b error",
      "c error",
    ])
  })
})

test("[FW-8] a campaign of ten goes on after a reload in the middle of an update, and stops at its threshold", async () => {
  const ten = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]
  const { native, run } = desk(IMAGE, ten)
  const fails = new Set(["c", "h"])
  const brings = (device: string): void => {
    if (fails.has(device)) native.progress(device, -1, 0, "vanished")
    else native.updates(device)
  }
  native.whole = (device) => (device === "e" ? native.progress(device, 1, 60) : brings(device))
  await run(function* ({ send, state, seen }) {
    yield* send({ type: "StartCampaign", devices: ten, limit: 2, atOnce: 1 })
    yield* seen(({ firmware }) => firmware.updates.get("e")?.percent === 60)
    expect(state().firmware.campaign?.ended).toBeNull()
  })
  const before = native.sent.length
  native.whole = brings
  await run(function* ({ state, seen }) {
    yield* Effect.yieldNow
    yield* TestClock.adjust(2 * BRIDGE_GREETING_MS)
    yield* seen(({ firmware }) => firmware.campaign?.ended !== null)
    const { campaign, updates } = state().firmware
    expect(campaign?.ended).toBe("limit")
    expect(ten.map((device) => updates.get(device)?.stage)).toEqual([
      ...["completed", "completed", "error", "completed", "completed"],
      ...["completed", "completed", "error", undefined, undefined],
    ])
  })
  const begun = native.sent.slice(before).flatMap((one) => (one.type === "fw_begin" ? [one.id] : []))
  expect(begun).toEqual(["e", "f", "g", "h"])
  // The native side received the image once, for all updates.
  expect(native.chunks.map(({ head }) => head.index)).toEqual([0, 1, 2, 3])
})

test("[FW-8] a device whose passcode is not given does not hold the others up, and is asked again after them", async () => {
  const { native, run } = desk(IMAGE, ["a", "b"])
  native.locked.add("a")
  await run(function* ({ send, state, seen }) {
    yield* send({ type: "StartCampaign", devices: ["a", "b"], limit: 2, atOnce: 1 })
    yield* seen((now) => stageOf("a")(now) !== undefined)
    const begun = (device: string) => native.sent.filter((one) => one.type === "fw_begin" && one.id === device).length
    while (begun("a") === 0) yield* Effect.promise(() => new Promise((done) => setImmediate(done)))
    yield* TestClock.adjust(PASSCODE_TURN_MS)
    yield* seen((now) => stageOf("b")(now) === "completed")
    expect(native.sent).toContainEqual({ type: "disconnect_device", id: "a" })
    while (begun("a") === 1) yield* Effect.promise(() => new Promise((done) => setImmediate(done)))
    // No other update waits behind this one, so the wait for the passcode has only the limit of the native side.
    yield* TestClock.adjust(2 * PASSCODE_TURN_MS)
    expect(stageOf("a")(state())).toBe("checking")
    native.tell({ type: "error", reason: "timed_out", about: "fw_begin", id: "a" })
    yield* seen(({ firmware }) => firmware.campaign?.ended === "done")
    expect(state().firmware.updates.get("a")).toMatchObject({ stage: "error", failure: "wrongPasscode" })
  })
})

test("[SEC-5] a changed key ends an update at once, also one that the native side was at, and names it", async () => {
  const { native, run } = desk()
  await run(function* ({ send, state, seen }) {
    native.whole = (id) => {
      native.progress(id, 1, 10)
      native.tell({ type: "error", reason: "key_changed", about: "fw_begin", id })
    }
    yield* send({ type: "StartFirmwareUpdate", device: "a" })
    yield* seen(({ firmware }) => firmware.updates.get("a")?.stage === "error")
    expect(state().firmware.updates.get("a")).toMatchObject({ failure: "keyChanged" })
    expect(native.sent.filter(({ type }) => type === "fw_begin")).toHaveLength(1)
  })
})

test("[FW-4] tried again while the device is away, it waits for the device, and not for ever", async () => {
  const { native, run } = desk()
  native.whole = (device) => native.progress(device, -1, 0, "vanished")
  await run(function* ({ send, state, seen }) {
    yield* send({ type: "StartFirmwareUpdate", device: "a" })
    yield* seen(ends("a"))
    yield* send({ type: "RecordLanDevices", devices: [], gone: ["a"] })
    native.whole = (device) => native.updates(device)
    const before = native.sent.length
    yield* send({ type: "StartFirmwareUpdate", device: "a" })
    yield* TestClock.adjust(DEVICE_BACK_MS)
    yield* seen(ends("a"))
    expect(state().firmware.updates.get("a")).toMatchObject({ stage: "error", failure: "unreachable" })
    expect(native.sent).toHaveLength(before)
    yield* send({ type: "StartFirmwareUpdate", device: "a" })
    yield* send({ type: "RecordLanDevices", devices: [lanDevice("a")], gone: [] })
    yield* seen(ends("a"))
    expect(stageOf("a")(state())).toBe("completed")
  })
})
