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

/** The reason why no update can begin: a property of the device, or a missing bridge. */
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
  /** A whole number; a download reports fractions. */
  readonly percent: number
  readonly brokeAt: RunningStage | null
  readonly failure: FirmwareFailure | null
  /** The HTTP error of the update server; null when there was none. */
  readonly httpStatus: number | null
  /** True when the device reports the new build; null until it was read again. */
  readonly isConfirmed: boolean | null
  readonly reported: number | null
  readonly hindrance: FirmwareHindrance | null
  /**
   * A broken-off update can be retried, even while the device or the native side is away: it continues when they are
   * back.
   */
  readonly mayTryAgain: boolean
  /** The update is running and waits for a device that is not on the network. */
  readonly isAwaited: boolean
  readonly latestUnread: LatestUnread | null
  readonly image: FirmwareImage | null
  /** FW-4: the dialog stays open while an update or a download runs. */
  readonly mayClose: boolean
}

/** A running update, or one whose end the person has not dismissed. */
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
 * True when closing the page would cut off an update (DESK-5): a running one, the next one of a campaign, or one that a
 * person has requested and the log has not recorded yet. `unanswered` are the open requests of the page.
 */
export const isCutOffByClosing = (
  { firmware: { updates, campaign } }: State,
  unanswered: Iterable<{ readonly type: string }>,
): boolean =>
  [...updates.values()].some(isRunning) ||
  (campaign !== null && campaign.ended === null && !campaign.isPaused) ||
  [...unanswered].some(({ type }) => beginning.has(type))

/** The reason why no update of this device can begin now. */
export const hindranceNow = (state: State, device: string): FirmwareHindrance | null => {
  const hindrance = hindranceOf(firmwareTargetOf(state)(device), state.firmware)
  return hindrance ?? (state.bridge.link.state === "connected" ? null : "noBridge")
}

/**
 * True while an update waits for its device to be on the network. A device that is installing its build is away because
 * it restarts.
 */
export const isAwaited = (state: State, { device, stage }: FirmwareUpdate): boolean =>
  stage !== "updating" && isRunning({ stage }) && firmwareTargetOf(state)(device) === undefined

/**
 * True when the device may run either build: it was asked to install the new one, and reported no end. A device that
 * refused the image has not installed it.
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

/**
 * The reason why the latest attempt to read the latest version failed; null after a success, and before any attempt.
 */
export const latestUnread = ({ firmware: { isUnread, unread = NOT_REACHED } }: State): LatestUnread | null =>
  isUnread ? unread : null

/**
 * True when a newer build than the device's is known, wherever it can be updated (FW-2). On the network the device
 * reports its build, and an unknown build counts as old. For other devices the account may know it.
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

/** The firmware part of a device card (FW-2, FW-3). */
export interface CardFirmware {
  readonly hasUpdate: boolean
  /** True while an update runs. */
  readonly isRunning: boolean
  /** A newer known build, even when the device cannot be updated to it now; null when there is none. */
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
