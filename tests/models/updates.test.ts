import * as fc from "fast-check"
import { expect, test } from "vitest"
import { NEW_BUILD, OLD_BUILD } from "../../emulator/simulator/firmware/image.ts"
import { FirmwareRules } from "../../emulator/simulator/firmware/rules.ts"
import type { FirmwareCommand } from "../../src/domain/features/firmware/commands.ts"
import type { RecordedEvent } from "../../src/domain/product/events.ts"
import { fold, Recorder } from "../domain/recorder.ts"

/**
 * Updates, campaigns and the image without pages, network or native side: commands in any order, checked by the oracle.
 */

const DEVICES = ["n1", "n2", "n3", "n4"] as const
const BUILDS = [OLD_BUILD, NEW_BUILD, NEW_BUILD + 1] as const
const RUNS = 150

/** Each build has one image, and so one hash. */
const hashOf = (build: number): string => (build % 1_000_000).toString(16).padStart(32, "0")

interface Image {
  readonly hash: string
  readonly status: "wanted" | "kept" | "failed"
  readonly percent: number
}

class Updates {
  readonly client = new Recorder()
  readonly #completed = new Map<string, number>()
  readonly #announced = new Map<string, number>()
  readonly #rules = new FirmwareRules(
    {
      completed: this.#completed,
      announcedAt: (device, build) => (this.#announced.get(device) === build ? this.#now : undefined),
    },
    () => this.#now,
  )
  #image: Image | null = null
  #now = 0

  get firmware() {
    return this.client.state.firmware
  }

  do(command: FirmwareCommand): void {
    this.#now += 1
    this.#rules.asked.clear()
    if (command.type === "StartFirmwareUpdate") this.#rules.asked.set(command.device, this.#now)
    if (command.type === "RecordRunningBuild") this.#announced.set(command.device, command.build)
    if (command.type === "RecordNativeProgress" && command.state === 3)
      this.#completed.set(command.device, (this.#completed.get(command.device) ?? 0) + 1)
    const { campaign } = this.firmware
    const { isPaused, atOnce, waiting, running } = this.#rules.status
    const done = this.client.do(command)
    const events = done.ok ? done.value : []
    for (const event of events) {
      this.#rules.check(event)
      this.#checkImage(event)
    }
    this.#rules.checkCampaign()
    if (command.type !== "AdvanceCampaign" || campaign === null || campaign.ended !== null) return
    // A campaign that may start another device does so, or gives the reason.
    const isDue = !isPaused && running < atOnce && waiting.length > 0
    if (!isDue) expect(events).toEqual([])
    else if (this.firmware.latest?.hash != null) expect(events).not.toEqual([])
  }

  /** Sets the devices that answer on the network. The last is on a cable. */
  announce(builds: readonly (number | null)[]): void {
    const here = DEVICES.map((id, index) => ({ id, build: builds[index] ?? null, isUsb: index === DEVICES.length - 1 }))
    const fields = { model: 1, cloudType: 0, timestamp: 0, isHid: true, flags: 4 }
    const devices = here.flatMap(({ id, build, isUsb }) =>
      build === null
        ? []
        : [{ id, did: `did of ${id}`, name: id, isUsb, addr: isUsb ? "" : "10.0.7.1", build, ...fields }],
    )
    const gone = here.flatMap(({ id, build }) => (build === null ? [id] : []))
    this.client.do({ type: "RecordLanDevices", devices, gone })
  }

