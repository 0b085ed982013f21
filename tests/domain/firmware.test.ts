import * as fc from "fast-check"
import { expect, test } from "vitest"
import { Draft } from "../../src/domain/event/draft.ts"
import { goingOn, laterLots } from "../../src/domain/features/firmware/campaign.ts"
import type { FirmwareCommand, FirmwareTarget } from "../../src/domain/features/firmware/commands.ts"
import { decideFirmware } from "../../src/domain/features/firmware/decide.ts"
import type { FirmwareEvent } from "../../src/domain/features/firmware/events.ts"
import {
  evolveFirmware,
  type FirmwareState,
  type FirmwareUpdate,
  initialFirmware,
  isConfirmed,
  isRunning,
} from "../../src/domain/features/firmware/state.ts"
import { initialState } from "../../src/domain/product/state.ts"
import { CAMPAIGN_DEVICES_MAX, CAMPAIGN_FAILURES_MAX } from "../../src/domain/values/limits.ts"
import { campaignView } from "../../src/domain/views/campaign.ts"

const OLD = 240_918_112_030
const NEW = 241_204_091_500
const HASH = "0123456789abcdef0123456789abcdef"
const OTHER = "ffffffffffffffffffffffffffffffff"

/** A log of firmware events alone. Devices of its network come and go. */
class World {
  state: FirmwareState = initialFirmware
  readonly events: FirmwareEvent[] = []
  readonly targets = new Map<string, FirmwareTarget>()
  #at = 1_000

  constructor(devices: readonly string[] = ["a", "b", "c"]) {
    for (const device of devices) this.place(device, OLD)
  }

  place(device: string, build: number, forbids: FirmwareTarget["never"] = null): void {
    this.targets.set(device, {
      device,
      did: `did ${device}`,
      name: `Device ${device}`,
      build,
      never: forbids,
    })
  }

  /** Runs a command. Returns the reason for its rejection, or null. */
  run(command: FirmwareCommand): string | null {
    this.#at += 1_000
    const at = this.#at
    const decision = decideFirmware(command, this.state, { id: `c${at}`, at, tab: "t" }, (id) => this.targets.get(id))
    if (!decision.ok) return decision.reason
    for (const event of decision.value) {
      this.events.push(event)
      const envelope = { seq: this.events.length, id: "e", v: 1, at, account: null, tab: "t", cause: null }
      this.state = evolveFirmware(this.state, { ...event, ...envelope }, new Draft())
    }
    return null
  }

  reported(): this {
    this.run({ type: "LearnLatestFirmware", build: NEW, hash: HASH })
    return this
  }

  update(device: string): FirmwareUpdate {
    const update = this.state.updates.get(device)
    if (update === undefined) throw new Error(`no update of ${device}`)
    return update
  }

  native(device: string, state: -1 | 0 | 1 | 2 | 3, percent: number, error?: string): void {
    this.run({ type: "RecordNativeProgress", device, state, percent, ...(error !== undefined && { error }) })
  }
}

const STAGES = ["checking", "downloading", "uploading", "updating", "completed"]

