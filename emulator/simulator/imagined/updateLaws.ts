import type { FirmwareCommand } from "../../../src/domain/features/firmware/commands.ts"
import type { Event, RecordedEvent } from "../../../src/domain/product/events.ts"
import type { State } from "../../../src/domain/product/state.ts"
import { FirmwareRules } from "../firmware/rules.ts"
import { Violation } from "../violation.ts"

/** What must come of each word about updates, beside what may (FirmwareRules); written without the code of updates. */

/** A device as the network has it now. */
export interface Reachable {
  build: number
  readonly isCable: boolean
}

interface Last {
  readonly update: string
  readonly from: number
  readonly build: number
  stage: string
  percent: number
  reported: number | null
}

interface Image {
  readonly hash: string
  status: "wanted" | "kept" | "failed"
  percent: number
}

type Command<Type extends FirmwareCommand["type"]> = Extract<FirmwareCommand, { type: Type }>
type Brought = readonly RecordedEvent[] | undefined

/** Each build has one image, and so one hash. */
export const hashOf = (build: number): string => (build % 1_000_000).toString(16).padStart(32, "0")

const STAGES = ["checking", "downloading", "uploading", "updating", "completed"]
/** The stage that each word of the native side means. */
const NATIVE = ["downloading", "uploading", "updating", "completed"]
/** A percent that has grown by less need not be told. */
const STEP = 4

const demand = (isSo: boolean, invariant: number, what: string): void => {
  if (!isSo) throw new Violation(invariant, what)
}

export class UpdateLaws {
  /** Who answers on the network now. */
  readonly here = new Map<string, Reachable>()
  readonly completed = new Map<string, number>()
  readonly last = new Map<string, Last>()
  readonly rules: FirmwareRules
  latest: { readonly build: number; readonly hash: string | null } | null = null
  image: Image | null = null
  /** The build that each device told last, by itself. */
  readonly #said = new Map<string, number>()
  #now = 0

  constructor() {
    const announcedAt = (device: string, build: number) => (this.#said.get(device) === build ? this.#now : undefined)
    this.rules = new FirmwareRules({ completed: this.completed, announcedAt }, () => this.#now)
  }

  runs(device: string): boolean {
    const { stage } = this.last.get(device) ?? {}
    return stage !== undefined && stage !== "completed" && stage !== "error"
  }

  /** Before a command: what a person asked for may begin at once, and nothing of what they asked before. */
  asks(command: FirmwareCommand): void {
    this.#now += 1
    this.rules.asked.clear()
    if (command.type === "StartFirmwareUpdate") this.rules.asked.set(command.device, this.#now)
    if (command.type === "RecordRunningBuild") this.#said.set(command.device, command.build)
    if (command.type === "RecordNativeProgress" && command.state === 3)
      this.completed.set(command.device, (this.completed.get(command.device) ?? 0) + 1)
  }

  /** After a command: what it brought is allowed, and what it had to bring is there. */
  check(command: FirmwareCommand, brought: Brought, before: State): void {
    const must = this.#duty(command, before)
    for (const event of brought ?? []) {
      this.rules.check(event)
      this.#note(event)
    }
    this.rules.checkCampaign()
    must(brought ?? [])
  }

  #duty(command: FirmwareCommand, before: State): (events: readonly Event[]) => void {
    switch (command.type) {
      case "StartFirmwareUpdate": {
        const may = this.#mayStart(command.device)
        return (events) =>
          demand(events.length === (may ? 1 : 0), 12, `${command.device} ${may ? "must" : "must not"} begin`)
      }
      case "LearnLatestFirmware":
        return this.#learns(command)
      case "RecordNativeProgress":
        return this.#hears(command)
      case "RecordRunningBuild":
        return this.#reads(command)
      case "AdvanceCampaign":
        return this.#advances(before)
      case "RemoveFirmware": {
        const { image } = this
        const isUsed = [...before.firmware.updates.values()].some(
          (one) => one.hash === image?.hash && this.runs(one.device),
        )
        return (events) => demand(!isUsed || events.length === 0, 13, "an image that an update needs is removed")
      }
      default:
        return () => {}
    }
  }

  #mayStart(device: string): boolean {
    const { latest } = this
    if (latest === null || latest.hash === null || this.runs(device)) return false
    const reachable = this.here.get(device)
    if (reachable !== undefined) return !reachable.isCable && reachable.build < latest.build
    const last = this.last.get(device)
    return last?.stage === "error" && last.from < latest.build
  }

  /** Who says the build alone takes nothing from who said its hash. */
  #learns({ build, hash }: Command<"LearnLatestFirmware">) {
    const known = hash ?? (this.latest?.build === build ? this.latest.hash : null)
    return () =>
      demand(
        this.latest?.build === build && this.latest.hash === known,
        13,
        `build ${build} with hash ${known} was told, and ${this.latest?.build} with ${this.latest?.hash} is known`,
      )
  }

