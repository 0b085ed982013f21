import type { Envelope } from "../../event/event.ts"
import type { CampaignDevice, CampaignEvent, LeftOut, SkipReason } from "./events.ts"

/** Several devices in turn (FW-8). What became of each is its update, or why it was skipped. */
export interface CampaignState {
  readonly id: string
  readonly build: number
  readonly devices: readonly CampaignDevice[]
  readonly left: readonly LeftOut[]
  /** So many failures end it. */
  readonly limit: number
  /** So many devices are updated side by side. */
  readonly atOnce: number
  readonly isPaused: boolean
  readonly skipped: ReadonlyMap<string, SkipReason>
  /** Devices whose passcode nobody gave, and since when they come after the others, ms. */
  readonly postponed: ReadonlyMap<string, number>
  readonly ended: "done" | "limit" | "person" | null
  /** ms */
  readonly startedAt: number
  readonly endedAt: number | null
}

export const evolveCampaign = (
  campaign: CampaignState | null,
  event: CampaignEvent & Pick<Envelope, "at">,
): CampaignState | null => {
  if (event.type === "FirmwareCampaignStarted") {
    const { campaign: id, ...payload } = event.payload
    return {
      ...payload,
      id,
      isPaused: false,
      skipped: new Map(),
      postponed: new Map(),
      ended: null,
      startedAt: event.at,
      endedAt: null,
    }
  }
  if (campaign?.id !== event.payload.campaign) return campaign
  switch (event.type) {
    case "FirmwareCampaignRuled": {
      const { limit, atOnce } = event.payload
      return { ...campaign, limit, atOnce }
    }
    case "FirmwareCampaignPaused":
      return { ...campaign, isPaused: true }
    case "FirmwareCampaignResumed":
      return { ...campaign, isPaused: false, ended: null, endedAt: null }
    case "FirmwareDeviceSkipped":
      return { ...campaign, skipped: new Map(campaign.skipped).set(event.payload.id, event.payload.reason) }
    case "FirmwareDevicePostponed":
      return { ...campaign, postponed: new Map(campaign.postponed).set(event.payload.id, event.at) }
    case "FirmwareCampaignEnded":
      return { ...campaign, ended: event.payload.reason, endedAt: event.at }
    case "FirmwareCampaignDismissed":
      return null
  }
}
