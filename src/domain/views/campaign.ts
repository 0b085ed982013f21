import { type CampaignState, type EndedLot, goingOn, lotsOf } from "../features/firmware/campaign.ts"
import { type CampaignStatus, campaignStatusOf, failuresOf, statusIn } from "../features/firmware/campaignStatus.ts"
import { partedBy } from "../features/firmware/decide.ts"
import type {
  CampaignDevice,
  FirmwareFailure,
  LeftOutDevice,
  RunningStage,
  SkipReason,
} from "../features/firmware/events.ts"
import { type FirmwareImage, isConfirmed, type UpdateStage } from "../features/firmware/state.ts"
import { shownDeviceName } from "../outbox/overlay.ts"
import { firmwareTargetOf } from "../product/firmwareTargets.ts"
import type { State } from "../product/state.ts"
import { knownBuild } from "../values/firmware.ts"
import type { CompareNames } from "./findDevices.ts"
import { isAwaited } from "./firmware.ts"
import { isHere } from "./lan.ts"
import { timeOfUpdates, usualUpdateMs } from "./updateTime.ts"

/** Several updates, as a person sees them (FW-8). */

/** `doubted`: the update was completed, but the device reports another build, or none. */
export type RowStatus = CampaignStatus | "doubted"

export interface CampaignRow {
  readonly device: string
  readonly name: string
  /** Its address or id, to distinguish it from devices of the same name. Null while its name is unique. */
  readonly apart: string | null
  readonly status: RowStatus
  /** Null before it has begun. */
  readonly stage: UpdateStage | null
  readonly percent: number
  readonly brokeAt: RunningStage | null
  readonly failure: FirmwareFailure | null
  /** The HTTP error of the update server. */
  readonly httpStatus: number | null
  readonly skipped: SkipReason | null
  /** The device has requested its passcode, and the person has not given it yet. */
  readonly wantsPasscode: boolean
  /** Its passcode was not given, so it comes again after the others. */
  readonly isPostponed: boolean
  /** The update is running, and the device is not on the network. */
  readonly isAwaited: boolean
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
  readonly apart: string | null
  readonly reason: LeftOutDevice["reason"] | "noFirmware"
}

export interface CampaignView {
  readonly id: string
  readonly build: number
  readonly rows: readonly CampaignRow[]
  readonly left: readonly LeftRow[]
  readonly count: Readonly<Record<RowStatus, number>>
  /** The failures of the current lot, which the limit applies to. */
  readonly failures: number
  readonly limit: number
  readonly atOnce: number
  readonly isPaused: boolean
  readonly ended: CampaignState["ended"]
  readonly startedAt: number
  readonly endedAt: number | null
  readonly image: FirmwareImage | null
  /** True when a native side can send the image to the devices. */
  readonly isHere: boolean
  /** The estimated remaining time, ms. Null once it has ended, and until the first device is done. */
  readonly leftMs: number | null
}

const nearOf = ({ lan }: State, id: string) => lan.devices.get(id) ?? lan.left.get(id)

/** The text that distinguishes devices with the same name. */
const apartFrom = (state: State, all: readonly { readonly id: string; readonly name: string }[]) => {
  const names = new Map<string, number>()
  for (const { name } of all) names.set(name, (names.get(name) ?? 0) + 1)
  return (id: string, name: string): string | null =>
    (names.get(name) ?? 0) < 2 ? null : nearOf(state, id)?.addr || id
}

/** The name in the account, else the present or last name on this network, else its id. */
const nameOf = (state: State, { id, did, name }: CampaignDevice): string => {
  const { session, devices, outbox } = state
  const near = nearOf(state, id)
  const account = session.current?.account ?? null
  const bound = devices.account === account ? devices.bound.get(near?.did ?? did) : undefined
  if (bound !== undefined) return shownDeviceName(outbox, account, bound)
  return near?.name || name || id
}

/** For a device given by its id on this network or by its `did`. */
const nameOfAsked = (state: State, id: string): string => nameOf(state, { id, did: id, name: "" })