const devices = fc.constantFrom("a", "b", "c", "z")
const commands: fc.Arbitrary<(world: World) => FirmwareCommand> = fc.oneof(
  fc.tuple(fc.constantFrom(NEW, OLD), fc.constantFrom(HASH, OTHER, null)).map(
    ([build, hash]) =>
      () =>
        ({ type: "LearnLatestFirmware", build, hash }) as const,
  ),
  devices.map((device) => () => ({ type: "StartFirmwareUpdate", device }) as const),
  fc.tuple(devices, fc.constantFrom(-1, 0, 1, 2, 3), fc.integer({ min: 0, max: 100 })).map(
    ([device, state, percent]) =>
      () =>
        ({ type: "RecordNativeProgress", device, state: state as -1 | 0 | 1 | 2 | 3, percent }) as const,
  ),
  fc.tuple(devices, fc.constantFrom("checking" as const, "downloading" as const), fc.integer({ min: 0, max: 100 })).map(
    ([device, stage, percent]) =>
      ({ state }: World) =>
        ({ type: "MoveFirmwareUpdate", update: state.updates.get(device)?.id ?? "none", stage, percent }) as const,
  ),
  devices.map(
    (device) =>
      ({ state }: World) =>
        ({ type: "FailFirmwareUpdate", update: state.updates.get(device)?.id ?? "none", reason: "vanished" }) as const,
  ),
  fc.tuple(devices, fc.constantFrom(NEW, OLD, 0)).map(
    ([device, build]) =>
      () =>
        ({ type: "RecordRunningBuild", device, build }) as const,
  ),
  devices.map((device) => () => ({ type: "DismissFirmwareUpdate", device }) as const),
  fc.tuple(fc.constantFrom("StartCampaign" as const, "RuleCampaign" as const), fc.nat(4), fc.nat(3)).map(
    ([type, limit, atOnce]) =>
      () =>
        type === "StartCampaign" ? { type, devices: ["a", "b", "c"], limit, atOnce } : { type, limit, atOnce },
  ),
  fc
    .constantFrom(
      "AdvanceCampaign" as const,
      "AdvanceCampaign" as const,
      "PauseCampaign" as const,
      "ResumeCampaign" as const,
      "StopCampaign" as const,
      "DismissCampaign" as const,
    )
    .map((type) => () => ({ type })),
  devices.map((device) => () => ({ type: "SkipInCampaign", device }) as const),
  devices.map(
    (device) =>
      ({ state }: World) =>
        ({ type: "PostponeInCampaign", update: state.updates.get(device)?.id ?? "none" }) as const,
  ),
)

test("[FW-3] stages go forward by single steps, no percent falls within one, and only native state 3 completes", () => {
  fc.assert(
    fc.property(fc.array(commands, { maxLength: 80 }), (made) => {
      const world = new World().reported()
      for (const make of made) {
        const before = world.events.length
        const command = make(world)
        world.run(command)
        for (const event of world.events.slice(before)) {
          if (event.type === "FirmwareUpdateMoved" && event.payload.stage === "completed")
            expect(command).toMatchObject({ type: "RecordNativeProgress", state: 3, device: event.payload.id })
        }
      }
      const last = new Map<string, { stage: string; percent: number }>()
      for (const event of world.events) {
        if (event.type === "FirmwareUpdateStarted") last.set(event.payload.update, { stage: "checking", percent: 0 })
        if (event.type === "FirmwareUpdateFailed") {
          expect(["error", "completed"]).not.toContain(last.get(event.payload.update)?.stage)
          last.set(event.payload.update, { stage: "error", percent: 0 })
        }
        if (event.type !== "FirmwareUpdateMoved") continue
        const { update, stage, percent } = event.payload
        const was = last.get(update) ?? { stage: "none", percent: 0 }
        if (stage === was.stage) expect(percent).toBeGreaterThan(was.percent)
        else expect(STAGES.indexOf(stage)).toBe(STAGES.indexOf(was.stage) + 1)
        last.set(update, { stage, percent })
      }
    }),
  )
})

test("[FW-8] no more devices of a campaign run than at once, and its failures never exceed the limit", () => {
  fc.assert(
    fc.property(fc.array(commands, { maxLength: 80 }), (made) => {
      const world = new World().reported()
      for (const make of made) {
        const was = world.state.campaign?.ended
        world.run(make(world))
        const { campaign, updates } = world.state
        if (campaign === null) continue
        const own = [...updates.values()].filter((update) => update.campaign === campaign.id)
        const failed = own.filter(({ stage }) => stage === "error").length
        expect(own.filter(isRunning).length).toBeLessThanOrEqual(3)
        if (campaign.ended === null) expect(failed).toBeLessThan(campaign.limit)
        // Checked only at the end itself: later a person may retry one of the failed devices.
        if (campaign.ended === "limit" && was !== "limit") expect(failed).toBeGreaterThanOrEqual(1)
        expect(campaign.limit).toBeLessThanOrEqual(CAMPAIGN_FAILURES_MAX)
      }
    }),
  )
})

test("[FW-2] a device that is not eligible says why, and build 0 is offered", () => {
  const world = new World()
  const start = (device: string) => world.run({ type: "StartFirmwareUpdate", device })
  expect(start("a")).toBe("latestUnknown")
  world.run({ type: "LearnLatestFirmware", build: NEW, hash: null })
  expect(start("a")).toBe("latestUnknown")
  world.reported()
  world.place("usb", OLD, "usbOnly")
  world.place("new", NEW)
  world.place("newer", NEW + 1)
  world.place("unknown", 0)
  expect(start("gone")).toBe("notOnNetwork")
  expect(start("usb")).toBe("usbOnly")
  expect(start("new")).toBe("upToDate")
  expect(start("newer")).toBe("upToDate")
  expect(start("unknown")).toBeNull()
  expect(start("unknown")).toBe("updating")
})

