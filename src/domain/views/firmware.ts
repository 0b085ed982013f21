import type { FirmwareCommand, Ineligible } from "../features/firmware/commands.ts"
import type { FirmwareFailure, LatestUnread, RunningStage } from "../features/firmware/events.ts"
import {
  type FirmwareImage,
  type FirmwareUpdate,
  isConfirmed,
  isRunning,
  type UpdateStage,
} from "../features/firmware/state.ts"
import { hindranceOf } from "../features/firmware/updates.ts"
import type { LanDevice } from "../features/lan/state.ts"
import { firmwareTargetOf } from "../product/firmwareTargets.ts"
import type { State } from "../product/state.ts"
import { knownBuild } from "../values/firmware.ts"
import { FLAG_NO_FIRMWARE } from "../wire/deviceFlags.ts"

/** The stages of the dialog (FW-3). */
export type ShownStage = "initial" | UpdateStage

/** Why nothing can begin: a reason of the device, or there is no bridge. */
export type FirmwareHindrance = Ineligible | "noBridge"

export interface FirmwareView {
  readonly device: string
  /** Null while the device is not on the network. */
  readonly name: string | null
  /** Empty for a device on USB only. */
  readonly address: string
  /** The build before; null when unknown. */
  readonly from: number | null
  readonly to: number | null
  readonly stage: ShownStage
  /** Whole; a download reports fractions. */
  readonly percent: number
  readonly brokeAt: RunningStage | null
  readonly failure: FirmwareFailure | null
  /** With which HTTP error the update server answered; null when it did not. */
  readonly httpStatus: number | null
  /** Whether the device says the new build, once it was read again. */
  readonly isConfirmed: boolean | null
  readonly reported: number | null
  readonly hindrance: FirmwareHindrance | null
  /** What broke off can be tried again, also while the device or the native side is away: it goes on when they are back. */
  readonly mayTryAgain: boolean
  /** It is under way, and waits for a device that is not on the network. */
  readonly isAwaited: boolean
  readonly latestUnread: LatestUnread | null
  readonly image: FirmwareImage | null
  /** FW-4: it stays open while something is under way. */
  readonly mayClose: boolean
}

/** An update that is under way, or whose end the person has not dismissed yet. */
export const openUpdate = ({ firmware }: State, device: string): FirmwareUpdate | null => {
  const update = firmware.updates.get(device)
  return update === undefined || update.isDismissed ? null : update
}

const beginning: ReadonlySet<string> = new Set<FirmwareCommand["type"]>([
  "StartFirmwareUpdate",
  "StartCampaign",
  "ResumeCampaign",
])

/**
 * Whether closing the page would cut an update off (DESK-5): one that runs, one that a campaign begins next, or one that a person has asked
 * for and that is not recorded yet. `unanswered` are the requests of the page.
 */
export const isCutOffByClosing = (
  { firmware: { updates, campaign } }: State,
  unanswered: Iterable<{ readonly type: string }>,
): boolean =>
  [...updates.values()].some(isRunning) ||
  (campaign !== null && campaign.ended === null && !campaign.isPaused) ||
  [...unanswered].some(({ type }) => beginning.has(type))

/** Why no update of this device can begin now. */
export const hindranceNow = (state: State, device: string): FirmwareHindrance | null => {
  const hindrance = hindranceOf(firmwareTargetOf(state)(device), state.firmware)
  return hindrance ?? (state.bridge.link.state === "connected" ? null : "noBridge")
}

/** An update waits for its device to be on the network; only one that installs its build restarts, and is away for that. */
export const isAwaited = (state: State, { device, stage }: FirmwareUpdate): boolean =>
  stage !== "updating" && isRunning({ stage }) && firmwareTargetOf(state)(device) === undefined

/**
 * Whether the device may run either build: it was asked to install the new one, and the end was not reported. It has not
 * installed an image that it refused.
 */
export const isBuildOpen = ({ brokeAt, failure }: Pick<FirmwareUpdate, "brokeAt" | "failure">): boolean =>
  brokeAt === "updating" && failure !== "refused" && failure !== "wrongHash"

const passing: ReadonlySet<FirmwareHindrance | null> = new Set([null, "notOnNetwork", "noBridge"] as const)

/** The firmware dialog of one device. */
export const firmwareView = (state: State, device: string): FirmwareView => {
  const { firmware, lan } = state
  const update = openUpdate(state, device)
  const known = lan.devices.get(device) ?? lan.left.get(device)
  const hindrance = hindranceNow(state, device)
  const build = update === null ? (known?.build ?? 0) : update.from
  const { latest, image } = firmware
  return {
    device,
    name: known === undefined ? null : known.name === "" ? device : known.name,
    address: known?.addr ?? "",
    from: knownBuild(build) ?? null,
    to: knownBuild(update?.build ?? latest?.build ?? 0) ?? null,
    stage: update?.stage ?? "initial",
    percent: Math.floor(update?.percent ?? 0),
    brokeAt: update?.brokeAt ?? null,
    failure: update?.failure ?? null,
    httpStatus: update?.httpStatus ?? null,
    isConfirmed: update === null ? null : isConfirmed(update),
    reported: update?.reported ?? null,
    hindrance,
    mayTryAgain: update?.stage === "error" && passing.has(hindrance),
    isAwaited: update !== null && isAwaited(state, update),
    latestUnread: latestUnread(state),
    image: image !== null && image.hash === latest?.hash ? image : null,
    mayClose: update === null || !isRunning(update),
  }
}

const NOT_REACHED: LatestUnread = {}

/** Why the latest version could not be read when it was last asked for; null when it could, or was not asked for. */
export const latestUnread = ({ firmware: { isUnread, unread = NOT_REACHED } }: State): LatestUnread | null =>
  isUnread ? unread : null

/**
 * Whether a newer build is known for a device, wherever it can be updated (FW-2). On the network the device
 * reports its build, and unknown counts as old; for the others the account knows it, or it stays unknown.
 */
export const isOutdated = (
  bound: { readonly build: number } | null,
  near: Pick<LanDevice, "addr" | "build" | "flags"> | null,
  latest: State["firmware"]["latest"],
): boolean => {
  if (latest === null) return false
  if (near !== null && (near.flags & FLAG_NO_FIRMWARE) !== 0) return false
  if (near !== null && near.addr !== "") return near.build < latest.build
  const build = bound === null ? undefined : knownBuild(bound.build)
  return build !== undefined && build < latest.build
}

/** What the card of a device says of its firmware (FW-2, FW-3). */
export interface CardFirmware {
  readonly hasUpdate: boolean
  /** An update is under way. */
  readonly isRunning: boolean
  /** A newer build that is known, whether or not the device can be updated to it now; null when there is none. */
  readonly newBuild: number | null
  readonly stage: ShownStage
  readonly percent: number
  readonly isConfirmed: boolean | null
}

export const cardFirmware = (state: State, device: string): CardFirmware => {
  const { latest } = state.firmware
  const update = openUpdate(state, device)
  const hindrance = hindranceOf(firmwareTargetOf(state)(device), state.firmware)
  return {
    hasUpdate: hindrance === null || hindrance === "updating",
    isRunning: update !== null && isRunning(update),
    newBuild: isOutdated(null, state.lan.devices.get(device) ?? null, latest) ? (latest?.build ?? null) : null,
    stage: update?.stage ?? "initial",
    percent: update?.percent ?? 0,
    isConfirmed: update === null ? null : isConfirmed(update),
  }
}
