import type { Envelope } from "../../event/event.ts"
import type { CampaignDevice, CampaignEvent, LeftOutDevice, SkipReason } from "./events.ts"

/** A lot whose devices have all finished, while the next lot of the same campaign is updated. */
export interface EndedLot {
  readonly id: string
  readonly devices: readonly CampaignDevice[]
  readonly skipped: ReadonlyMap<string, SkipReason>
}

/** Updates of several devices (FW-8). The outcome of each device is its update, or the reason why it was skipped. */
export interface CampaignState {
  readonly id: string
  readonly build: number
  readonly devices: readonly CampaignDevice[]
  readonly left: readonly LeftOutDevice[]
  /** The earlier lots, oldest first. */
  readonly earlier: readonly EndedLot[]
  /** This many failures end it. */
  readonly limit: number
  /** This many devices are updated side by side. */
  readonly atOnce: number
  readonly isPaused: boolean
  readonly skipped: ReadonlyMap<string, SkipReason>
  /** Devices whose passcode was not given, and since when they come after the others, ms. */
  readonly postponed: ReadonlyMap<string, number>
  readonly ended: "done" | "limit" | "person" | null
  /** ms */
  readonly startedAt: number
  readonly endedAt: number | null
}

/** The lots of a campaign, oldest first, the current one last. */
export const lotsOf = (campaign: CampaignState | null): readonly EndedLot[] =>
  campaign === null ? [] : [...campaign.earlier, campaign]

/** The devices that did not fit into the campaign and wait for a later lot. */
export const laterLots = (left: readonly LeftOutDevice[]): readonly string[] =>
  left.flatMap(({ id, reason }) => (reason === "tooMany" ? [id] : []))

/**
 * The id of the whole campaign, which is that of its first lot. Null once it is over: no lot runs and none is to come.
 */
export const goingOn = (campaign: CampaignState | null): string | null => {
  if (campaign === null) return null
  const isOver = campaign.ended !== null && (campaign.ended !== "done" || laterLots(campaign.left).length === 0)
  return isOver ? null : (campaign.earlier[0]?.id ?? campaign.id)
}

/** True when all of these devices had waited for the end of the lot before. */
const isNextLot = (before: CampaignState | null, devices: readonly CampaignDevice[]): before is CampaignState => {
  if (before?.ended !== "done") return false
  const waited = new Set(laterLots(before.left))
  return devices.every(({ id, did }) => waited.has(id) || waited.has(did))
}

const begun = (before: CampaignState | null, { payload, at }: Started): CampaignState => {
  const { campaign: id, ...rest } = payload
  const follows = isNextLot(before, payload.devices)
  const own = {
    ...rest,
    id,
    isPaused: false,
    skipped: new Map(),
    postponed: new Map(),
    ended: null,
    endedAt: null,
  }
  if (!follows) return { ...own, earlier: [], startedAt: at }
  const { id: lot, devices, skipped, earlier, left, startedAt } = before
  return {
    ...own,
    left: [...left.filter(({ reason }) => reason !== "tooMany"), ...payload.left],
    earlier: [...earlier, { id: lot, devices, skipped }],
    startedAt,
  }
}
type Started = Extract<CampaignEvent, { type: "FirmwareCampaignStarted" }> & Pick<Envelope, "at">

export const evolveCampaign = (
  campaign: CampaignState | null,
  event: CampaignEvent & Pick<Envelope, "at">,
): CampaignState | null => {
  if (event.type === "FirmwareCampaignStarted") return begun(campaign, event)
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
