import type { CampaignState } from "../features/firmware/campaign.ts"
import { partedBy } from "../features/firmware/decide.ts"
import type { CampaignDevice, FirmwareFailure, LeftOut, RunningStage, SkipReason } from "../features/firmware/events.ts"
import { type CampaignStanding, standingOf } from "../features/firmware/standings.ts"
import { type FirmwareImage, isConfirmed, type UpdateStage } from "../features/firmware/state.ts"
import { shownDeviceName } from "../outbox/overlay.ts"
import { firmwareTargetOf } from "../product/firmwareTargets.ts"
import type { State } from "../product/state.ts"
import { isHere } from "./lan.ts"

/** What a person sees of several updates (FW-8). */

/** `doubted`: the update was completed, and the device says another build, or has said none. */
export type RowStanding = CampaignStanding | "doubted"

export interface CampaignRow {
  readonly device: string
  readonly name: string
  readonly standing: RowStanding
  /** Null before it has begun. */
  readonly stage: UpdateStage | null
  readonly percent: number
  readonly brokeAt: RunningStage | null
  readonly failure: FirmwareFailure | null
  readonly skipped: SkipReason | null
  /** The device has asked for its passcode, and nobody has given it yet. */
  readonly wantsPasscode: boolean
  /** The build before; 0 when unknown. */
  readonly from: number
  readonly reported: number | null
  /** ms */
  readonly startedAt: number | null
  readonly endedAt: number | null
}

export interface LeftRow {
  readonly id: string
  readonly name: string
  readonly reason: LeftOut["reason"]
}

export interface CampaignView {
  readonly id: string
  readonly build: number
  readonly rows: readonly CampaignRow[]
  readonly left: readonly LeftRow[]
  readonly count: Readonly<Record<RowStanding, number>>
  readonly limit: number
  readonly atOnce: number
  readonly isPaused: boolean
  readonly ended: CampaignState["ended"]
  readonly startedAt: number
  readonly endedAt: number | null
  readonly image: FirmwareImage | null
  /** Whether there is a native side that brings the image to the devices. */
  readonly isHere: boolean
}

/** As the account calls it, or this network does or did; else its own id. */
const nameOf = (state: State, { id, did, name }: CampaignDevice): string => {
  const { session, devices, lan, outbox } = state
  const near = lan.devices.get(id)
  const account = session.current?.account ?? null
  const bound = devices.account === account ? devices.bound.get(near?.did ?? did) : undefined
  if (bound !== undefined) return shownDeviceName(outbox, account, bound)
  return near?.name || name || id
}

/** Asked for by its id here or by its `did`. */
const nameOfAsked = (state: State, id: string): string => nameOf(state, { id, did: id, name: "" })

const asks = ({ reach }: State, id: string): boolean => [...reach.values()].some(({ passcode }) => passcode?.id === id)

const rowOf = (state: State, device: CampaignDevice): CampaignRow => {
  const { firmware } = state
  const update = firmware.updates.get(device.id)
  const own = update?.campaign === firmware.campaign?.id ? update : undefined
  const standing = standingOf(firmware, device.id)
  return {
    device: device.id,
    name: nameOf(state, device),
    standing: own !== undefined && isConfirmed(own) === false ? "doubted" : standing,
    stage: own?.stage ?? null,
    percent: own?.percent ?? 0,
    brokeAt: own?.brokeAt ?? null,
    failure: own?.failure ?? null,
    skipped: standing === "skipped" ? (firmware.campaign?.skipped.get(device.id) ?? null) : null,
    wantsPasscode: standing === "running" && asks(state, device.id),
    from: own?.from ?? 0,
    reported: own?.reported ?? null,
    startedAt: own?.startedAt ?? null,
    endedAt: own?.endedAt ?? null,
  }
}

/** The campaign that is under way, or the last one until a person has seen how it ended. */
export const campaignView = (state: State): CampaignView | null => {
  const { campaign, image } = state.firmware
  if (campaign === null) return null
  const { id, build, limit, atOnce, isPaused, ended, startedAt, endedAt } = campaign
  const rows = campaign.devices.map((device) => rowOf(state, device))
  const count = { waiting: 0, running: 0, completed: 0, doubted: 0, failed: 0, skipped: 0 }
  for (const { standing } of rows) count[standing] += 1
  return {
    id,
    build,
    rows,
    left: campaign.left.map(({ id: each, reason }) => ({ id: each, name: nameOfAsked(state, each), reason })),
    count,
    limit,
    atOnce,
    isPaused,
    ended,
    startedAt,
    endedAt,
    image: image?.build === build ? image : null,
    isHere: isHere(state),
  }
}

export interface CampaignChoice {
  readonly able: readonly { readonly id: string; readonly name: string }[]
  readonly left: readonly LeftRow[]
  readonly build: number | null
  readonly hindrance: "campaignRunning" | "latestUnknown" | "noBridge" | null
}

/** What a campaign of these devices would be: who takes part, and who is left out and why. */
export const campaignChoice = (state: State, asked: readonly string[]): CampaignChoice => {
  const { campaign, latest } = state.firmware
  const { able, left } = partedBy(asked, state.firmware, firmwareTargetOf(state))
  const isUnderWay = campaign !== null && campaign.ended === null
  const isKnown = latest !== null && latest.hash !== null
  return {
    able: able.map((device) => ({ id: device.id, name: nameOf(state, device) })),
    left: left.map(({ id, reason }) => ({ id, name: nameOfAsked(state, id), reason })),
    build: latest?.build ?? null,
    hindrance: isUnderWay ? "campaignRunning" : !isKnown ? "latestUnknown" : isHere(state) ? null : "noBridge",
  }
}

/** The devices of this network whose build is below the latest one. */
export const outdated = (state: State): readonly string[] => {
  const { latest } = state.firmware
  if (latest === null || latest.hash === null) return []
  const all = [...state.lan.devices.keys()]
  return partedBy(all, state.firmware, firmwareTargetOf(state)).able.map(({ id }) => id)
}
