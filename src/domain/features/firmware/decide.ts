import type { Stamp } from "../../event/event.ts"
import { CAMPAIGN_DEVICES_MAX, CAMPAIGN_FAILURES_MAX } from "../../values/limits.ts"
import { invalid, valid } from "../../values/parsed.ts"
import {
  type FirmwareCommand,
  type FirmwareDecision,
  type FirmwareRejection,
  NOTHING,
  type TargetOf,
} from "./commands.ts"
import type { FirmwareEvent, SkipReason } from "./events.ts"
import { decideImage, learned } from "./images.ts"
import { endedWith, standingOf } from "./standings.ts"
import type { FirmwareState } from "./state.ts"
import { buildRead, dismissed, failed, hindranceOf, nativeProgress, ofUpdate, started, stepsTo } from "./updates.ts"

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
      return state.isUnread ? NOTHING : valid([{ type: "LatestFirmwareUnread", payload: {} }])
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
      return started(command.device, state, id, campaignOf(command.device, state), targetOf)
    case "DismissFirmwareUpdate":
      return dismissed(command.device, state)
    case "MoveFirmwareUpdate":
      return valid(ofUpdate(state, command.update, (update) => stepsTo(update, command.stage, command.percent)))
    case "FailFirmwareUpdate":
      return valid(ofUpdate(state, command.update, (update) => failed(update, command.reason, state)))
    case "RecordNativeProgress":
      return valid(nativeProgress(command, state))
    case "RecordRunningBuild":
      return valid(buildRead(command, state))
    default:
      return decideCampaign(command, state, id, targetOf)
  }
}

/** Trying a device of a campaign again belongs to the campaign. */
const campaignOf = (device: string, { campaign }: FirmwareState): string | null =>
  campaign?.devices.includes(device) === true ? campaign.id : null

type CampaignCommand = Extract<
  FirmwareCommand,
  {
    type:
      | "StartCampaign"
      | "PauseCampaign"
      | "ResumeCampaign"
      | "StopCampaign"
      | "DismissCampaign"
      | "SkipInCampaign"
      | "AdvanceCampaign"
  }
>

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
  if (command.type === "DismissCampaign")
    return campaign.ended === null ? NOTHING : valid([{ type: "FirmwareCampaignDismissed", payload: about }])
  if (campaign.ended !== null) return NOTHING
  switch (command.type) {
    case "PauseCampaign":
      return campaign.isPaused ? NOTHING : valid([{ type: "FirmwareCampaignPaused", payload: about }])
    case "ResumeCampaign":
      return campaign.isPaused ? valid([{ type: "FirmwareCampaignResumed", payload: about }]) : NOTHING
    case "StopCampaign":
      return valid([{ type: "FirmwareCampaignEnded", payload: { ...about, reason: "person" } }])
    case "SkipInCampaign":
      return standingOf(state, command.device) === "waiting" && campaign.devices.includes(command.device)
        ? valid(skipped(command.device, "person", state, campaign.id))
        : NOTHING
    case "AdvanceCampaign":
      return advanced(state, id, targetOf)
  }
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

const campaignStarted = (
  { devices, limit }: Extract<FirmwareCommand, { type: "StartCampaign" }>,
  state: FirmwareState,
  id: string,
  targetOf: TargetOf,
): FirmwareDecision => {
  const { latest, campaign } = state
  if (campaign !== null && campaign.ended === null) return invalid("campaignRunning")
  if (latest === null || latest.hash === null) return invalid("latestUnknown")
  const able = [...new Set(devices)].filter((device) => hindranceOf(targetOf(device), state) === null)
  if (able.length === 0) return invalid("noDevices")
  const payload = {
    campaign: id,
    build: latest.build,
    devices: able.slice(0, CAMPAIGN_DEVICES_MAX),
    limit: Math.min(Math.max(1, Math.trunc(limit)), CAMPAIGN_FAILURES_MAX),
  }
  return valid([{ type: "FirmwareCampaignStarted", payload }])
}

const advanced = (state: FirmwareState, id: string, targetOf: TargetOf): FirmwareDecision => {
  const { campaign } = state
  if (campaign === null || campaign.isPaused) return NOTHING
  const standings = campaign.devices.map((device) => ({ device, standing: standingOf(state, device) }))
  if (standings.some(({ standing }) => standing === "running")) return NOTHING
  const next = standings.find(({ standing }) => standing === "waiting")
  if (next === undefined) return NOTHING
  const begun = started(next.device, state, id, campaign.id, targetOf)
  if (begun.ok || begun.reason === "latestUnknown" || begun.reason === "updating") return begun.ok ? begun : NOTHING
  return valid(skipped(next.device, skipReasonOf(begun.reason), state, campaign.id))
}
