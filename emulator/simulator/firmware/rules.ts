import { campaignEvents, runningStages } from "../../../src/domain/features/firmware/events.ts"
import type { RecordedEvent } from "../../../src/domain/product/events.ts"
import { Violation } from "../violation.ts"
import { NEW_BUILD } from "./image.ts"

/**
 * A second version of the rules of updates and campaigns, event by event, without their code on purpose: which stage
 * may follow which, and on which message of the native side (invariants 12 and 13).
 */

interface Update {
  readonly device: string
  readonly campaign: string | null
  stage: string
  percent: number
  /** Number of completion reports for its device at its start. */
  readonly before: number
  /** ms of the world */
  readonly beganAt: number
}

interface Campaign {
  readonly id: string
  readonly devices: readonly string[]
  limit: number
  atOnce: number
  isPaused: boolean
  ended: string | null
  /** The outcomes of its devices. Devices without one wait. */
  readonly outcomes: Map<string, "running" | "completed" | "failed" | "skipped">
  readonly postponed: Set<string>
}

type Of<Type extends RecordedEvent["type"]> = Extract<RecordedEvent, { type: Type }>

/** Longest delay of a person's request on a slow disk, ms. */
const ASKED_MS = 30_000

const ORDER: readonly string[] = [...runningStages, "completed"]

const breaks = (invariant: number, what: string): never => {
  throw new Violation(invariant, what)
}

/** Facts about the devices, independent of the log. */
export interface DeviceEvidence {
  /** Number of completion reports of the native side for each device. */
  readonly completed: ReadonlyMap<string, number>
  /**
   * Time of the native side's last announcement of a device with this build, ms of the world. Undefined when there was
   * none.
   */
  readonly announcedAt: (device: string, build: number) => number | undefined
}

export class FirmwareRules {
  /** Time of a person's request for an update of a device, ms of the world. That update may begin at any time. */
  readonly asked = new Map<string, number>()
  readonly updates = new Map<string, Update>()
  readonly #ofDevice = new Map<string, string>()
  #campaign: Campaign | undefined
  readonly #native: DeviceEvidence
  readonly #now: () => number

  constructor(native: DeviceEvidence, now: () => number) {
    this.#native = native
    this.#now = now
  }

  /** Updates that have not ended. */
  get open(): readonly string[] {
    return [...this.updates].flatMap(([id, { stage }]) => (stage === "completed" || stage === "error" ? [] : [id]))
  }

  check(event: RecordedEvent): void {
    if (event.type === "FirmwareUpdateStarted") this.#started(event)
    else if (event.type === "FirmwareUpdateMoved") this.#moved(event)
    else if (event.type === "FirmwareUpdateFailed") this.#failed(event)
    else if (event.type === "FirmwareBuildRead") this.#read(event)
    else if (Object.hasOwn(campaignEvents, event.type)) this.#campaignMoved(event)
  }

  #started({ payload: { update, id: device, campaign } }: Of<"FirmwareUpdateStarted">): void {
    const running = this.updates.get(this.#ofDevice.get(device) ?? "")
    if (running !== undefined && running.stage !== "completed" && running.stage !== "error")
      breaks(12, `${device} is updated twice at once`)
    this.updates.set(update, {
      device,
      campaign,
      stage: "checking",
      percent: 0,
      before: this.#native.completed.get(device) ?? 0,
      beganAt: this.#now(),
    })
    this.#ofDevice.set(device, update)
    if (campaign !== null) this.#begun(device, campaign)
  }

