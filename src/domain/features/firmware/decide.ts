import type { Stamp } from "../../event/event.ts"
import { CAMPAIGN_AT_ONCE_MAX, CAMPAIGN_DEVICES_MAX, CAMPAIGN_FAILURES_MAX } from "../../values/limits.ts"
import { invalid, valid } from "../../values/parsed.ts"
import { type CampaignState, laterLots, lotsOf } from "./campaign.ts"
import { endedWith } from "./campaignEnd.ts"
import { campaignStatusOf, failuresOf } from "./campaignStatus.ts"
import {
  type CampaignCommand,
  type FirmwareCommand,
  type FirmwareDecision,
  type FirmwareRejection,
  NOTHING,
  type TargetOf,
} from "./commands.ts"
import type { CampaignDevice, FirmwareEvent, LeftOutDevice, SkipReason } from "./events.ts"
import { decideImage, learned, unread } from "./images.ts"
import { type FirmwareState, type FirmwareUpdate, isRunning } from "./state.ts"
import {
  buildRead,
  dismissed,
  failed,
  hindranceOf,
  nativeProgress,
  ofUpdate,
  orBroken,
  started,
  stepsTo,
} from "./updates.ts"

export const decideFirmware = (
  command: FirmwareCommand,
  state: FirmwareState,
  { id }: Stamp,
  targetOf: TargetOf,
): FirmwareDecision => {
  switch (command.type) {
    case "LearnLatestFirmware":
      return valid(learned(command, state))
    case "RecordLatestUnread":
      return unread(command, state)
    case "KeepFirmware":
    case "WantImage":
    case "RemoveFirmware":
    case "StopFirmwareDownload":
    case "RecordImageMove":
    case "RecordImageKept":
    case "RecordImageFailure":
    case "RecordImageGone":
      return decideImage(command, state)
    case "StartFirmwareUpdate":
      return started(command.device, state, id, campaignOf(command.device, state), orBroken(state, targetOf))
    case "DismissFirmwareUpdate":
      return dismissed(command.device, state)
    case "MoveFirmwareUpdate":
      return valid(ofUpdate(state, command.update, (update) => stepsTo(update, command.stage, command.percent)))
    case "FailFirmwareUpdate":
      return valid(
        ofUpdate(state, command.update, (update) => failed(update, command.reason, state, command.httpStatus)),
      )
    case "RecordNativeProgress":
      return valid(nativeProgress(command, state))
    case "RecordRunningBuild":
      return valid(buildRead(command, state))
    default:
      return decideCampaign(command, state, id, targetOf)
  }
}

/** A retry of a device in a campaign belongs to that campaign. */
const campaignOf = (device: string, { campaign }: FirmwareState): string | null =>
  lotsOf(campaign).find(({ devices }) => devices.some(({ id }) => id === device))?.id ?? null

const isOf = (device: string, campaign: CampaignState | null): campaign is CampaignState =>
  campaign?.devices.some(({ id }) => id === device) === true

const skipReasonOf = (hindrance: FirmwareRejection): SkipReason =>
  hindrance === "notOnNetwork" || hindrance === "usbOnly" || hindrance === "upToDate" ? hindrance : "unknown"

