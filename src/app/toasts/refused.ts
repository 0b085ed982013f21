import type { Refused } from "../client/handle.ts"
import { queueLack } from "../client/lack.ts"

/** The text of a request that was refused before anything was sent. */
export const refusedKey = (reason: Refused) => {
  switch (reason) {
    case "nameEmpty":
      return "common.invalid.nameEmpty"
    case "nameTooLong":
      return "common.invalid.nameTooLong"
    case "tagEmpty":
      return "common.invalid.tagEmpty"
    case "tagTooLong":
      return "common.invalid.tagTooLong"
    case "invalidTag":
      return "common.invalid.invalidTag"
    case "tooManyTags":
      return "common.invalid.tooManyTags"
    case "invalidMac":
      return "common.invalid.invalidMac"
    case "invalidEmail":
      return "common.invalid.invalidEmail"
    case "ownEmail":
      return "common.invalid.ownEmail"
    case "noBoundMac":
      return "dialog.wake.noBound"
    case "signedOut":
    case "foreignAccount":
      return "common.error.sessionInvalid"
    case "storage":
      return "common.error.storageFailed"
    case "insecure":
      return queueLack() === "insecure" ? "layout.banner.insecureBody" : "layout.banner.noLocksBody"
    case "outdated":
      return "layout.banner.newerLogBody"
    case "readOnly":
      return "common.error.readOnly"
    case "outboxFull":
      return "common.error.outboxFull"
    case "tooManyBatches":
      return "common.error.tooManyBatches"
    case "notAllowed":
      return "common.error.notAllowed"
    case "firmwareTooOld":
      return "common.error.firmwareTooOld"
    case "modeUnreached":
      return "devices.viewer.reason.silent"
    case "modeBusy":
      return "devices.viewer.reason.busy"
    case "bridgeAway":
    case "bridgeUnable":
    case "modeGivenUp":
    case "modeTimedOut":
    case "modeRefused":
      return `common.error.${reason}` as const
    case "invalidAddress":
    case "targetTooWide":
    case "noTargets":
    case "tooManySubnets":
      return `common.invalid.${reason}` as const
    case "duplicateSubnet":
      return "common.invalid.subnetExists"
    case "unknownDevice":
    case "unknownAccount":
      return "common.error.gone"
    case "upToDate":
      return "common.error.firmwareUpToDate"
    case "latestUnknown":
    case "notOnNetwork":
    case "usbOnly":
    case "updating":
      return `dialog.firmware.hindrance.${reason}` as const
    case "campaignRunning":
      return "dialog.updates.running"
    case "noDevices":
      return "dialog.updates.nobody"
    case "wrongImage":
      return "dialog.firmware.image.wrong"
    case "imageNotKept":
      return "dialog.firmware.image.notKept"
    default:
      return "common.error.unknown"
  }
}