  #checkImage({ type, payload }: RecordedEvent): void {
    if (type === "FirmwareImageWanted") this.#image = { hash: payload.hash, status: "wanted", percent: 0 }
    if (type === "FirmwareImageKept") this.#image = { hash: payload.hash, status: "kept", percent: 100 }
    if (type !== "FirmwareImageMoved" && type !== "FirmwareImageFailed" && type !== "FirmwareImageDropped") return
    const image = this.#image
    expect(payload.hash).toBe(image?.hash)
    if (type === "FirmwareImageDropped" || image === null) {
      this.#image = null
      return
    }
    expect(image.status).toBe("wanted")
    if (type === "FirmwareImageMoved") expect(payload.percent).toBeGreaterThanOrEqual(image.percent)
    const percent = type === "FirmwareImageMoved" ? payload.percent : image.percent
    this.#image = { ...image, percent, status: type === "FirmwareImageFailed" ? "failed" : "wanted" }
  }

  /** The state must equal the sum of its events. */
  check(): void {
    const { image } = this.firmware
    expect(image?.status).toBe(this.#image?.status)
    expect(image?.hash).toBe(this.#image?.hash)
    expect(fold(this.client.log)).toEqual(this.client.state)
  }
}

type Walk = fc.Command<Updates, Updates>

const step = (title: string, run: (updates: Updates) => void): Walk => ({
  check: () => true,
  run: (updates) => {
    run(updates)
    updates.check()
  },
  toString: () => title,
})

const device = fc.constantFrom(...DEVICES)
const build = fc.constantFrom(...BUILDS)
const percent = fc.constantFrom(0, 1, 30, 33, 50, 99, 100)
const rules = { limit: fc.integer({ min: 1, max: 3 }), atOnce: fc.integer({ min: 1, max: 3 }) }
const is = <Type extends string>(type: Type) => ({ type: fc.constant(type) })

/** The number of entries of a command is its weight. */
const commands: readonly fc.Arbitrary<FirmwareCommand>[] = [
  ...Array.from({ length: 6 }, () =>
    fc.record({ ...is("RecordNativeProgress"), device, state: fc.constantFrom(-1, 0, 1, 2, 2, 3), percent }),
  ),
  ...Array.from({ length: 4 }, () => fc.record(is("AdvanceCampaign"))),
  fc.record({ ...is("StartFirmwareUpdate"), device }),
  fc.record({ ...is("RecordRunningBuild"), device, build }),
  fc.tuple(build, fc.boolean()).map(([at, isHashed]) => ({
    type: "LearnLatestFirmware",
    build: at,
    hash: isHashed ? hashOf(at) : null,
  })),
  fc.record(is("RecordLatestUnread")),
  fc.record({ ...is("DismissFirmwareUpdate"), device }),
  fc.record({ ...is("StartCampaign"), devices: fc.constant(DEVICES), ...rules }),
  fc.record({ ...is("StartCampaign"), devices: fc.constant(DEVICES), ...rules }),
  fc.record({ ...is("RuleCampaign"), ...rules }),
  fc.record({ ...is("SkipInCampaign"), device }),
  fc.record({ type: fc.constantFrom("PauseCampaign", "ResumeCampaign", "StopCampaign", "DismissCampaign") }),
  fc.record({ type: fc.constantFrom("KeepFirmware", "RemoveFirmware", "StopFirmwareDownload") }),
  build.map((at) => ({ type: "WantImage", build: at, hash: hashOf(at) })),
]

/** About the wanted image, or about another one. */
const imageCommands = fc.tuple(fc.nat(3), build, percent).map(([n, at, moved]) =>
  step(`word ${n} of the image of ${at}, ${moved} %`, (updates) => {
    const { image } = updates.firmware
    const of = image !== null && moved > 1 ? image.build : at
    const hash = hashOf(of)
    const words: readonly FirmwareCommand[] = [
      { type: "RecordImageMove", hash, percent: moved, size: 1_000 },
      { type: "RecordImageKept", hash, build: of, size: 1_000 },
      { type: "RecordImageFailure", hash, reason: "quota" },
      { type: "RecordImageGone", hash },
    ]
    for (const word of words.slice(n, n + 1)) updates.do(word)
  }),
)

/** About the update of any device. */
const updateCommands = fc.tuple(fc.nat(2), device, percent).map(([n, of, moved]) =>
  step(`word ${n} of the update of ${of}, ${moved} %`, (updates) => {
    const known = updates.firmware.updates.get(of)
    const update = known?.id ?? "none"
    const isAtStart = known?.stage === "checking" || known?.stage === "downloading"
    const words: readonly FirmwareCommand[] = [
      { type: "MoveFirmwareUpdate", update, stage: moved < 50 ? "checking" : "downloading", percent: moved },
      { type: "FailFirmwareUpdate", update, reason: "connect" },
      // A device is asked for its passcode before it receives anything.
      ...(isAtStart ? [{ type: "PostponeInCampaign", update } as const] : []),
    ]
    for (const word of words.slice(n, n + 1)) updates.do(word)
  }),
)

const announcements = fc
  .array(fc.option(fc.constantFrom(0, ...BUILDS)), { minLength: DEVICES.length, maxLength: DEVICES.length })
  .map((builds) => step(`announce ${builds.join()}`, (updates) => updates.announce(builds)))

const walks = fc.commands(
  [
    ...commands.map((drawn) => drawn.map((command) => step(JSON.stringify(command), (updates) => updates.do(command)))),
    imageCommands,
    imageCommands,
    updateCommands,
    updateCommands,
    announcements,
  ],
  { maxCommands: 80, size: "max" },
)

test("[FW-3][FW-8][HOUSE-2] whatever is asked and reported, the oracle of updates allows each event", () => {
  fc.assert(
    fc.property(walks, (list) => {
      const updates = new Updates()
      updates.announce(DEVICES.map(() => OLD_BUILD))
      updates.do({ type: "LearnLatestFirmware", build: NEW_BUILD, hash: hashOf(NEW_BUILD) })
      fc.modelRun(() => ({ model: updates, real: updates }), list)
    }),
    { numRuns: RUNS },
  )
})