const decideCampaign = (
  command: CampaignCommand,
  state: FirmwareState,
  id: string,
  targetOf: TargetOf,
): FirmwareDecision => {
  if (command.type === "StartCampaign") return campaignStarted(command, state, id, targetOf)
  const { campaign } = state
  if (campaign === null) return NOTHING
  const about = { campaign: campaign.id }
  if (command.type === "DismissCampaign") return campaignDismissed(campaign, state)
  if (command.type === "ResumeCampaign") return resumed(campaign, state)
  if (command.type === "AdvanceCampaign" && campaign.ended === "done") return nextLot(campaign, state, id, targetOf)
  if (campaign.ended !== null) return NOTHING
  switch (command.type) {
    case "RuleCampaign": {
      const { limit, atOnce } = rulesOf(command)
      // A new limit for the rest must not end the campaign because of failures so far.
      const rules = { limit: Math.max(limit, failuresOf(state) + 1), atOnce }
      const isSame = rules.limit === campaign.limit && atOnce === campaign.atOnce
      return isSame ? NOTHING : valid([{ type: "FirmwareCampaignRuled", payload: { ...about, ...rules } }])
    }
    case "PauseCampaign":
      return campaign.isPaused ? NOTHING : valid([{ type: "FirmwareCampaignPaused", payload: about }])
    case "StopCampaign":
      return valid([{ type: "FirmwareCampaignEnded", payload: { ...about, reason: "person" } }])
    case "SkipInCampaign":
      return campaignStatusOf(state, command.device) === "waiting" && isOf(command.device, campaign)
        ? valid(skipped(command.device, "person", state, campaign.id))
        : NOTHING
    case "PostponeInCampaign":
      return valid(ofUpdate(state, command.update, (update) => postponed(update, campaign, state)))
    case "AdvanceCampaign":
      return advanced(state, id, targetOf)
  }
}

/** Dismissing a finished campaign also dismisses the updates of its devices. */
const campaignDismissed = (last: CampaignState, state: FirmwareState): FirmwareDecision => {
  const { id: campaign, ended } = last
  if (ended === null) return NOTHING
  const lots = lotsOf(last)
  const ids = new Set(lots.map(({ id }) => id))
  const settled = lots
    .flatMap(({ devices }) => devices)
    .flatMap(({ id }): readonly FirmwareEvent[] => {
      const update = state.updates.get(id)
      if (update === undefined || isRunning(update) || update.isDismissed) return []
      if (update.campaign === null || !ids.has(update.campaign)) return []
      return [{ type: "FirmwareUpdateDismissed", payload: { id, update: update.id } }]
    })
  return valid([...settled, { type: "FirmwareCampaignDismissed", payload: { campaign } }])
}

const skipped = (
  device: string,
  reason: SkipReason,
  state: FirmwareState,
  campaign: string,
): readonly FirmwareEvent[] => [
  { type: "FirmwareDeviceSkipped", payload: { campaign, id: device, reason } },
  ...endedWith(state, campaign, device, "skipped"),
]

/** Once for each device, and only while it holds up others. A skipped device is not postponed. */
const postponed = (
  { id: update, device, campaign: of }: FirmwareUpdate,
  { id: campaign, postponed: before, devices, isPaused, skipped: leftOut }: CampaignState,
  state: FirmwareState,
): readonly FirmwareEvent[] => {
  if (leftOut.has(device)) return []
  if (of !== campaign || before.has(device)) return []
  const isHeldUp = ({ id }: CampaignDevice): boolean => {
    if (id === device) return false
    const stage = state.updates.get(id)?.stage
    const status = campaignStatusOf(state, id)
    if (status === "running") return stage === "checking" || stage === "downloading"
    return status === "waiting" && !isPaused && !before.has(id)
  }
  return devices.some(isHeldUp) ? [{ type: "FirmwareDevicePostponed", payload: { campaign, id: device, update } }] : []
}

const campaignStarted = (
  { devices, ...rules }: Extract<FirmwareCommand, { type: "StartCampaign" }>,
  state: FirmwareState,
  id: string,
  targetOf: TargetOf,
): FirmwareDecision => {
  const { latest, campaign } = state
  if (campaign !== null && campaign.ended === null) return invalid("campaignRunning")
  if (latest === null || latest.hash === null) return invalid("latestUnknown")
  const { able, left } = partedBy(devices, state, targetOf)
  if (able.length === 0) return invalid("noDevices")
  const payload = { campaign: id, build: latest.build, devices: able, left, ...rulesOf(rules) }
  return valid([{ type: "FirmwareCampaignStarted", payload }])
}