test("[FW-1] the native side's word of the latest build takes nothing from a hash that is known", () => {
  const world = new World().reported()
  world.run({ type: "LearnLatestFirmware", build: NEW, hash: null })
  expect(world.state.latest).toEqual({ build: NEW, hash: HASH })
  world.run({ type: "RecordLatestUnread" })
  expect(world.state.isUnread).toBe(true)
  world.reported()
  expect(world.state.isUnread).toBe(false)
  world.run({ type: "LearnLatestFirmware", build: NEW + 1, hash: null })
  expect(world.state.latest).toEqual({ build: NEW + 1, hash: null })
})

test("[FW-3] lost messages are made up for: a device that is far ahead passes the stages between", () => {
  const world = new World().reported()
  world.run({ type: "StartFirmwareUpdate", device: "a" })
  world.native("a", 2, 40)
  expect(world.update("a")).toMatchObject({ stage: "updating", percent: 40 })
  world.native("a", 1, 90)
  world.native("a", 2, 10)
  expect(world.update("a")).toMatchObject({ stage: "updating", percent: 40 })
  world.native("a", 3, 100)
  world.native("a", -1, 0, "vanished")
  expect(world.update("a")).toMatchObject({ stage: "completed", failure: null })
})

test("[FW-3] after completed the build that the device says confirms the update or casts doubt on it", () => {
  const world = new World().reported()
  world.run({ type: "StartFirmwareUpdate", device: "a" })
  world.run({ type: "RecordRunningBuild", device: "a", build: NEW })
  expect(world.update("a").reported).toBeNull()
  world.native("a", 3, 100)
  expect(isConfirmed(world.update("a"))).toBeNull()
  world.run({ type: "RecordRunningBuild", device: "a", build: OLD })
  expect(isConfirmed(world.update("a"))).toBe(false)
  world.run({ type: "RecordRunningBuild", device: "a", build: NEW })
  expect(isConfirmed(world.update("a"))).toBe(true)
})

test("[FW-4] an update that broke off says where and why, and may be tried again", () => {
  const world = new World().reported()
  world.run({ type: "StartFirmwareUpdate", device: "a" })
  world.native("a", 1, 60)
  world.native("a", -1, 0, "wrong_hash")
  const broken = world.update("a")
  expect(broken).toMatchObject({ stage: "error", brokeAt: "uploading", percent: 60, failure: "wrongHash" })
  expect(world.run({ type: "StartFirmwareUpdate", device: "a" })).toBeNull()
  expect(world.update("a")).toMatchObject({ stage: "checking", failure: null })
  world.run({ type: "FailFirmwareUpdate", update: broken.id, reason: "vanished" })
  expect(world.update("a").stage).toBe("checking")
})

test("[FW-6] an image is wanted once, kept when its hash is right, and wanted again when it failed", () => {
  const world = new World().reported()
  world.run({ type: "KeepFirmware" })
  world.run({ type: "KeepFirmware" })
  expect(world.events.filter(({ type }) => type === "FirmwareImageWanted")).toHaveLength(1)
  world.run({ type: "RecordImageMove", hash: HASH, percent: 40, size: 1_000 })
  world.run({ type: "RecordImageMove", hash: HASH, percent: 30, size: 1_000 })
  world.run({ type: "RecordImageMove", hash: OTHER, percent: 90, size: 1_000 })
  expect(world.state.image).toMatchObject({ percent: 40, size: 1_000, status: "wanted" })
  world.run({ type: "RecordImageFailure", hash: HASH, reason: "wrongHash" })
  expect(world.state.image).toMatchObject({ status: "failed", failure: "wrongHash" })
  world.run({ type: "KeepFirmware" })
  world.run({ type: "RecordImageKept", build: NEW, hash: HASH, size: 1_000 })
  expect(world.state.image).toMatchObject({ status: "kept", percent: 100, size: 1_000 })
  world.run({ type: "RemoveFirmware" })
  expect(world.state.image).toBeNull()
})

