import type { FirmwareEvent } from "./events.ts"
import { type FirmwareState, isRunning } from "./state.ts"

/** What has become of a device of the campaign that is under way. */
export type CampaignStanding = "waiting" | "running" | "completed" | "failed" | "skipped"

export const standingOf = ({ campaign, updates }: FirmwareState, device: string): CampaignStanding => {
  const update = updates.get(device)
  if (update === undefined || update.campaign !== campaign?.id)
    return campaign?.skipped.has(device) ? "skipped" : "waiting"
  if (isRunning(update)) return "running"
  return update.stage === "completed" ? "completed" : "failed"
}

/** Ends the campaign when the end of this device leaves nothing to do, or was one failure too many. */
export const endedWith = (
  state: FirmwareState,
  id: string | null,
  device: string,
  as: CampaignStanding,
): readonly FirmwareEvent[] => {
  const { campaign } = state
  if (campaign === null || campaign.id !== id || campaign.ended !== null) return []
  const standings = campaign.devices.map(({ id: each }) => (each === device ? as : standingOf(state, each)))
  const failures = standings.filter((standing) => standing === "failed").length
  const isDone = standings.every((standing) => standing !== "waiting" && standing !== "running")
  const reason = isDone ? "done" : failures >= campaign.limit ? "limit" : null
  return reason === null ? [] : [{ type: "FirmwareCampaignEnded", payload: { campaign: campaign.id, reason } }]
}

/** How many devices of the campaign have failed so far. */
export const failuresOf = (state: FirmwareState): number =>
  state.campaign?.devices.filter(({ id }) => standingOf(state, id) === "failed").length ?? 0