/**
 * A campaign updates too many devices in lots. The next lot begins when all devices of the one before have finished.
 */
const nextLot = (
  { left, limit, atOnce }: CampaignState,
  state: FirmwareState,
  id: string,
  targetOf: TargetOf,
): FirmwareDecision => {
  const devices = laterLots(left)
  if (devices.length === 0) return NOTHING
  const begun = campaignStarted({ type: "StartCampaign", devices, limit, atOnce }, state, id, targetOf)
  return begun.ok ? begun : NOTHING
}

const within = (value: number, most: number): number => Math.min(Math.max(1, Math.trunc(value)), most)

const rulesOf = ({ limit, atOnce }: Pick<CampaignState, "limit" | "atOnce">) => ({
  limit: within(limit, CAMPAIGN_FAILURES_MAX),
  atOnce: within(atOnce, CAMPAIGN_AT_ONCE_MAX),
})

/**
 * The devices that take part, without duplicates, and those left out, each with the reason. Devices without firmware
 * are in neither list.
 */
export const partedBy = (devices: readonly string[], state: FirmwareState, targetOf: TargetOf) => {
  const able = new Map<string, CampaignDevice>()
  const left: LeftOutDevice[] = []
  for (const asked of new Set(devices)) {
    const target = targetOf(asked)
    const hindrance = hindranceOf(target, state)
    if (hindrance === "noFirmware") continue
    if (target === undefined || hindrance !== null)
      left.push({ id: asked, reason: hindrance === null || hindrance === "latestUnknown" ? "notOnNetwork" : hindrance })
    else if (able.size < CAMPAIGN_DEVICES_MAX || able.has(target.device))
      able.set(target.device, { id: target.device, did: target.did, name: target.name })
    else left.push({ id: asked, reason: "tooMany" })
  }
  return { able: [...able.values()], left }
}

/** Continues with the waiting devices. When the failures have reached the limit, the limit starts over. */
const resumed = (campaign: CampaignState, state: FirmwareState): FirmwareDecision => {
  const about = { campaign: campaign.id }
  const isOver = !campaign.devices.some(({ id }) => campaignStatusOf(state, id) === "waiting")
  if (isOver || (campaign.ended === null && !campaign.isPaused)) return NOTHING
  const { limit, atOnce } = campaign
  const failures = failuresOf(state)
  const resumption = { type: "FirmwareCampaignResumed", payload: about } as const
  const rules = { limit: failures + limit, atOnce }
  return valid(
    failures >= limit ? [{ type: "FirmwareCampaignRuled", payload: { ...about, ...rules } }, resumption] : [resumption],
  )
}

/** The state with the build of the first device as the latest, so that all devices of a campaign get the same build. */
const asBegun = ({ id, build }: CampaignState, state: FirmwareState): FirmwareState => {
  const own = [...state.updates.values()].find((update) => update.campaign === id && update.build === build)
  return own === undefined ? state : { ...state, latest: { build, hash: own.hash } }
}

const advanced = (state: FirmwareState, id: string, targetOf: TargetOf): FirmwareDecision => {
  const { campaign } = state
  if (campaign === null || campaign.isPaused) return NOTHING
  const statuses = campaign.devices.map((device) => ({ device: device.id, status: campaignStatusOf(state, device.id) }))
  if (statuses.filter(({ status }) => status === "running").length >= campaign.atOnce) return NOTHING
  const waiting = statuses.filter(({ status }) => status === "waiting")
  const next = waiting.find(({ device }) => !campaign.postponed.has(device)) ?? waiting[0]
  if (next === undefined) return NOTHING
  const begun = started(next.device, asBegun(campaign, state), id, campaign.id, targetOf)
  if (begun.ok || begun.reason === "latestUnknown" || begun.reason === "updating") return begun.ok ? begun : NOTHING
  return valid(skipped(next.device, skipReasonOf(begun.reason), state, campaign.id))
}