test("[FW-8] a campaign goes through its devices, skips who is gone, and stops at its limit", () => {
  const world = new World(["a", "b", "c", "d", "e"]).reported()
  world.run({ type: "StartCampaign", devices: ["a", "b", "c", "d", "e", "nobody"], limit: 2, atOnce: 1 })
  expect(world.state.campaign?.devices.map(({ name }) => name)).toEqual(
    ["a", "b", "c", "d", "e"].map((id) => `Device ${id}`),
  )
  expect(world.state.campaign?.left).toEqual([{ id: "nobody", reason: "notOnNetwork" }])
  expect(world.run({ type: "StartCampaign", devices: ["a"], limit: 1, atOnce: 1 })).toBe("campaignRunning")
  const next = () => world.run({ type: "AdvanceCampaign" })
  next()
  next()
  expect([...world.state.updates.keys()]).toEqual(["a"])
  world.native("a", 3, 100)
  world.targets.delete("b")
  next()
  expect(world.state.campaign?.skipped.get("b")).toBe("notOnNetwork")
  next()
  world.native("c", -1, 0, "unreachable")
  world.run({ type: "PauseCampaign" })
  next()
  expect(world.state.updates.has("d")).toBe(false)
  world.run({ type: "ResumeCampaign" })
  next()
  expect(world.state.campaign?.ended).toBeNull()
  world.native("d", -1, 0, "vanished")
  expect(world.state.campaign?.ended).toBe("limit")
  next()
  expect(world.state.updates.has("e")).toBe(false)
})

test("[FW-8] a build that is published in the middle of a campaign is for the next one", () => {
  const world = new World(["a", "b", "c"]).reported()
  world.run({ type: "StartCampaign", devices: ["a", "b", "c"], limit: 2, atOnce: 1 })
  world.run({ type: "AdvanceCampaign" })
  for (const hash of [null, OTHER]) {
    world.run({ type: "LearnLatestFirmware", build: NEW + 1, hash })
    const device = hash === null ? "a" : "b"
    world.native(device, 3, 100)
    world.run({ type: "AdvanceCampaign" })
  }
  const got = [...world.state.updates.values()].map(({ device, build, hash }) => ({ device, build, hash }))
  expect(got).toEqual(["a", "b", "c"].map((device) => ({ device, build: NEW, hash: HASH })))
  world.native("c", 3, 100)
  expect(world.state.campaign).toMatchObject({ build: NEW, ended: "done" })
})

test("[FW-8] devices are updated side by side, and a campaign that failures ended goes on when a person says so", () => {
  const world = new World(["a", "b", "c", "d"]).reported()
  const next = () => world.run({ type: "AdvanceCampaign" })
  world.run({ type: "StartCampaign", devices: ["a", "did b", "b", "c", "d"], limit: 1, atOnce: 2 })
  next()
  next()
  next()
  expect([...world.state.updates.keys()]).toEqual(["a", "b"])
  world.native("a", -1, 0, "vanished")
  expect(world.state.campaign).toMatchObject({ ended: "limit", limit: 1 })
  world.native("b", 3, 100)
  next()
  expect(world.state.updates.has("c")).toBe(false)
  world.run({ type: "ResumeCampaign" })
  expect(world.state.campaign).toMatchObject({ ended: null, limit: 2, endedAt: null })
  next()
  world.run({ type: "RuleCampaign", limit: 1, atOnce: 1 })
  expect(world.state.campaign).toMatchObject({ limit: 2, atOnce: 1 })
  next()
  expect(world.state.updates.has("d")).toBe(false)
  world.run({ type: "SkipInCampaign", device: "d" })
  world.native("c", 3, 100)
  expect(world.state.campaign).toMatchObject({ ended: "done" })
  expect(world.run({ type: "StartFirmwareUpdate", device: "d" })).toBeNull()
  expect(world.update("d").campaign).toBe(world.state.campaign?.id)
})

