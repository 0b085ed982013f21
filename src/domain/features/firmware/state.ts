import type { Draft } from "../../event/draft.ts"
import type { Envelope } from "../../event/event.ts"
import { FIRMWARE_UPDATES_KEPT } from "../../values/limits.ts"
import { type CampaignState, evolveCampaign } from "./campaign.ts"
import {
  type CampaignEvent,
  type FirmwareEvent,
  type FirmwareFailure,
  isCampaignEvent,
  isUpdateEvent,
  type LatestUnread,
  type RunningStage,
  type UpdateEvent,
} from "./events.ts"

export type UpdateStage = RunningStage | "completed" | "error"

/** One update of one device, from its beginning to its end. */
export interface FirmwareUpdate {
  readonly id: string
  readonly device: string
  readonly did: string
  /** The build before; 0 when unknown. */
  readonly from: number
  readonly build: number
  readonly hash: string
  readonly campaign: string | null
  readonly stage: UpdateStage
  /** Percent of the stage; after an error, of the stage that broke off. */
  readonly percent: number
  /** The stage that broke off. */
  readonly brokeAt: RunningStage | null
  readonly failure: FirmwareFailure | null
  /** The HTTP error of the update server. */
  readonly httpStatus?: number
  /** The build that the device reported after the update; null before. */
  readonly reported: number | null
  /** ms */
  readonly startedAt: number
  readonly endedAt: number | null
  readonly isDismissed: boolean
}

/** The image that this computer stores for use without internet (FW-6), or is about to. */
export interface FirmwareImage {
  readonly build: number
  readonly hash: string
  /** Bytes; null until the provider reports it. */
  readonly size: number | null
  readonly status: "wanted" | "kept" | "failed"
  readonly percent: number
  readonly failure: FirmwareFailure | null
  /** The HTTP error of the update server. */
  readonly httpStatus?: number
  /** The time of this status, ms. */
  readonly at: number
}

export interface LatestKnown {
  readonly build: number
  /** Null when only the build is known. Then no image can be verified. */
  readonly hash: string | null
}

export interface FirmwareState {
  readonly latest: LatestKnown | null
  /** True when the last request for the latest build failed. */
  readonly isUnread: boolean
  /** The reason, where it is known. */
  readonly unread?: LatestUnread
  readonly image: FirmwareImage | null
  /** The last update of each device, oldest first. */
  readonly updates: ReadonlyMap<string, FirmwareUpdate>
  readonly campaign: CampaignState | null
}

export const initialFirmware: FirmwareState = {
  latest: null,
  isUnread: false,
  image: null,
  updates: new Map(),
  campaign: null,
}

export const isRunning = ({ stage }: Pick<FirmwareUpdate, "stage">): boolean =>
  stage !== "completed" && stage !== "error"

/** True when the device reports the new build; null until it was read again. */
export const isConfirmed = ({ stage, reported, build }: FirmwareUpdate): boolean | null =>
  stage !== "completed" || reported === null ? null : reported === build

export const evolveFirmware = (state: FirmwareState, event: FirmwareEvent & Envelope, draft: Draft): FirmwareState => {
  const next = draft.edit(state)
  if (isCampaignEvent(event)) {
    next.campaign = evolveCampaign(next.campaign, event)
    if (event.type === "FirmwareDevicePostponed") next.updates = withoutUpdate(next.updates, event.payload, draft)
  } else if (isUpdateEvent(event)) next.updates = evolveUpdates(next.updates, event, draft)
  else if (event.type === "LatestFirmwareTold") {
    next.latest = event.payload
    next.isUnread = false
    delete next.unread
  } else if (event.type === "LatestFirmwareUnread") {
    next.isUnread = true
    if (Object.keys(event.payload).length > 0) next.unread = event.payload
    else delete next.unread
  } else next.image = evolveImage(next.image, event)
  return next
}

type ImageEvent = Exclude<
  FirmwareEvent,
  UpdateEvent | CampaignEvent | { type: "LatestFirmwareTold" | "LatestFirmwareUnread" }
>

const evolveImage = (image: FirmwareImage | null, event: ImageEvent & Envelope): FirmwareImage | null => {
  const { at, payload } = event
  if (event.type === "FirmwareImageWanted")
    return { ...event.payload, size: null, status: "wanted", percent: 0, failure: null, at }
  if (event.type === "FirmwareImageKept") return { ...event.payload, status: "kept", percent: 100, failure: null, at }
  if (image?.hash !== payload.hash) return image
  switch (event.type) {
    case "FirmwareImageMoved":
      return { ...image, percent: event.payload.percent, size: event.payload.size }
    case "FirmwareImageFailed":
      return { ...image, status: "failed", failure: event.payload.reason, ...answered(event.payload), at }
    case "FirmwareImageDropped":
      return null
  }
}

const answered = ({ httpStatus }: { readonly httpStatus?: number }) => (httpStatus === undefined ? {} : { httpStatus })

const withoutUpdate = (
  updates: FirmwareState["updates"],
  { id: device, update }: { readonly id: string; readonly update: string },
  draft: Draft,
): FirmwareState["updates"] => {
  if (updates.get(device)?.id !== update) return updates
  const next = draft.edit(updates)
  next.delete(device)
  return next
}

const evolveUpdates = (
  updates: FirmwareState["updates"],
  event: UpdateEvent & Envelope,
  draft: Draft,
): FirmwareState["updates"] => {
  const { id: device } = event.payload
  const next = draft.edit(updates)
  if (event.type === "FirmwareUpdateStarted") {
    const { id: _device, update: id, ...payload } = event.payload
    // Deleted first, so that the latest update is last.
    next.delete(device)
    next.set(device, {
      ...payload,
      id,
      device,
      stage: "checking",
      percent: 0,
      brokeAt: null,
      failure: null,
      reported: null,
      startedAt: event.at,
      endedAt: null,
      isDismissed: false,
    })
    for (const [old, update] of next) {
      if (next.size <= FIRMWARE_UPDATES_KEPT) break
      if (!isRunning(update)) next.delete(old)
    }
    return next
  }
  const update = next.get(device)
  if (update?.id === event.payload.update) next.set(device, moved(update, event))
  return next
}

const moved = (
  update: FirmwareUpdate,
  event: Exclude<UpdateEvent, { type: "FirmwareUpdateStarted" }> & Envelope,
): FirmwareUpdate => {
  switch (event.type) {
    case "FirmwareUpdateMoved": {
      const { stage, percent } = event.payload
      return { ...update, stage, percent, endedAt: stage === "completed" ? event.at : null }
    }
    case "FirmwareUpdateFailed": {
      const { stage } = update
      const brokeAt = stage === "completed" || stage === "error" ? update.brokeAt : stage
      const { payload, at } = event
      return { ...update, stage: "error", brokeAt, failure: payload.reason, ...answered(payload), endedAt: at }
    }
    case "FirmwareBuildRead":
      return { ...update, reported: event.payload.build }
    case "FirmwareUpdateDismissed":
      return { ...update, isDismissed: true }
  }
}
