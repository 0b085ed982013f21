import { type CampaignStatus, campaignStatusOf } from "./campaignStatus.ts"
import type { FirmwareEvent } from "./events.ts"
import type { FirmwareState } from "./state.ts"

/** Ends the campaign when this device was the last one, or was one failure too many. */
export const endedWith = (
  state: FirmwareState,
  id: string | null,
  device: string,
  as: CampaignStatus,
): readonly FirmwareEvent[] => {
  const { campaign } = state
  if (campaign === null || campaign.id !== id || campaign.ended !== null) return []
  const statuses = campaign.devices.map(({ id: each }) => (each === device ? as : campaignStatusOf(state, each)))
  const failures = statuses.filter((status) => status === "failed").length
  const isDone = statuses.every((status) => status !== "waiting" && status !== "running")
  const reason = isDone ? "done" : failures >= campaign.limit ? "limit" : null
  return reason === null ? [] : [{ type: "FirmwareCampaignEnded", payload: { campaign: campaign.id, reason } }]
}