  #hears({ device, state, percent }: Command<"RecordNativeProgress">) {
    const before = { ...this.last.get(device) }
    const runs = this.runs(device)
    return (events: readonly Event[]) => {
      if (!runs) return demand(events.length === 0, 12, `a word about ${device}, which is not updated, counts`)
      const last = this.last.get(device)
      if (state === -1) return demand(last?.stage === "error", 12, `the update of ${device} failed, and goes on`)
      const stage = NATIVE[state] ?? ""
      const step = STAGES.indexOf(stage) - STAGES.indexOf(before.stage ?? "")
      const grew = percent - (before.percent ?? 0)
      if (step > 0 || (step === 0 && grew >= STEP))
        demand(
          last?.stage === stage && (step > 0 || last.percent === percent),
          12,
          `${device} is ${stage}, and nobody is told`,
        )
    }
  }

  #reads({ device, build }: Command<"RecordRunningBuild">) {
    const last = this.last.get(device)
    const isNews = last?.stage === "completed" && last.reported !== build && last.reported !== last.build
    return (events: readonly Event[]) =>
      demand(
        events.length === (isNews ? 1 : 0),
        12,
        `the build of ${device} ${isNews ? "is news" : "is read while it runs, or again"}`,
      )
  }

  /** A campaign that may begin another device does, or says why not. */
  #advances({ firmware: { campaign } }: State) {
    if (campaign === null || campaign.ended !== null) return () => {}
    const { isPaused, atOnce, waiting, running } = this.rules.standing
    const isDue = !isPaused && running < atOnce && waiting.length > 0
    const canBegin = this.latest?.hash != null
    return (events: readonly Event[]) => {
      if (!isDue) return demand(events.length === 0, 12, "a campaign that is paused, full or done goes on")
      if (canBegin) demand(events.length > 0, 12, `a campaign with ${waiting.length} waiting devices stands`)
      for (const event of events) if (event.type === "FirmwareDeviceSkipped") this.#checkSkip(event.payload)
    }
  }

  #checkSkip({ id, reason }: { readonly id: string; readonly reason: string }): void {
    const reachable = this.here.get(id)
    const should = reachable === undefined ? "notOnNetwork" : reachable.isCable ? "usbOnly" : "upToDate"
    demand(reason === should, 12, `${id} is skipped as ${reason}, and is ${should}`)
  }

  #note(event: Event): void {
    const { type, payload } = event
    if (type === "LatestFirmwareTold") this.latest = payload
    if (type === "FirmwareUpdateStarted") {
      const { id, update, from, build, hash } = payload
      demand(hash === hashOf(build), 13, `${id} is brought ${build} with the hash of another`)
      this.last.set(id, { update, from, build, stage: "checking", percent: 0, reported: null })
    }
    if (type === "FirmwareDevicePostponed") this.last.delete(payload.id)
    if (type === "FirmwareUpdateMoved" || type === "FirmwareUpdateFailed" || type === "FirmwareBuildRead") {
      const last = this.last.get(payload.id)
      if (last?.update !== payload.update) throw new Violation(12, `${type} is of an update that was replaced`)
      if (type === "FirmwareUpdateMoved") Object.assign(last, { stage: payload.stage, percent: payload.percent })
      if (type === "FirmwareUpdateFailed") last.stage = "error"
      if (type === "FirmwareBuildRead") last.reported = payload.build
    }
    this.#noteImage(event)
  }

  #noteImage({ type, payload }: Event): void {
    const { image } = this
    if (type === "FirmwareImageWanted") this.image = { hash: payload.hash, status: "wanted", percent: 0 }
    if (type === "FirmwareImageKept") this.image = { hash: payload.hash, status: "kept", percent: 100 }
    if (type !== "FirmwareImageMoved" && type !== "FirmwareImageFailed" && type !== "FirmwareImageDropped") return
    if (image?.hash !== payload.hash) throw new Violation(13, `${type} is of another image`)
    if (type === "FirmwareImageDropped") this.image = null
    else demand(image.status === "wanted", 13, `${type} of an image that is ${image.status}`)
    if (type === "FirmwareImageFailed") image.status = "failed"
    if (type !== "FirmwareImageMoved") return
    demand(payload.percent >= image.percent, 12, `a download falls from ${image.percent} to ${payload.percent}`)
    image.percent = payload.percent
  }

  /** What the state holds is what its events said. */
  look({ firmware: { updates, image, latest } }: State): void {
    const held = [...updates.values()].map(
      ({ id, stage, percent }) => `${id} ${stage} ${stage === "error" ? "" : percent}`,
    )
    const told = [...this.last.values()].map(
      ({ update, stage, percent }) => `${update} ${stage} ${stage === "error" ? "" : percent}`,
    )
    demand(
      held.sort().join() === told.sort().join(),
      3,
      `updates are ${held.join()}, and their events say ${told.join()}`,
    )
    demand(
      image?.status === this.image?.status && image?.hash === this.image?.hash,
      3,
      "the image is not what its events say",
    )
    demand(
      latest?.build === this.latest?.build && latest?.hash === this.latest?.hash,
      3,
      "the latest build is not the one told",
    )
  }
}
