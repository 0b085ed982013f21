import type { EndedLot } from "./campaign.ts"
import { type FirmwareState, isRunning } from "./state.ts"

/** The status of a device in the current lot of the campaign. */
export type CampaignStatus = "waiting" | "running" | "completed" | "failed" | "skipped"

export const campaignStatusOf = ({ campaign, updates }: FirmwareState, device: string): CampaignStatus =>
  statusIn(campaign, updates, device)

/** The same for any lot of a campaign. */
export const statusIn = (lot: EndedLot | null, updates: FirmwareState["updates"], device: string): CampaignStatus => {
  const update = updates.get(device)
  if (update === undefined || update.campaign !== lot?.id) return lot?.skipped.has(device) ? "skipped" : "waiting"
  if (isRunning(update)) return "running"
  return update.stage === "completed" ? "completed" : "failed"
}

/** Number of devices of the campaign that have failed so far. */
export const failuresOf = (state: FirmwareState): number =>
  state.campaign?.devices.filter(({ id }) => campaignStatusOf(state, id) === "failed").length ?? 0
