import { type CampaignState, lotsOf } from "../features/firmware/campaign.ts"
import { statusIn } from "../features/firmware/campaignStatus.ts"
import { type FirmwareState, isRunning, type LatestKnown } from "../features/firmware/state.ts"
import { hindranceOf } from "../features/firmware/updates.ts"
import type { LanState } from "../features/lan/state.ts"
import { firmwareTarget } from "../product/firmwareTargets.ts"
import type { State } from "../product/state.ts"
import { isHere } from "./lan.ts"
import { memo } from "./memo.ts"

/**
 * The sign of updates in the navigation: the progress of the running ones, else the number of devices on this network
 * that can be updated.
 */
export type UpdatesSign =
  | { readonly kind: "running"; readonly done: number; readonly of: number }
  | { readonly kind: "able"; readonly n: number }

type Updates = FirmwareState["updates"]

const ofCampaign = (campaign: CampaignState, updates: Updates): UpdatesSign => {
  const statuses = lotsOf(campaign).flatMap((lot) => lot.devices.map(({ id }) => statusIn(lot, updates, id)))
  const done = statuses.filter((status) => status !== "waiting" && status !== "running").length
  return { kind: "running", done, of: statuses.length }
}

const ableOf = (devices: LanState["devices"], latest: LatestKnown | null, updates: Updates): number => {
  let n = 0
  devices.forEach((device) => {
    if (hindranceOf(firmwareTarget(device), { latest, updates }) === null) n += 1
  })
  return n
}

/** Returns the same object for most events, which do not concern updates. */
export const makeUpdatesSign = (): ((state: State) => UpdatesSign) => {
  const signOf = memo(
    (
      campaign: CampaignState | null,
      updates: Updates,
      latest: LatestKnown | null,
      devices: LanState["devices"],
      isHereNow: boolean,
    ): UpdatesSign => {
      if (campaign !== null && campaign.ended === null) return ofCampaign(campaign, updates)
      const running = [...updates.values()].filter(isRunning).length
      if (running > 0) return { kind: "running", done: 0, of: running }
      return { kind: "able", n: isHereNow ? ableOf(devices, latest, updates) : 0 }
    },
  )
  return (state) => {
    const { campaign, updates, latest } = state.firmware
    return signOf(campaign, updates, latest, state.lan.devices, isHere(state))
  }
}
