import { FIRMWARE_PROGRESS_STEP } from "../../values/limits.ts"
import { invalid, valid } from "../../values/parsed.ts"
import { type FirmwareCommand, type FirmwareDecision, NOTHING } from "./commands.ts"
import type { FirmwareEvent } from "./events.ts"
import { type FirmwareState, isRunning } from "./state.ts"

export const learned = (
  { build, hash }: Extract<FirmwareCommand, { type: "LearnLatestFirmware" }>,
  { latest, isUnread }: FirmwareState,
): readonly FirmwareEvent[] => {
  // A report without a hash does not remove a known hash of the same build.
  const known = hash ?? (latest?.build === build ? latest.hash : null)
  const isNews = latest?.build !== build || latest.hash !== known || (isUnread && hash !== null)
  return isNews ? [{ type: "LatestFirmwareTold", payload: { build, hash: known } }] : []
}

export const unread = (
  { reason, httpStatus }: Extract<FirmwareCommand, { type: "RecordLatestUnread" }>,
  state: FirmwareState,
): FirmwareDecision => {
  const isKnown = state.isUnread && state.unread?.reason === reason && state.unread?.httpStatus === httpStatus
  const payload = { ...(reason !== undefined && { reason }), ...(httpStatus !== undefined && { httpStatus }) }
  return isKnown ? NOTHING : valid([{ type: "LatestFirmwareUnread", payload }])
}

export type ImageCommand = Extract<
  FirmwareCommand,
  {
    type:
      | "KeepFirmware"
      | "WantImage"
      | "RemoveFirmware"
      | "StopFirmwareDownload"
      | "RecordImageMove"
      | "RecordImageKept"
      | "RecordImageFailure"
      | "RecordImageGone"
  }
>

const failedImage = ({ hash, reason, httpStatus }: Extract<ImageCommand, { type: "RecordImageFailure" }>) => ({
  hash,
  reason,
  ...(httpStatus !== undefined && { httpStatus }),
})

export const decideImage = (command: ImageCommand, { latest, image, updates }: FirmwareState): FirmwareDecision => {
  if (command.type === "KeepFirmware" || command.type === "WantImage") {
    const wanted = command.type === "WantImage" ? command : latest
    if (wanted === null || wanted.hash === null) return invalid("latestUnknown")
    const { build, hash } = wanted
    if (image?.hash === hash && image.status !== "failed") return NOTHING
    return valid([{ type: "FirmwareImageWanted", payload: { build, hash } }])
  }
  if (command.type === "RecordImageKept") {
    const { build, hash, size } = command
    if (image?.hash === hash && image.status === "kept") return NOTHING
    return valid([{ type: "FirmwareImageKept", payload: { build, hash, size } }])
  }
  if (image === null) return NOTHING
  const { hash } = image
  if ("hash" in command && command.hash !== hash) return NOTHING
  switch (command.type) {
    case "RemoveFirmware":
      if ([...updates.values()].some((update) => update.hash === hash && isRunning(update))) return invalid("updating")
      return image.status === "wanted" ? NOTHING : valid([{ type: "FirmwareImageDropped", payload: { hash } }])
    case "RecordImageGone":
      return image.status === "kept" ? valid([{ type: "FirmwareImageDropped", payload: { hash } }]) : NOTHING
    case "StopFirmwareDownload":
      return image.status === "wanted"
        ? valid([{ type: "FirmwareImageFailed", payload: { hash, reason: "cancelled" } }])
        : NOTHING
    case "RecordImageFailure":
      return image.status === "wanted"
        ? valid([{ type: "FirmwareImageFailed", payload: failedImage(command) }])
        : NOTHING
    case "RecordImageMove": {
      const { percent, size } = command
      const isStep = image.size !== size || percent >= image.percent + FIRMWARE_PROGRESS_STEP
      return image.status === "wanted" && percent >= image.percent && isStep
        ? valid([{ type: "FirmwareImageMoved", payload: { hash, percent, size } }])
        : NOTHING
    }
  }
}