  #begun(device: string, id: string): void {
    const campaign = this.#campaign
    if (campaign?.id !== id) throw new Violation(12, `${device} belongs to a campaign that is over`)
    const { outcomes, devices, postponed, atOnce, ended, isPaused } = campaign
    const running = [...outcomes.values()].filter((outcome) => outcome === "running").length
    const waits = !outcomes.has(device)
    if (this.#now() - (this.asked.get(device) ?? Number.NEGATIVE_INFINITY) > ASKED_MS) {
      if (ended !== null || isPaused) breaks(12, `${device} begins in a campaign that is paused or over`)
      if (running >= atOnce) breaks(12, `${running + 1} devices of a campaign are updated at once, and ${atOnce} may`)
      if (!waits) breaks(12, `the campaign begins ${device} again by itself`)
      const first = devices.find((one) => !outcomes.has(one) && !postponed.has(one))
      if (first !== undefined && first !== device) breaks(12, `${device} begins before ${first}`)
    }
    outcomes.set(device, "running")
  }

  #moved({ payload: { update: id, stage, percent } }: Of<"FirmwareUpdateMoved">): void {
    const update = this.updates.get(id)
    if (update === undefined || update.stage === "completed" || update.stage === "error")
      throw new Violation(12, `update ${id} moves to ${stage} and is not under way`)
    const step = ORDER.indexOf(stage) - ORDER.indexOf(update.stage)
    if (step !== 0 && step !== 1) breaks(12, `an update goes from ${update.stage} to ${stage}`)
    if (step === 0 && percent <= update.percent) breaks(12, `${stage} falls from ${update.percent} to ${percent}`)
    if (stage === "completed" && (this.#native.completed.get(update.device) ?? 0) <= update.before)
      breaks(12, `${update.device} is called completed, and the native side has not said so`)
    update.stage = stage
    update.percent = percent
    if (stage === "completed") this.#settle(update, "completed")
  }

  #failed({ payload: { update: id } }: Of<"FirmwareUpdateFailed">): void {
    const update = this.updates.get(id)
    if (update === undefined || update.stage === "completed" || update.stage === "error")
      throw new Violation(12, `update ${id} fails and is not under way`)
    update.stage = "error"
    this.#settle(update, "failed")
  }

  #settle({ device, campaign }: Update, outcome: "completed" | "failed"): void {
    if (campaign !== null && this.#campaign?.id === campaign) this.#campaign.outcomes.set(device, outcome)
  }

  /**
   * A page knows the device's last report: it may run another build by now. The new build must have been announced
   * since the update began, any other build at any time.
   */
  #read({ payload: { id, update: of, build } }: Of<"FirmwareBuildRead">): void {
    const update = this.updates.get(of)
    if (update?.device !== id || update.stage !== "completed")
      throw new Violation(12, `the build of ${id} is read for an update that is not completed`)
    const announcedAt = this.#native.announcedAt(id, build) ?? Number.NEGATIVE_INFINITY
    const since = build === NEW_BUILD ? update.beganAt : 0
    if (announcedAt < since) breaks(12, `${id} is said to run ${build}, and has not said so`)
  }

  #campaignMoved(event: RecordedEvent): void {
    if (event.type === "FirmwareCampaignStarted") {
      const { campaign: id, devices, limit, atOnce } = event.payload
      const ids = devices.map((device) => device.id)
      this.#campaign = {
        id,
        devices: ids,
        limit,
        atOnce,
        isPaused: false,
        ended: null,
        outcomes: new Map(),
        postponed: new Set(),
      }
      return
    }
    const campaign = this.#campaign
    if (campaign === undefined) return
    if (event.type === "FirmwareCampaignRuled") Object.assign(campaign, pick(event))
    if (event.type === "FirmwareCampaignPaused") campaign.isPaused = true
    if (event.type === "FirmwareCampaignResumed") Object.assign(campaign, { isPaused: false, ended: null })
    if (event.type === "FirmwareDeviceSkipped") campaign.outcomes.set(event.payload.id, "skipped")
    if (event.type === "FirmwareDevicePostponed") this.#postponed(event, campaign)
    if (event.type === "FirmwareCampaignEnded") this.#ended(event, campaign)
    if (event.type === "FirmwareCampaignDismissed") this.#campaign = undefined
  }

  #postponed({ payload: { id, update } }: Of<"FirmwareDevicePostponed">, campaign: Campaign): void {
    if (campaign.postponed.has(id)) breaks(12, `${id} is put off twice`)
    const stage = this.updates.get(update)?.stage
    if (stage !== "checking" && stage !== "downloading") breaks(12, `${id} is put off while it is ${stage}`)
    campaign.postponed.add(id)
    campaign.outcomes.delete(id)
    this.updates.delete(update)
  }

  #ended({ payload: { reason } }: Of<"FirmwareCampaignEnded">, campaign: Campaign): void {
    const outcomes = [...campaign.outcomes.values()]
    const failures = outcomes.filter((outcome) => outcome === "failed").length
    const isDone = outcomes.length === campaign.devices.length && !outcomes.includes("running")
    if (reason === "limit" && failures < campaign.limit)
      breaks(12, `a campaign stops at ${failures} failures of ${campaign.limit}`)
    if (reason === "done" && !isDone) breaks(12, "a campaign is called done, and devices of it wait or run")
    campaign.ended = reason
  }

  /** Between commits: a campaign ends when it has failed too often or is done. */
  checkCampaign(): void {
    const campaign = this.#campaign
    if (campaign === undefined || campaign.ended !== null) return
    const outcomes = [...campaign.outcomes.values()]
    if (outcomes.filter((outcome) => outcome === "failed").length >= campaign.limit)
      breaks(12, `a campaign goes on after ${campaign.limit} failures`)
  }

  /** The state of the current campaign. */
  get status() {
    const { devices = [], outcomes, isPaused = true, atOnce = 0 } = this.#campaign ?? {}
    const running = [...(outcomes?.values() ?? [])].filter((outcome) => outcome === "running").length
    return { isPaused, atOnce, running, waiting: devices.filter((device) => outcomes?.has(device) !== true) }
  }

  /** True when the campaign has nothing left to do, or waits for a person. */
  get isSettled(): boolean {
    return this.#campaign === undefined || this.#campaign.ended !== null || this.#campaign.isPaused
  }
}

const pick = ({ payload: { limit, atOnce } }: Of<"FirmwareCampaignRuled">) => ({ limit, atOnce })