const asks = ({ reach }: State, id: string): boolean => [...reach.values()].some(({ passcode }) => passcode?.id === id)

/** True when the running campaign updates this device. */
export const isInCampaign = ({ firmware: { campaign, updates } }: State, id: string): boolean =>
  goingOn(campaign) !== null && updates.get(id)?.campaign === campaign?.id

const rowOf = (state: State, lot: EndedLot, device: CampaignDevice): Omit<CampaignRow, "apart"> => {
  const { firmware } = state
  const update = firmware.updates.get(device.id)
  const own = update?.campaign === lot.id ? update : undefined
  const status = statusIn(lot, firmware.updates, device.id)
  return {
    device: device.id,
    name: nameOf(state, device),
    status: own !== undefined && isConfirmed(own) === false ? "doubted" : status,
    stage: own?.stage ?? null,
    percent: own?.percent ?? 0,
    brokeAt: own?.brokeAt ?? null,
    failure: own?.failure ?? null,
    httpStatus: own?.httpStatus ?? null,
    skipped: status === "skipped" ? (lot.skipped.get(device.id) ?? null) : null,
    wantsPasscode: status === "running" && asks(state, device.id),
    isPostponed: status === "waiting" && firmware.campaign?.postponed.has(device.id) === true,
    isAwaited: status === "running" && own !== undefined && isAwaited(state, own),
    from: own?.from ?? 0,
    reported: own?.reported ?? null,
    startedAt: own?.startedAt ?? null,
    endedAt: own?.endedAt ?? null,
  }
}

/** The running campaign, or the last one until a person has dismissed its end. */
export const campaignView = (state: State): CampaignView | null => {
  const { campaign, image } = state.firmware
  if (campaign === null) return null
  const { id, build, limit, atOnce, isPaused, ended, startedAt, endedAt } = campaign
  const plain = lotsOf(campaign).flatMap((lot) => lot.devices.map((device) => rowOf(state, lot, device)))
  const leftOut = campaign.left.map(({ id: each, reason }) => ({ id: each, name: nameOfAsked(state, each), reason }))
  const apart = apartFrom(state, [...plain.map(({ device, name }) => ({ id: device, name })), ...leftOut])
  const rows = plain.map((row) => ({ ...row, apart: apart(row.device, row.name) }))
  const count = { waiting: 0, running: 0, completed: 0, doubted: 0, failed: 0, skipped: 0 }
  for (const { status } of rows) count[status] += 1
  const failures = failuresOf(state.firmware)
  return {
    id,
    build,
    rows,
    left: leftOut.map((one) => ({ ...one, apart: apart(one.id, one.name) })),
    count,
    failures,
    limit,
    atOnce,
    isPaused,
    ended,
    startedAt,
    endedAt,
    image: image?.build === build ? image : null,
    isHere: isHere(state),
    leftMs: leftOf(state, campaign, count),
  }
}

const leftOf = (
  { firmware }: State,
  { id, atOnce, ended }: CampaignState,
  { waiting, running, completed, doubted }: CampaignView["count"],
): number | null => {
  if (ended !== null || completed + doubted === 0) return null
  const own = [...firmware.updates.values()].filter(({ campaign }) => campaign === id)
  return timeOfUpdates(waiting + running, atOnce, usualUpdateMs(own))
}

export interface AbleRow {
  readonly id: string
  readonly name: string
  readonly apart: string | null
  /** The build that the device reports; null when unknown. */
  readonly from: number | null
}

export interface CampaignChoice {
  readonly able: readonly AbleRow[]
  readonly left: readonly LeftRow[]
  readonly hindrance: "campaignRunning" | "latestUnknown" | "noBridge" | null
  /** The build to which all devices are updated; null while it is unknown. */
  readonly build: number | null
  /** How long one update usually takes, ms. */
  readonly eachMs: number
  /** Size of the image when it is on this computer, so that the update needs no internet; null otherwise. */
  readonly imageBytes: number | null
}