test("[FW-4] what broke off is tried again also while the device is away, and nothing else is begun then", () => {
  const world = new World().reported()
  const start = () => world.run({ type: "StartFirmwareUpdate", device: "a" })
  start()
  world.native("a", 1, 60)
  world.targets.delete("a")
  expect(start()).toBe("notOnNetwork")
  world.native("a", -1, 0, "vanished")
  expect(start()).toBeNull()
  expect(world.update("a")).toMatchObject({ stage: "checking", did: "did a", from: OLD, build: NEW })
  world.native("a", 3, 100)
  expect(start()).toBe("notOnNetwork")
})

test("[FW-8] a device whose passcode is not given comes once more after the others, and holds up no other twice", () => {
  const world = new World(["a", "b", "c"]).reported()
  const next = () => world.run({ type: "AdvanceCampaign" })
  const postpone = (device: string) => world.run({ type: "PostponeInCampaign", update: world.update(device).id })
  world.run({ type: "StartCampaign", devices: ["a", "b", "c"], limit: 2, atOnce: 1 })
  next()
  postpone("a")
  expect(world.state.updates.has("a")).toBe(false)
  next()
  expect([...world.state.updates.keys()]).toEqual(["b"])
  postpone("b")
  next()
  world.native("c", 2, 10)
  // A device that installs already is not postponed.
  postpone("c")
  expect(world.update("c").stage).toBe("updating")
  world.native("c", 3, 100)
  next()
  expect([...world.state.updates.keys()]).toEqual(["c", "a"])
  postpone("a")
  expect(world.update("a").stage).toBe("checking")
  world.run({ type: "RuleCampaign", limit: 2, atOnce: 2 })
  next()
  // The only other device waits behind it, and was postponed before.
  postpone("a")
  expect(world.update("a").stage).toBe("checking")
  world.native("a", 3, 100)
  next()
  world.native("b", 3, 100)
  expect(world.state.campaign).toMatchObject({ ended: "done", skipped: new Map() })
})

test("[FW-8] a device that a person wants after all waits for its passcode, and is not skipped again", () => {
  const world = new World(["a", "b"]).reported()
  world.run({ type: "StartCampaign", devices: ["a", "b"], limit: 2, atOnce: 1 })
  world.run({ type: "SkipInCampaign", device: "a" })
  world.run({ type: "StartFirmwareUpdate", device: "a" })
  world.run({ type: "PostponeInCampaign", update: world.update("a").id })
  expect(world.update("a").stage).toBe("checking")
  world.native("a", -1, 0, "wrong_passcode")
  world.run({ type: "AdvanceCampaign" })
  world.native("b", 3, 100)
  expect(world.state.campaign).toMatchObject({ ended: "done" })
  expect(world.update("a").stage).toBe("error")
})

test("[FW-8] a single update and the last device of a paused campaign wait for their passcode", () => {
  const world = new World(["a", "b", "c"]).reported()
  world.run({ type: "StartFirmwareUpdate", device: "c" })
  world.run({ type: "PostponeInCampaign", update: world.update("c").id })
  expect(world.update("c").stage).toBe("checking")
  world.run({ type: "StartCampaign", devices: ["a", "b"], limit: 2, atOnce: 1 })
  world.run({ type: "AdvanceCampaign" })
  world.run({ type: "PauseCampaign" })
  world.run({ type: "PostponeInCampaign", update: world.update("a").id })
  expect(world.update("a").stage).toBe("checking")
})

test("[FW-8] leaving a campaign by its end dismisses the end of each of its devices", () => {
  const world = new World(["a", "b", "c"]).reported()
  world.run({ type: "StartFirmwareUpdate", device: "c" })
  world.native("c", -1, 0, "vanished")
  world.run({ type: "StartCampaign", devices: ["a", "b"], limit: 2, atOnce: 2 })
  world.run({ type: "AdvanceCampaign" })
  world.run({ type: "AdvanceCampaign" })
  world.native("a", 3, 100)
  world.native("b", -1, 0, "vanished")
  expect(world.state.campaign?.ended).toBe("done")
  world.run({ type: "DismissCampaign" })
  expect(world.state.campaign).toBeNull()
  const seen = (id: string) => world.state.updates.get(id)?.isDismissed
  expect([seen("a"), seen("b"), seen("c")]).toEqual([true, true, false])
})

