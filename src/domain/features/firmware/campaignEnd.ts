import type { FirmwareEvent } from "./events.ts"
import { type CampaignStanding, standingOf } from "./standings.ts"
import type { FirmwareState } from "./state.ts"

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