/** The reason why no campaign can begin now, whatever the devices. */
export const campaignHindrance = (state: State): CampaignChoice["hindrance"] => {
  const { campaign, latest } = state.firmware
  if (campaign !== null && campaign.ended === null) return "campaignRunning"
  if (latest === null || latest.hash === null) return "latestUnknown"
  return isHere(state) ? null : "noBridge"
}

const keptBytes = ({ image, latest }: State["firmware"]): number | null =>
  image?.status === "kept" && image.build === latest?.build ? image.size : null

/** The preview of a campaign of these devices: those that take part, by name, and those left out with the reason. */
export const campaignChoice = (state: State, asked: readonly string[], compare: CompareNames): CampaignChoice => {
  const targetOf = firmwareTargetOf(state)
  const { able, left } = partedBy(asked, state.firmware, targetOf)
  const without = [...new Set(asked)].filter((id) => targetOf(id)?.never === "noFirmware")
  const inOrder = (a: AbleRow, b: AbleRow) =>
    compare(a.name, b.name) || compare(a.apart ?? "", b.apart ?? "") || (a.id < b.id ? -1 : 1)
  const named = able.map((device) => ({
    id: device.id,
    name: nameOf(state, device),
    from: knownBuild(nearOf(state, device.id)?.build ?? 0) ?? null,
  }))
  const leftOut = [...left, ...without.map((id) => ({ id, reason: "noFirmware" as const }))].map(({ id, reason }) => ({
    id,
    name: nameOfAsked(state, id),
    reason,
  }))
  const apart = apartFrom(state, [...named, ...leftOut])
  // Devices left out keep the order of their list: sorting ten thousand names takes too long for a dialog.
  return {
    able: named.map((one) => ({ ...one, apart: apart(one.id, one.name) })).sort(inOrder),
    left: leftOut.map((one) => ({ ...one, apart: apart(one.id, one.name) })),
    hindrance: campaignHindrance(state),
    build: state.firmware.latest?.build ?? null,
    eachMs: usualUpdateMs(state.firmware.updates.values()),
    imageBytes: keptBytes(state.firmware),
  }
}

/** Keeps the last result, because most events change nothing of it. */
export const makeCampaignChoice = (asked: readonly string[], compare: CompareNames) => {
  let known: { readonly of: readonly unknown[]; readonly choice: CampaignChoice } | null = null
  return (state: State): CampaignChoice => {
    const { firmware, lan, bridge, session, devices, outbox } = state
    const { latest, updates, campaign, image } = firmware
    const of = [
      latest,
      updates,
      campaign,
      image,
      lan.devices,
      lan.left,
      bridge.link,
      session.current,
      devices.bound,
      outbox,
    ]
    if (known === null || of.some((part, index) => part !== known?.of[index]))
      known = { of, choice: campaignChoice(state, asked, compare) }
    return known.choice
  }
}

/** The number of devices left out for each reason. */
export const leftByReason = (left: readonly LeftRow[]): ReadonlyMap<LeftRow["reason"], number> => {
  const counts = new Map<LeftRow["reason"], number>()
  for (const { reason } of left) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return counts
}

export interface CampaignEnd {
  readonly done: number
  readonly of: number
}

/** The end of a campaign that was running before; null when none ended, or a person stopped it. */
export const endedCampaign = ({ firmware: before }: State, { firmware: after }: State): CampaignEnd | null => {
  const { campaign } = after
  if (campaign === null || campaign.ended === null || campaign.ended === "person") return null
  if (before.campaign?.id !== campaign.id || before.campaign.ended !== null) return null
  const done = campaign.devices.filter(({ id }) => campaignStatusOf(after, id) === "completed").length
  return { done, of: campaign.devices.length }
}

/** The devices of this network with an older build than the latest. */
export const outdated = (state: State): readonly string[] => {
  const { latest } = state.firmware
  if (latest === null || latest.hash === null) return []
  const all = [...state.lan.devices.keys()]
  return partedBy(all, state.firmware, firmwareTargetOf(state)).able.map(({ id }) => id)
}
