import type { ReachFailure } from "../../../domain/features/reach/feature.ts"

/** Why a device is not reached, in words. */
export const reasonKey = (reason: ReachFailure) => {
  switch (reason) {
    case "away":
      return "devices.viewer.reason.away"
    case "unknown_device":
      return "devices.viewer.reason.unknown"
    case "unreachable":
    case "timed_out":
      return "devices.viewer.reason.silent"
    case "vanished":
    case "closed":
      return "devices.viewer.reason.vanished"
    case "busy":
      return "devices.viewer.reason.busy"
    case "wrong_passcode":
      return "devices.viewer.reason.passcode"
    case "superseded":
      return "devices.viewer.reason.superseded"
    default:
      return "devices.viewer.reason.refused"
  }
}