test("[FW-8] more devices than a campaign takes are updated in lots, the next when the one before is done", () => {
  const ids = Array.from({ length: CAMPAIGN_DEVICES_MAX + 2 }, (_, n) => `d${n}`)
  const world = new World(ids).reported()
  world.run({ type: "StartCampaign", devices: [...ids, "nobody"], limit: 3, atOnce: 4 })
  expect(world.state.campaign?.devices).toHaveLength(CAMPAIGN_DEVICES_MAX)
  expect(laterLots(world.state.campaign?.left ?? [])).toEqual(ids.slice(-2))
  const first = world.state.campaign?.id
  for (const id of ids.slice(0, -2)) world.run({ type: "SkipInCampaign", device: id })
  expect(world.state.campaign?.ended).toBe("done")
  world.run({ type: "AdvanceCampaign" })
  expect(world.state.campaign).toMatchObject({ ended: null, limit: 3, atOnce: 4 })
  expect(world.state.campaign?.left).toEqual([{ id: "nobody", reason: "notOnNetwork" }])
  expect(world.state.campaign?.id).not.toBe(first)
  expect(world.state.campaign?.devices.map(({ id }) => id)).toEqual(ids.slice(-2))
  world.run({ type: "StopCampaign" })
  world.run({ type: "AdvanceCampaign" })
  expect(world.state.campaign?.ended).toBe("person")
})

test("[FW-8] the results of one lot, and who was left out of it, stay when the next lot begins", () => {
  const ids = Array.from({ length: 2 * CAMPAIGN_DEVICES_MAX + 1 }, (_, n) => `d${n}`)
  const world = new World(ids).reported()
  world.run({ type: "StartCampaign", devices: [...ids, "nobody"], limit: 3, atOnce: 1 })
  const begun = [world.state.campaign?.startedAt, goingOn(world.state.campaign)]
  world.run({ type: "AdvanceCampaign" })
  world.native("d0", 3, 100)
  for (const id of ids.slice(1, CAMPAIGN_DEVICES_MAX)) world.run({ type: "SkipInCampaign", device: id })
  world.run({ type: "AdvanceCampaign" })
  const rows = () => {
    const view = campaignView({ ...initialState, firmware: world.state })
    return view?.rows.map(({ status }) => status) ?? []
  }
  expect(rows()).toHaveLength(2 * CAMPAIGN_DEVICES_MAX)
  expect(rows().slice(0, 3)).toEqual(["completed", "skipped", "skipped"])
  expect(rows().at(-1)).toBe("waiting")
  expect([world.state.campaign?.startedAt, goingOn(world.state.campaign)]).toEqual(begun)
  expect(world.state.campaign?.left.map(({ reason }) => reason)).toEqual(["notOnNetwork", "tooMany"])
  // A retried device of an earlier lot keeps the place of its row.
  world.run({ type: "StartFirmwareUpdate", device: "d1" })
  expect(rows()[1]).toBe("running")
  world.native("d1", 3, 100)
  world.run({ type: "StopCampaign" })
  world.run({ type: "DismissCampaign" })
  expect(["d0", "d1"].map((id) => world.state.updates.get(id)?.isDismissed)).toEqual([true, true])
  world.run({ type: "StartCampaign", devices: ["d3", "d4"], limit: 3, atOnce: 1 })
  expect(rows()).toEqual(["waiting", "waiting"])
})

test("[FW-3][MSG-3] an update that an HTTP error of the update server ended says which one, and the next one forgets it", () => {
  const world = new World().reported()
  world.run({ type: "StartFirmwareUpdate", device: "a" })
  const failure = {
    type: "RecordNativeProgress",
    device: "a",
    state: -1,
    percent: 0,
    error: "download_failed",
  } as const
  world.run({ ...failure, httpStatus: 404 })
  expect(world.update("a")).toMatchObject({ stage: "error", failure: "connect", httpStatus: 404 })
  world.run({ type: "StartFirmwareUpdate", device: "a" })
  world.run(failure)
  expect(world.update("a")).toMatchObject({ stage: "error", failure: "connect" })
  expect(world.update("a")).not.toHaveProperty("httpStatus")
  world.run({ type: "KeepFirmware" })
  world.run({ type: "RecordImageFailure", hash: HASH, reason: "connect", httpStatus: 502 })
  expect(world.state.image).toMatchObject({ status: "failed", failure: "connect", httpStatus: 502 })
  world.run({ type: "KeepFirmware" })
  expect(world.state.image).not.toHaveProperty("httpStatus")
})
